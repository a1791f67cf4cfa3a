import { calls } from '@parley/contract';
import { recordAuditEvent } from '../audit/index.ts';
import { findList } from '../lists/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { deleteOnce } from '../platform/deletion.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { nameKey } from '../platform/names.ts';
import { brokenSegments, holdSegment } from '../segments/index.ts';
import { findGone, tagsByName } from '../tags/index.ts';
import { changeAutomaton } from './change.ts';
import * as store from './store.ts';

export const routes = routesOf(calls.automata, {
  async list({ db, accountId }, { filter }) {
    const found = await store.listAutomata(db, accountId, filter);
    const filtered = found.flatMap(store.tagNamesOf);
    const known = filtered.length === 0 ? new Map<string, number>() : await tagsByName(db, accountId);
    const goneOf = (each: store.Automaton) => store.tagNamesOf(each).find((tag) => !known.has(nameKey(tag)));
    const ids = found.map(({ id }) => id);
    const totals = await store.totalsOf(db, accountId, ids);
    const broken = await brokenSegments(
      db,
      accountId,
      found.map(({ segmentId }) => segmentId),
    );
    const dataOf = (each: store.Automaton) =>
      shown(each, { tag: goneOf(each), segment: broken.has(each.segmentId) }, totals(each.id));
    return { automata: found.map((each) => ({ ...each, data: dataOf(each) })) };
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
      const changed = changeAutomaton(before, change, before.timeZone, clock.now());
      await store.storeAutomaton(trx, accountId, changed);
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
    });
    return {};
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

async function shownOne(db: Db, accountId: number, automaton: store.Automaton) {
  const { id, segmentId } = automaton;
  const tag = await findGone(db, accountId, store.tagNamesOf(automaton));
  const broken = await brokenSegments(db, accountId, [segmentId]);
  const totals = await store.totalsOf(db, accountId, [id]);
  return shown(automaton, { tag, segment: broken.has(segmentId) }, totals(id));
}

/**
 * What it chooses people by that is no more: a tag of its filters that was deleted or has another name now,
 * something that its segment names.
 */
type Gone = { tag: string | undefined; segment: boolean };

function shown(automaton: store.Automaton, gone: Gone, totals: store.Totals) {
  const { campaignId, listId, segmentId, channelId, nextRunDay } = automaton;
  return {
    ...automaton,
    ...totals,
    campaign: campaignId,
    list: listId,
    segment: segmentId,
    channel: channelId,
    nextRun: nextRunDay ?? '',
    problem: problemOf(automaton, gone),
  };
}

/** What a person must know at once: a run that is sure to send nothing before one that sent nothing. */
function problemOf(
  { enabled, listId, campaignDeleted, channelGone, problem }: store.Automaton,
  gone: Gone,
): string {
  if (enabled && listId === 0) return 'The next run won’t send anything: its list was deleted.';
  if (enabled && campaignDeleted) return 'The next run won’t send anything: its campaign was deleted.';
  if (enabled && channelGone) return 'The next run won’t send anything: its channel was deleted.';
  if (enabled && gone.tag !== undefined)
    return `The next run won’t send anything: its filter names the tag “${gone.tag}”, which was deleted.`;
  if (enabled && gone.segment)
    return 'The next run won’t send anything: its segment names something that was deleted. Open the segment and mend it.';
  return problem && `The last run didn’t send anything: ${problem}`;
}
