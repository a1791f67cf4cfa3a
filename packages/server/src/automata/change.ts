/** What a change makes of an automaton, and when it runs next. Pure. */

import type { TagFilter } from '@parley/contract';
import type { EventTrigger } from '@parley/rules/event-trigger.ts';
import { nextRun, SCHEDULE_TYPES, type Schedule } from '@parley/rules/schedule.ts';
import { dayOf } from '@parley/rules/time-zone.ts';
import { lackingValue } from '../blasts/index.ts';
import { Malformed, Refusal } from '../platform/errors.ts';
import type { Automaton } from './store.ts';

/** What a call gives; what it does not give keeps its value. */
export type Change = Partial<{
  name: string | undefined;
  type: number | undefined;
  campaign: number | undefined;
  list: number | undefined;
  segment: number | undefined;
  channel: number | undefined;
  dayOfWeek: number | undefined;
  dayOfMonth: number | undefined;
  month: number | undefined;
  hour: number | undefined;
  /** Counts for One Time only: the chosen day. */
  nextRun: string | undefined;
  weekends: boolean | undefined;
  enabled: boolean | undefined;
  onlyNew: boolean | undefined;
  clone: boolean | undefined;
  filters: TagFilter[] | undefined;
  timeToLive: number | undefined;
  trigger: EventTrigger | undefined;
  /** Of the state that the person saw. */
  version: number | undefined;
}>;

/**
 * The automaton after a change. Refused: what cannot run is not switched on (domain.md, "Automata").
 * @throws Malformed for type 7 without what starts it.
 */
export function changeAutomaton(before: Automaton, change: Change, timeZone: string, now: Date): Automaton {
  if (change.version !== undefined && change.version !== before.version)
    throw new Refusal(
      'Someone changed this automata in the meantime. Check it, then make your change again.',
      'SEENVERSION',
    );
  const type = change.type ?? before.type;
  // The specification knows 0 to 6: whoever means 7 says what it starts by, also when all fields come back.
  if (type === SCHEDULE_TYPES.BY_EVENT && !(change.trigger ?? before.trigger)?.event)
    throw new Malformed('AutomataData.Type_int', 'Type_int 7 takes the event of a Trigger_vch.');
  const isOneTime = type === SCHEDULE_TYPES.ONE_TIME;
  const after: Automaton = {
    ...before,
    name: change.name ?? before.name,
    type,
    campaignId: change.campaign ?? before.campaignId,
    listId: change.list ?? before.listId,
    segmentId: change.segment ?? before.segmentId,
    channelId: change.channel ?? before.channelId,
    dayOfWeek: change.dayOfWeek ?? before.dayOfWeek,
    dayOfMonth: change.dayOfMonth ?? before.dayOfMonth,
    month: change.month ?? before.month,
    hour: change.hour ?? before.hour,
    nextRunDay: isOneTime ? (change.nextRun ?? before.nextRunDay) : before.nextRunDay,
    weekends: change.weekends ?? before.weekends,
    enabled: change.enabled ?? before.enabled,
    onlyNew: change.onlyNew ?? before.onlyNew,
    clone: change.clone ?? before.clone,
    filters: change.filters ?? before.filters,
    timeToLive: change.timeToLive ?? before.timeToLive,
    trigger: change.trigger ?? before.trigger,
    version: before.version + 1,
  };
  if (after.clone && after.onlyNew)
    throw new Refusal(
      'A new copy of the campaign goes to all members. Choose All, or the existing campaign.',
    );
  const switchedOn = after.enabled && !before.enabled;
  if (after.enabled) requireComplete(before, after);
  const isFiltered = after.type !== SCHEDULE_TYPES.BY_EVENT && (switchedOn || change.filters);
  const lacking = isFiltered ? lackingValue(after.filters) : null;
  if (after.enabled && lacking) throw new Refusal(lacking, 'Filters_vch');
  if (switchedOn || !sameDate(before, after)) after.datesFrom = now;
  if (switchedOn) {
    after.membersSince = now;
    after.problem = '';
  }
  // What went wrong with other choices says nothing of the new ones.
  if (!sameTarget(before, after)) after.problem = '';
  if (!after.enabled || after.type === SCHEDULE_TYPES.BY_EVENT) return unscheduled(after);
  return switchedOn || !sameSchedule(before, after) ? scheduled(after, timeZone, now, true) : after;
}

/**
 * What is on must have what it runs with. A list that was deleted since is no reason to refuse a change of
 * something else.
 */
function requireComplete(before: Automaton, after: Automaton): void {
  const lack = lackOf(after);
  if (!lack || (before.enabled && lack === lackOf(before))) return;
  throw new Refusal(
    before.enabled
      ? `It’s on: choose ${LACKS[lack]}, or turn it off first.`
      : `Choose ${LACKS[lack]} before you turn it on.`,
    { schedule: 'Type_int', campaign: 'BatchId_bi', list: 'ListId_int' }[lack],
  );
}

const LACKS = {
  schedule: 'a schedule',
  campaign: 'a campaign',
  list: 'a list',
} as const;

function lackOf({ type, campaignId, listId }: Automaton): keyof typeof LACKS | undefined {
  if (type === SCHEDULE_TYPES.UNSET) return 'schedule';
  if (campaignId === 0) return 'campaign';
  return listId === 0 && type !== SCHEDULE_TYPES.BY_EVENT ? 'list' : undefined;
}

/** Not run by the clock. One Time keeps the day that was chosen, so that it can be switched on again. */
function unscheduled(automaton: Automaton): Automaton {
  const { ONE_TIME, UNSET } = SCHEDULE_TYPES;
  const keepsDay = automaton.type === ONE_TIME || automaton.type === UNSET;
  return { ...automaton, nextRunAt: null, nextRunDay: keepsDay ? automaton.nextRunDay : null };
}

/**
 * The automaton with its first run later than `now`. Without one (a One Time day that is past) it is refused
 * when a person asks, and switched off when its run is over.
 */
export function scheduled(automaton: Automaton, timeZone: string, now: Date, asked: boolean): Automaton {
  const run = nextRun(scheduleOf(automaton), timeZone, now.toISOString());
  if (run === null) {
    if (asked) throw new Refusal('Choose a date and time in the future.', 'NextRun_dt');
    return unscheduled({ ...automaton, enabled: false });
  }
  return { ...automaton, nextRunAt: new Date(run), nextRunDay: dayOf(run, timeZone) };
}

function scheduleOf({ type, nextRunDay, hour, dayOfWeek, dayOfMonth, month, weekends }: Automaton): Schedule {
  return { type, date: nextRunDay ?? '', hour, dayOfWeek, dayOfMonth, month, weekends };
}

function sameTarget(one: Automaton, other: Automaton): boolean {
  const target = ({ campaignId, listId, segmentId, filters, onlyNew, clone }: Automaton) =>
    JSON.stringify([campaignId, listId, segmentId, filters, onlyNew, clone]);
  return target(one) === target(other);
}

/** Whether the date in a tag that starts it, if any does, is the same. */
export function sameDate(one: Automaton, other: Automaton): boolean {
  const date = ({ type, trigger }: Automaton) => JSON.stringify([type, trigger?.date]);
  return date(one) === date(other);
}

function sameSchedule(one: Automaton, other: Automaton): boolean {
  return JSON.stringify(scheduleOf(one)) === JSON.stringify(scheduleOf(other));
}
