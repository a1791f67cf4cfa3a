/** Calls on what becomes of messages. */

import { calls } from '@parley/contract';
import { noteAct } from '../audit/index.ts';
import { filePeople, pageOfPeople } from '../blast/people.ts';
import { compareVariants } from '../blast/variants.ts';
import { transact } from '../platform/db/database.ts';
import { Malformed, NotFound } from '../platform/errors.ts';
import { type Handlers, routesOf } from '../platform/http/handler.ts';
import { type DoubtFilter, fileInDoubt, listInDoubt, requireBlast } from './doubts.ts';
import { fileLedger, readLedger } from './ledger.ts';
import { loadPace, savePace } from './pace-settings.ts';
import { settleInDoubt, settleMatching } from './settle.ts';

const handlers: Handlers<typeof calls.delivery> = {
  async people({ db, accountId }, { start, search, ...bucket }) {
    await requireBlast(db, accountId, bucket.blast);
    const people = await pageOfPeople(db, accountId, bucket, start, search.trim());
    return {
      people: people.map(({ at, until, ...person }) => ({
        ...person,
        at: at.toISOString(),
        until: until?.toISOString() ?? '',
      })),
    };
  },

  async exportPeople({ db, accountId }, bucket) {
    await requireBlast(db, accountId, bucket.blast);
    return filePeople(db, accountId, bucket);
  },

  async variants({ db, accountId }, { blast }) {
    await requireBlast(db, accountId, blast);
    return { variants: await compareVariants(db, accountId, blast) };
  },

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

  async loadPace({ db, accountId }, { channel }) {
    const pace = await loadPace(db, accountId, channel);
    if (!pace) throw new NotFound();
    return pace;
  },

  async savePace(context, { channel, ...pace }) {
    const { db, accountId } = context;
    await transact(db, async (trx) => {
      await savePace(trx, accountId, channel, pace);
      await noteAct(trx, context, { act: 'changed', kind: 'channel', id: channel, detail: 'pace' });
    });
    context.live.tell(accountId, { type: 'settings', channelId: channel });
    return {};
  },

  async ledger({ db, accountId }, { start }) {
    const { entries, ...sums } = await readLedger(db, accountId, start);
    return { ...sums, entries: entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })) };
  },

  async exportLedger({ db, accountId }) {
    return fileLedger(db, accountId);
  },
};

const trimmed = (filter: DoubtFilter): DoubtFilter => ({ ...filter, search: filter.search.trim() });

export const routes = routesOf(calls.delivery, handlers);
