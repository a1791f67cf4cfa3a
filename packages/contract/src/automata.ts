import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { type TagFilter, tagFilters, timeToLive } from './blasts.ts';
import { call, record, rows, wire } from './kernel/call.ts';
import { date, flag, id, ifGiven, int, name, orElse, text } from './kernel/codec.ts';

/** Fields of AutomataData (section 3). Absent fields keep their stored value. */
const dataFields = {
  name: wire('Desc_vch', ifGiven(name(TEXT_LIMITS.name))),
  type: wire('Type_int', orElse(int(0, 6), undefined)),
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
    /** Why the last run sent nothing, or why the next one will not; empty when all is well. */
    problem: wire('PROBLEM', text(500)),
    version: wire('VERSION', int()),
    /** Over all its runs: how many, and whom they reached, who replied and who opted out. */
    runs: wire('RUNS', orElse(int(), 0)),
    reached: wire('REACHED', orElse(int(), 0)),
    replied: wire('REPLIED', orElse(int(), 0)),
    optedOut: wire('OPTEDOUT', orElse(int(), 0)),
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
    { about: 'Saves an automata; Enabled 1 marks "just switched on". The server computes the next run.' },
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
};
