import { calls } from '@parley/contract';
import { storeCustomEventMonths } from '../accounts/index.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { transact } from '../platform/db/database.ts';
import { routesOf } from '../platform/http/handler.ts';
import { countCustomEvents, eventsBeyond, keptEvents } from './store.ts';

export const routes = routesOf(calls.customEvents, {
  async kept({ db, accountId, clock }) {
    const { months } = await keptEvents(db, accountId, clock.now());
    const { count, oldest } = await countCustomEvents(db, accountId);
    return { months, count, oldest: oldest?.toISOString() ?? '' };
  },

  async preview({ db, accountId, clock }, { months }) {
    const goes = await eventsBeyond(db, accountId, months, clock.now());
    return { count: goes.reduce((sum, { count }) => sum + count, 0), months: goes };
  },

  async save(context, { months }) {
    const { db, accountId } = context;
    await transact(db, async (trx) => {
      await storeCustomEventMonths(trx, accountId, months);
      await recordAuditEvent(trx, context, {
        act: 'account-saved',
        detail: `Events from other systems: ${months} months`,
      });
    });
    return {};
  },
});
