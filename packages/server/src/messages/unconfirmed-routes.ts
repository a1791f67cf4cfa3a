import { calls } from '@parley/contract';
import { Malformed } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { reconcileMatching, reconcileMessages } from './reconcile.ts';
import { fileOfUnconfirmed, listUnconfirmed, requireBlast, type UnconfirmedFilter } from './unconfirmed.ts';

const { inDoubt, exportInDoubt, settle, settleAll } = calls.delivery;

export const unconfirmedRoutes = routesOf(
  { inDoubt, exportInDoubt, settle, settleAll },
  {
    async inDoubt({ db, accountId }, { start, ...filter }) {
      if (filter.blast !== 0) await requireBlast(db, accountId, filter.blast);
      const { total, messages } = await listUnconfirmed(db, accountId, trimmed(filter), start);
      return {
        total,
        messages: messages.map(({ at, ...message }) => ({ ...message, at: at.toISOString() })),
      };
    },

    async exportInDoubt({ db, accountId }, filter) {
      if (filter.blast !== 0) await requireBlast(db, accountId, filter.blast);
      return fileOfUnconfirmed(db, accountId, trimmed(filter));
    },

    async settle(context, { messages, decision }) {
      if (messages.length === 0)
        throw new Malformed('inpMessageIds', 'inpMessageIds must name at least one message.');
      const { accountId, caller } = context;
      return { settled: await reconcileMessages(context, accountId, caller.userId, messages, decision) };
    },

    async settleAll(context, { decision, count, ...filter }) {
      const { db, accountId, caller } = context;
      if (filter.blast !== 0) await requireBlast(db, accountId, filter.blast);
      return {
        settled: await reconcileMatching(context, accountId, trimmed(filter), count, {
          userId: caller.userId,
          decision,
        }),
      };
    },
  },
);

const trimmed = (filter: UnconfirmedFilter): UnconfirmedFilter => ({
  ...filter,
  search: filter.search.trim(),
});
