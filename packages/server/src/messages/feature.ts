import { receiptCame, receiptsCame } from '../carriers/index.ts';
import { hoursChanged, lineChanged } from '../channels/index.ts';
import { personalData } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { keptData } from '../retention/index.ts';
import { connectionTestRoutes } from './connection-test.ts';
import { oldMessages, oldWords } from './old-messages.ts';
import { messagesData } from './personal-data.ts';
import { receiptsIn, recordReceipt } from './receipts.ts';
import { startBlockCounts } from './status-rollup.ts';
import { unconfirmedRoutes } from './unconfirmed-routes.ts';
import { judgeSingleAnew } from './waiting.ts';
export const feature: Feature = {
  hooks: [
    on(keptData, oldWords),
    on(keptData, oldMessages),
    on(personalData, messagesData),
    on(receiptCame, recordReceipt),
    on(receiptsCame, receiptsIn),
    on(hoursChanged, (trx, accountId, channelId, at) =>
      judgeSingleAnew(trx, accountId, { channelId, hold: 'hours' }, at),
    ),
    on(lineChanged, (trx, accountId, channelId, now) =>
      judgeSingleAnew(trx, accountId, { channelId, hold: 'line' }, now),
    ),
  ],

  routes: [...connectionTestRoutes, ...unconfirmedRoutes],
  start: (services) => [startBlockCounts(services)],
};
