import { type EventTrigger, NEW_TRIGGER, parseTrigger } from '@parley/rules/event-trigger.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { type TagFilter, tagFilters, timeToLive } from './blasts.ts';
import { displayName } from './contacts.ts';
import { call, FieldError, record, rows, wire } from './kernel/call.ts';
import {
  type Codec,
  date,
  flag,
  id,
  ifGiven,
  int,
  jsonText,
  name,
  oneOf,
  orElse,
  parseJson,
  raw,
  text,
} from './kernel/codec.ts';

/** What is wrong is named by field and JSON Pointer (`AutomataData.Trigger_vch./wait/minutes`). */
const trigger: Codec<EventTrigger> = {
  kind: 'JSON text: {event, where, wait, repeat, exits} or {event, date, exits}, what starts an automata of type 7',
  shape: jsonText('object'),
  structured: true,
  decode: (given) => {
    const { trigger: read, problems } = parseTrigger(parseJson(given));
    if (read) return read;
    const [first] = problems;
    const error = new FieldError('malformed', first?.pointer ?? '', '');
    error.message = first?.detail ?? 'This is no trigger.';
    throw error;
  },
  encode: (value) => JSON.stringify(value),
};

/** What became of what happened. `left`: something ended it before it began. */
export const START_STATES = ['waiting', 'started', 'skipped', 'left'] as const;
export type StartState = (typeof START_STATES)[number];
/** Why nothing was started, or nothing more. */
export const START_REASONS = [
  'already',
  'too-often',
  'late',
  'date-changed',
  'not-in-segment',
  'segment-broken',
  'opted-out',
  'erased',
  'paused',
  'frequency',
  'balance',
  'no-channel',
  'channel-deleted',
  'campaign-deleted',
  'no-steps',
  'turned-off',
  'trigger-changed',
  'exit',
  'restored',
  'fault',
] as const;
export type StartReason = (typeof START_REASONS)[number];

/** Fields of AutomataData (section 3). Absent fields keep their stored value. */
const dataFields = {
  name: wire('Desc_vch', ifGiven(name(TEXT_LIMITS.name))),
  type: wire('Type_int', orElse(int(0, 7), undefined)),
  campaign: wire('BatchId_bi', orElse(int(), undefined)),
  list: wire('ListId_int', orElse(int(), undefined)),
  /** Only those of the list who are in this segment then; 0: everybody on the list. */
  segment: wire('SegmentId_bi', orElse(int(0), undefined)),
  /** SRID of a channel; 0: the account's first one. */
  channel: wire('ChannelId_bi', orElse(int(0), undefined)),
  dayOfWeek: wire('DayofWeek_ti', orElse(int(1, 7), undefined)),
  dayOfMonth: wire('DayofMonth_ti', orElse(int(1, 31), undefined)),
  month: wire('Month_ti', orElse(int(1, 12), undefined)),
  hour: wire('Hour_ti', orElse(int(0, 23), undefined)),
  nextRun: wire('NextRun_dt', orElse(date, undefined)),
  weekends: wire('WeekEnds_ti', orElse(flag, undefined)),
  enabled: wire('Status_int', orElse(flag, undefined)),
  onlyNew: wire('New_ti', orElse(flag, undefined)),
  clone: wire('Clone_ti', orElse(flag, undefined)),
  filters: wire('Filters_vch', orElse(tagFilters, undefined)),
  /** Minutes; 0: as the channel is set. */
  timeToLive: wire('TimeToLive_int', orElse(timeToLive, undefined)),
  /** Type 7: what starts it. */
  trigger: wire('Trigger_vch', orElse(trigger, undefined)),
  /**
   * The VERSION that the person saw: a save of an older one is refused. Programs leave it out, also when they
   * send back all that they read.
   */
  version: wire('SEENVERSION', orElse(int(0), undefined)),
};
const dataReply = record(
  {
    id: wire('PKId_bi', int()),
    name: wire('Desc_vch', text(255)),
    type: wire('Type_int', int()),
    campaign: wire('BatchId_bi', int()),
    list: wire('ListId_int', int()),
    segment: wire('SegmentId_bi', orElse(int(), 0)),
    channel: wire('ChannelId_bi', int()),
    dayOfWeek: wire('DayofWeek_ti', int()),
    dayOfMonth: wire('DayofMonth_ti', int()),
    month: wire('Month_ti', int()),
    hour: wire('Hour_ti', int()),
    nextRun: wire('NextRun_dt', text(10)),
    weekends: wire('WeekEnds_ti', flag),
    enabled: wire('Status_int', flag),
    onlyNew: wire('New_ti', flag),
    clone: wire('Clone_ti', flag),
    filters: wire('Filters_vch', orElse(tagFilters, [] as TagFilter[])),
    timeToLive: wire('TimeToLive_int', int()),
    trigger: wire('Trigger_vch', orElse(trigger, NEW_TRIGGER)),
    /** Why the last run sent nothing, or why the next one will not; empty when all is well. */
    problem: wire('PROBLEM', text(500)),
    version: wire('VERSION', int()),
    /** Over all its runs: how many, and whom they reached, who replied and who opted out. */
    runs: wire('RUNS', orElse(int(), 0)),
    reached: wire('REACHED', orElse(int(), 0)),
    replied: wire('REPLIED', orElse(int(), 0)),
    optedOut: wire('OPTEDOUT', orElse(int(), 0)),
    /** Type 7: conversations that it began, and those that it will begin when their wait is over. */
    started: wire('STARTED', orElse(int(), 0)),
    waiting: wire('WAITING', orElse(int(), 0)),
  },
  true,
);
const automaton = wire('AutomataId', id);

