import { campaignDeleted } from '../campaigns/index.ts';
import { hoursChanged, lineChanged } from '../channels/index.ts';
import { textsStored } from '../conversation/index.ts';
import { blastCounters } from '../messages/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { optedOutNow } from '../suppression/index.ts';
import { counters } from './counters.ts';
import { startFanOut } from './jobs.ts';
import { peopleRoutes } from './people-routes.ts';
import { countOptOuts, replyCounting } from './reply-attribution.ts';
import { routes } from './routes.ts';
import { judgeChunksAnew } from './send-chunks.ts';
import { stopBlastsOfCampaign } from './stop-with-campaign.ts';

export const feature: Feature = {
  hooks: [
    on(blastCounters, counters),
    on(optedOutNow, countOptOuts),
    on(textsStored, replyCounting),
    on(campaignDeleted, stopBlastsOfCampaign),
    on(hoursChanged, (trx, accountId, channelId, at) =>
      judgeChunksAnew(trx, accountId, { channelId, hold: 'hours' }, at),
    ),
    on(lineChanged, (trx, accountId, channelId, now) =>
      judgeChunksAnew(trx, accountId, { channelId, hold: 'line' }, now),
    ),
  ],
  routes: [...routes, ...peopleRoutes],
  start: (services) => [startFanOut(services)],
};
