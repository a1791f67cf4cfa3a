import { calls } from '@parley/contract';
import { recordAuditEvent } from '../audit/index.ts';
import { transact } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { tell } from '../platform/hook.ts';
import { routesOf } from '../platform/http/handler.ts';
import { lineChanged } from './hooks.ts';
import { loadPace, savePace } from './rate-limit-settings.ts';

const own = { loadPace: calls.delivery.loadPace, savePace: calls.delivery.savePace };

export const paceRoutes = routesOf(own, {
  async loadPace({ db, accountId }, { channel }) {
    const pace = await loadPace(db, accountId, channel);
    if (!pace) throw new NotFound();
    return pace;
  },

  async savePace(context, { channel, ...pace }) {
    const { db, accountId, clock, signals } = context;
    await transact(db, async (trx) => {
      const before = await loadPace(trx, accountId, channel);
      await savePace(trx, accountId, channel, pace);
      await recordAuditEvent(trx, context, { act: 'changed', kind: 'channel', id: channel, detail: 'pace' });
      const after = await loadPace(trx, accountId, channel);
      // What did not fit into the day waits for the next one.
      if (before?.perDay !== after?.perDay || before?.dayZone !== after?.dayZone)
        await tell(lineChanged, trx, accountId, channel, clock.now());
    });
    for (const signal of ['outbox', 'chunks'] as const) signals.wake(signal);
    context.live.publish(accountId, { type: 'settings', channelId: channel });
    return {};
  },
});
