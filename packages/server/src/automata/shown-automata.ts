/** Automata as the screens see them: with what all their runs came to, and what is wrong with them. */
import { NEW_TRIGGER } from '@parley/rules/event-trigger.ts';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import type { Db } from '../platform/db/database.ts';
import { nameKey } from '../platform/names.ts';
import { brokenSegments } from '../segments/index.ts';
import { tagsByName } from '../tags/index.ts';
import { waitingOf } from './starts-store.ts';
import { type Automaton, tagNamesOf, totalsOf } from './store.ts';
import { goneFromTrigger } from './trigger-names.ts';

export type ShownAutomaton = Awaited<ReturnType<typeof shownAutomata>>[number];

export async function shownAutomata(db: Db, accountId: number, automata: readonly Automaton[]) {
  const filtered = automata.flatMap(tagNamesOf);
  const known = filtered.length === 0 ? new Map<string, number>() : await tagsByName(db, accountId);
  const ids = automata.map(({ id }) => id);
  const totals = await totalsOf(db, accountId, ids);
  const waiting = await waitingOf(db, accountId, ids);
  const segments = automata.map(({ segmentId }) => segmentId);
  const broken = await brokenSegments(db, accountId, segments);
  const triggers = await goneFromTrigger(db, accountId, automata);
  return automata.map((automaton) => {
    const { id, type, campaignId, listId, segmentId, channelId, nextRunDay } = automaton;
    const gone = {
      tag: tagNamesOf(automaton).find((tag) => !known.has(nameKey(tag))),
      segment: broken.has(segmentId),
      trigger: triggers.get(id),
    };
    return {
      ...automaton,
      ...totals(id),
      campaign: campaignId,
      list: listId,
      segment: segmentId,
      channel: channelId,
      nextRun: nextRunDay ?? '',
      trigger: automaton.trigger ?? NEW_TRIGGER,
      waiting: waiting.get(id) ?? 0,
      problem: type === SCHEDULE_TYPES.BY_EVENT ? eventProblem(automaton, gone) : problemOf(automaton, gone),
    };
  });
}

export async function shownOne(db: Db, accountId: number, automaton: Automaton): Promise<ShownAutomaton> {
  const [shown] = await shownAutomata(db, accountId, [automaton]);
  if (!shown) throw new Error('An automata was not shown.');
  return shown;
}

/**
 * What it chooses people by that is no more: a tag of its filters that was deleted or has another name now,
 * something that its segment names, what it waits for.
 */
type Gone = { tag: string | undefined; segment: boolean; trigger: string | undefined };

/** What a person must know at once: a run that is sure to send nothing before one that sent nothing. */
function problemOf(
  { enabled, listId, campaignDeleted, channelGone, problem }: Automaton,
  gone: Gone,
): string {
  if (enabled && listId === 0) return 'The next run won’t send anything: its list was deleted.';
  if (enabled && campaignDeleted) return 'The next run won’t send anything: its campaign was deleted.';
  if (enabled && channelGone) return 'The next run won’t send anything: its channel was deleted.';
  if (enabled && gone.tag !== undefined)
    return `The next run won’t send anything: its filter names the tag “${gone.tag}”, which was renamed or deleted.`;
  if (enabled && gone.segment)
    return 'The next run won’t send anything: its segment names something that was deleted. Open the segment and mend it.';
  return problem && `The last run didn’t send anything: ${problem}`;
}

/** Why nobody is started by what happens. */
function eventProblem({ enabled, campaignDeleted, channelGone }: Automaton, gone: Gone): string {
  if (!enabled) return '';
  if (campaignDeleted) return 'It won’t start for anyone: its campaign was deleted.';
  if (channelGone) return 'It won’t start for anyone: its channel was deleted.';
  if (gone.trigger !== undefined) return `It won’t start for anyone: ${gone.trigger}`;
  if (gone.segment)
    return 'It won’t start for anyone: its segment names something that was deleted. Open the segment and mend it.';
  return '';
}
