import { calls } from '@parley/contract';
import { recordAuditEvent } from '../audit/index.ts';
import { deleteOnce } from '../platform/deletion.ts';
import { Malformed, NotFound } from '../platform/errors.ts';
import { requireSender, routesOf } from '../platform/http/handler.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import { previewDates } from './preview-dates.ts';
import { shownAutomata, shownOne } from './shown-automata.ts';
import * as starts from './starts-store.ts';
import * as store from './store.ts';
import { checkTrigger } from './trigger-names.ts';
import { listenForTriggers } from './triggers.ts';
import { updateAutomaton } from './update.ts';

export const routes = routesOf(calls.automata, {
  async list({ db, accountId }, { filter }) {
    const found = await store.listAutomata(db, accountId, filter);
    const shown = await shownAutomata(db, accountId, found);
    return { automata: shown.map((data) => ({ id: data.id, name: data.name, enabled: data.enabled, data })) };
  },

  async load({ db, accountId }, { automaton }) {
    const found = await store.findAutomaton(db, accountId, automaton);
    if (!found) throw new NotFound();
    return { data: await shownOne(db, accountId, found) };
  },

  async update(context, { automaton, data, justEnabled }) {
    // Status decides; a call that gives none says with the flag that it was just switched on.
    const change = { ...data, enabled: data.enabled ?? (justEnabled ? true : undefined) };
    const after = await updateAutomaton(context, automaton, change, () => requireSender(context.caller));
    return { data: await shownOne(context.db, context.accountId, after) };
  },

  async add({ db, accountId, clock }, { name }) {
    return { id: await store.insertAutomaton(db, accountId, name, clock.now()) };
  },

  async rename(context, { automaton, name }) {
    const { db, accountId } = context;
    if (!(await store.renameAutomaton(db, accountId, automaton, name))) throw new NotFound();
    tellThing(context, 'automaton', automaton);
    return {};
  },

  async remove(context, { automaton }) {
    const { db, accountId } = context;
    await deleteOnce(db, accountId, { kind: 'automaton', id: automaton }, async (trx) => {
      await recordAuditEvent(trx, context, { act: 'deleted', kind: 'automaton', id: automaton });
      if (!(await store.deleteAutomaton(trx, accountId, automaton))) throw new NotFound();
      await listenForTriggers(trx, accountId);
    });
    tellThing(context, 'automaton', automaton);
    return {};
  },

  async previewDates({ db, accountId, clock }, { trigger, segment }) {
    const { date } = trigger;
    if (!date) throw new Malformed('Trigger_vch', 'This takes the event date.reached with its date.');
    await checkTrigger(db, accountId, trigger);
    return previewDates(db, accountId, { date, segment }, clock.now());
  },

  async starts({ db, accountId }, { automaton, ...page }) {
    if (!(await store.findAutomaton(db, accountId, automaton))) throw new NotFound();
    return starts.listStarts(db, accountId, automaton, page);
  },
});