/** Scheduled, repeating blasts. */
export const automata = {
  list: call(
    'automata/automatalist',
    { filter: wire('AutomataFilters', orElse(text(255), '')) },
    {
      automata: wire(
        'AUTOMATA',
        rows({
          id: wire('ID', int()),
          name: wire('AUTOMATA', text(255)),
          data: wire('AutomataData', dataReply),
          enabled: wire('Enabled', flag),
        }),
      ),
    },
    { about: 'All automata by name, with their data.' },
  ),
  load: call(
    'automata/loadAutomataData',
    { automaton },
    { data: wire('AUTOMATADATA', dataReply) },
    {
      about: 'One automata.',
    },
  ),
  update: call(
    'automata/updateAutomataData',
    {
      automaton,
      data: wire('AutomataData', record(dataFields, true)),
      justEnabled: wire('Enabled', orElse(flag, false)),
    },
    { data: wire('AUTOMATADATA', dataReply) },
    { about: 'Saves an automata; Enabled 1 marks “just switched on”. The server computes the next run.' },
  ),
  remove: call('automata/deleteautomata', { automaton }, {}, { about: 'Deletes an automata and its data.' }),
  add: call(
    'automata/addautomata',
    { name: wire('AutomataName', name(TEXT_LIMITS.name)) },
    { id: wire('NEWAUTOMATAID', int()) },
    { about: 'Adds an automata, disabled and without a schedule.' },
  ),
  rename: call(
    'automata/renameautomata',
    { automaton, name: wire('AutomataName', name(TEXT_LIMITS.name)) },
    {},
    { about: 'Renames an automata.' },
  ),
  previewDates: call(
    'automata/previewDates',
    {
      /** Of the event `date.reached`. */
      trigger: wire('Trigger_vch', trigger),
      segment: wire('SegmentId_bi', orElse(int(0), 0)),
    },
    {
      total: wire('TOTAL', int()),
      /** Days of the account on which somebody would be started. */
      days: wire('DAYS', rows({ day: wire('DAY', text(10)), count: wire('COUNT', int()) })),
    },
    {
      about:
        'How many people an automata that the date in a tag starts would start in the next 30 days, day by day: by what their tags and the segment are now, without those who opted out.',
    },
  ),
  starts: call(
    'automata/automataStarts',
    {
      automaton,
      start: wire('iDisplayStart', orElse(int(0, 1_000_000), 0)),
      length: wire('iDisplayLength', orElse(int(1, 200), 50)),
      /** '': all. */
      state: wire('inpState', orElse(oneOf('', ...START_STATES), '' as const)),
      /** 0: everybody. */
      contact: wire('inpContactId', orElse(int(0), 0)),
    },
    {
      starts: wire(
        'STARTS',
        rows({
          id: wire('ID', int()),
          contact: wire('ContactAddressId_bi', int()),
          phone: wire('ContactString_vch', text(32)),
          displayName,
          event: wire('EVENT', text(60)),
          state: wire('STATE', raw<StartState>(START_STATES.join(' | '))),
          reason: wire('REASON', raw<StartReason | ''>(`'' | ${START_REASONS.join(' | ')}`)),
          /** The kind of event that ended it; '': none did. */
          exit: wire('EXIT', text(60)),
          happenedAt: wire('HAPPENED_DT', text(40)),
          dueAt: wire('DUE_DT', text(40)),
          /** When it was started, skipped or left; '': it waits. */
          settledAt: wire('SETTLED_DT', text(40)),
          exitedAt: wire('EXITED_DT', text(40)),
        }),
      ),
      total: wire('TOTAL', int()),
    },
    {
      about:
        'Whom an automata of type 7 started, whom it will, and whom it did not and why, the latest first. inpState narrows by what became of it, inpContactId to one contact.',
    },
  ),
};
