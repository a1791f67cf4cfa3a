/** Changes an automaton: for its screen and for programs. */
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import { type Actor, recordAuditEvent } from '../audit/index.ts';
import { findList } from '../lists/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { holdSegment } from '../segments/index.ts';
import { type Change, changeAutomaton, sameDate } from './change.ts';
import { forgetWaitingDates } from './dates-store.ts';
import * as store from './store.ts';
import { checkTrigger } from './trigger-names.ts';
import { listenForTriggers } from './triggers.ts';

/**
 * The automaton after a change, stored with its next run. @throws NotFound for a foreign or unknown one and
 * for what it would name, Refusal for what cannot run.
 */
export async function updateAutomaton(
  context: Services & Actor,
  id: number,
  change: Change,
  /** Asked before one that is on, or is to be, changes. @throws where that is refused */
  beforeRunning: () => void = () => undefined,
): Promise<store.Automaton> {
  const { db, accountId, clock, signals } = context;
  const after = await transact(db, async (trx) => {
    const [before] = await store.lockAutomata(trx, accountId, id);
    if (!before) throw new NotFound();
    if (before.enabled || change.enabled) beforeRunning();
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
    if (!sameDate(before, changed)) await forgetWaitingDates(trx, accountId, id);
    if ([before, changed].some(({ type }) => type === SCHEDULE_TYPES.BY_EVENT))
      await listenForTriggers(trx, accountId);
    if (changed.enabled !== before.enabled) {
      const act = changed.enabled ? 'switched-on' : 'switched-off';
      await recordAuditEvent(trx, context, { act, kind: 'automaton', id });
    }
    return changed;
  });
  signals.wake('automata');
  context.live.publish(accountId, { type: 'automaton', id });
  return after;
}

/** A campaign that is newly chosen, or that an automaton is switched on with, must be there. */
async function checkCampaign(
  trx: Db,
  accountId: number,
  before: store.Automaton,
  change: Change,
): Promise<void> {
  const campaign = change.campaign ?? before.campaignId;
  const switchedOn = change.enabled === true && !before.enabled;
  if (campaign === 0 || (campaign === before.campaignId && !switchedOn)) return;
  const state = await store.campaignState(trx, accountId, campaign);
  if (!state) throw new NotFound();
  if (state === 'deleted')
    throw new Refusal('This campaign was deleted. Restore it or choose another one.', 'BatchId_bi');
}
