import { calls } from '@parley/contract';
import { recordAuditEvent } from '../audit/index.ts';
import { transact } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { loadPace, savePace } from './rate-limit-settings.ts';

const own = { loadPace: calls.delivery.loadPace, savePace: calls.delivery.savePace };

export const paceRoutes = routesOf(own, {
  async loadPace({ db, accountId }, { channel }) {
    const pace = await loadPace(db, accountId, channel);
    if (!pace) throw new NotFound();
    return pace;
  },

  async savePace(context, { channel, ...pace }) {
    const { db, accountId } = context;
    await transact(db, async (trx) => {
      await savePace(trx, accountId, channel, pace);
      await recordAuditEvent(trx, context, { act: 'changed', kind: 'channel', id: channel, detail: 'pace' });
    });
    context.live.publish(accountId, { type: 'settings', channelId: channel });
    return {};
  },
});
