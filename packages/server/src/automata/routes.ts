import { calls } from '@parley/contract';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { findList } from '../lists/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { deleteOnce } from '../platform/deletion.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { holdSegment } from '../segments/index.ts';
import { changeAutomaton } from './change.ts';
import { shownAutomata, shownOne } from './shown-automata.ts';
import * as starts from './starts-store.ts';
import * as store from './store.ts';
import { checkTrigger } from './trigger-names.ts';
import { listenForTriggers } from './triggers.ts';

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
    const { db, accountId, clock, signals } = context;
    const after = await transact(db, async (trx) => {
      const [before] = await store.lockAutomata(trx, accountId, automaton);
      if (!before) throw new NotFound();
      // Status decides; a call that gives none says with the flag that it was just switched on.
      const change = { ...data, enabled: data.enabled ?? (justEnabled ? true : undefined) };
      if (change.list !== undefined && change.list !== 0 && change.list !== before.listId)
        if (!(await findList(trx, accountId, change.list))) throw new NotFound();
      if (change.segment && change.segment !== before.segmentId)
        await holdSegment(trx, accountId, change.segment);
      if (change.channel && change.channel !== before.channelId)
        if (!(await store.hasChannel(trx, accountId, change.channel))) throw new NotFound();
      await checkCampaign(trx, accountId, before, change);
      if (change.trigger) await checkTrigger(trx, accountId, change.trigger);
      const changed = changeAutomaton(before, change, before.timeZone, clock.now());
      await store.storeAutomaton(trx, accountId, changed);
      if ([before, changed].some(({ type }) => type === SCHEDULE_TYPES.BY_EVENT))
        await listenForTriggers(trx, accountId);
      if (changed.enabled !== before.enabled) {
        const act = changed.enabled ? 'switched-on' : 'switched-off';
        await recordAuditEvent(trx, context, { act, kind: 'automaton', id: automaton });
      }
      return changed;
    });
    signals.wake('automata');
    context.live.publish(accountId, { type: 'automaton', id: automaton });
    return { data: await shownOne(db, accountId, after) };
  },

  async add({ db, accountId, clock }, { name }) {
    return { id: await store.insertAutomaton(db, accountId, name, clock.now()) };
  },

  async rename({ db, accountId }, { automaton, name }) {
    if (!(await store.renameAutomaton(db, accountId, automaton, name))) throw new NotFound();
    return {};
  },

  async remove(context, { automaton }) {
    const { db, accountId } = context;
    await deleteOnce(db, accountId, { kind: 'automaton', id: automaton }, async (trx) => {
      await recordAuditEvent(trx, context, { act: 'deleted', kind: 'automaton', id: automaton });
      if (!(await store.deleteAutomaton(trx, accountId, automaton))) throw new NotFound();
      await listenForTriggers(trx, accountId);
    });
    return {};
  },

  async starts({ db, accountId }, { automaton, ...page }) {
    if (!(await store.findAutomaton(db, accountId, automaton))) throw new NotFound();
    return starts.listStarts(db, accountId, automaton, page);
  },
});

/** A campaign that is newly chosen, or that an automaton is switched on with, must be there. */
async function checkCampaign(
  trx: Db,
  accountId: number,
  before: store.Automaton,
  change: { campaign: number | undefined; enabled: boolean | undefined },
): Promise<void> {
  const campaign = change.campaign ?? before.campaignId;
  const switchedOn = change.enabled === true && !before.enabled;
  if (campaign === 0 || (campaign === before.campaignId && !switchedOn)) return;
  const state = await store.campaignState(trx, accountId, campaign);
  if (!state) throw new NotFound();
  if (state === 'deleted')
    throw new Refusal('This campaign was deleted. Restore it or choose another one.', 'BatchId_bi');
}
