import { calls } from '@parley/contract';
import { Malformed } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { settleInDoubt, settleMatching } from './settle.ts';
import { type DoubtFilter, fileInDoubt, listInDoubt, requireBlast } from './unconfirmed.ts';

const { inDoubt, exportInDoubt, settle, settleAll } = calls.delivery;

export const unconfirmedRoutes = routesOf(
  { inDoubt, exportInDoubt, settle, settleAll },
  {
    async inDoubt({ db, accountId }, { start, ...filter }) {
      if (filter.blast !== 0) await requireBlast(db, accountId, filter.blast);
      const { total, messages } = await listInDoubt(db, accountId, trimmed(filter), start);
      return {
        total,
        messages: messages.map(({ at, ...message }) => ({ ...message, at: at.toISOString() })),
      };
    },

    async exportInDoubt({ db, accountId }, filter) {
      if (filter.blast !== 0) await requireBlast(db, accountId, filter.blast);
      return fileInDoubt(db, accountId, trimmed(filter));
    },

    async settle(context, { messages, decision }) {
      if (messages.length === 0)
        throw new Malformed('inpMessageIds', 'inpMessageIds must name at least one message.');
      const { accountId, caller } = context;
      return { settled: await settleInDoubt(context, accountId, caller.userId, messages, decision) };
    },

    async settleAll(context, { decision, count, ...filter }) {
      const { db, accountId, caller } = context;
      if (filter.blast !== 0) await requireBlast(db, accountId, filter.blast);
      return {
        settled: await settleMatching(context, accountId, caller.userId, trimmed(filter), count, decision),
      };
    },
  },
);

const trimmed = (filter: DoubtFilter): DoubtFilter => ({ ...filter, search: filter.search.trim() });
