/** What the screens of automata say. */

import type { StartReason } from '@parley/contract';
import { quoted } from '../data/isolated.ts';
import { counted, formatNumber } from '../kit/numbers.tsx';
import type { CalendarView } from './calendar-days.ts';
import type { CalendarEvent, SendKind } from './calendar-send.ts';
import { hourOf, longDay, shortDay, timeOf } from './calendar-words.ts';

type Starts = { started: number; waiting: number };
type Totals = { runs: number; reached: number; replied: number; optedOut: number };

const list = new Intl.ListFormat('en-US');

const kinds: Record<SendKind, string> = {
  run: 'Automata',
  planned: 'Scheduled blast',
  begun: 'Blast',
  demo: 'Demo',
};

const kindWords = ({ kind, times, last }: CalendarEvent) =>
  kinds[kind] + (times > 1 ? `, ${times} times until ${timeOf(last)}` : '');

/** Why somebody was not started. */
const reasons: Record<StartReason, string> = {
  already: 'already had it',
  'too-often': 'started ten times in a day',
  late: 'too late',
  'date-changed': 'the date was changed',
  'not-in-segment': 'not in the segment',
  'segment-broken': 'the segment names something that was deleted',
  'opted-out': 'opted out',
  paused: 'paused texts',
  erased: 'erased',
  frequency: 'got enough messages lately',
  balance: 'balance too low',
  'no-channel': 'no channel to send from',
  'channel-deleted': 'channel deleted',
  'campaign-deleted': 'campaign deleted',
  'no-steps': 'campaign has no steps',
  'turned-off': 'automata was off',
  'trigger-changed': 'it waits for something else now',
  exit: 'left before the start',
  restored: 'due when a backup was put back',
  fault: 'something went wrong',
};

export const wordings = {
  /** 'a campaign and a list' */
  stillNeeded: (things: readonly string[]) => `Choose ${list.format(things)} first. Then you can turn it on.`,
  isReadyByEvent:
    'Everything’s ready. Turn it on and it starts for people from now on, not for what happened before.',
  isOnByEvent: 'It starts by itself, for one person at a time.',
  /** '1,204 started, 12 waiting' */
  startTotals: ({ started, waiting }: Starts) =>
    `${formatNumber(started)} started, ${formatNumber(waiting)} waiting`,
  isReady: 'Everything’s ready. Turn it on and it sends on schedule.',
  isOn: 'It sends automatically, on schedule.',
  views: { month: 'Month', week: 'Week', day: 'Day' } satisfies Record<CalendarView, string>,
  howMuch: 'View',
  today: 'Today',
  neighbour: (view: CalendarView, by: 1 | -1) => `${by === 1 ? 'Next' : 'Previous'} ${view}`,
  nothingOn: (view: CalendarView, day: string) =>
    view === 'month' ? `Nothing in the four weeks from ${shortDay(day)}.` : 'Nothing on this day.',
  nothing: 'Nothing',
  /** A day of the month with what is sent on it. */
  dayWith: (day: string, count: number) =>
    longDay(day) + (count === 0 ? '' : count === 1 ? ', one send' : `, ${count} sends`),
  more: (count: number) => `${count} more`,
  moreOn: (count: number, day: string) => `${count} more on ${longDay(day)}`,
  kinds,
  kind: kindWords,
  /** Begins with what is seen, then says what a reader of one line can't see. */
  send: (event: CalendarEvent) =>
    `${hourOf(event.start)} ${event.title}, ${kindWords(event)}, ${longDay(event.start.slice(0, 10))}`,
  soFar: 'So far',
  /** '22 runs: 1,204 people reached, 96 replied, 3 opted out' */
  totals: ({ runs, reached, replied, optedOut }: Totals) =>
    `${counted(runs, 'run')}: ${counted(reached, 'person', 'people')} reached, ${formatNumber(replied)} replied, ${formatNumber(optedOut)} opted out`,
  channel: 'Send from',
  channelAbout: 'This channel’s quiet hours and speed apply.',
  firstChannel: (name: string) => (name === '' ? 'First channel' : `First channel, now ${name}`),
  channelGone: 'This channel was deleted. Choose another one.',
  automataEditor: {
    othersChangeIt: 'This automata is on: members and owners change it.',
    scheduleOptions: 'Schedule Options',
    selectTargetCampaign: 'Select Target Campaign',
    selectTargetList: 'Select Target List',
    switchItOn: 'Turn It On',
    showAllAutomata: 'Show all automata',
    whatStartsIt: 'What starts it',
    whoItIsFor: 'Who It’s For',
    history: 'History',
    thisAutomataIsByEvent: 'This automata is on. It starts whenever that happens.',
    thisAutomataIs: 'This automata is on. It sends on the schedule in the summary.',
    thisAutomataIsOff: 'This automata is off. Nothing goes out until you turn it on.',
    continue: 'Continue',
    finished: 'Finished',
    startOver: 'Start Over',
    summary: 'Summary',
  },
  automataManager: {
    addAutomata: 'Add Automata',
    anAutomataSendsACampaign:
      'An automata sends a campaign to a list on a schedule, or to one person when something happens.',
    couldntLoadYourAutomata: 'Couldn’t load your automata',
    noAutomataYet: 'No automata yet',
    giveItASchedule: 'Give it a schedule, a campaign, and a list, then turn it on.',
    searchAutomata: 'Search Automata...',
    deleted: (name: string) => `${quoted(name)} deleted`,
    noScheduleYet: 'No schedule yet',
    nextRun: (nextRun: string) => ` · next run ${nextRun}`,
    problem: 'Problem',
    renameAutomata: 'Rename Automata',
    referencesToTheOldName: 'References to the old name will stop working.',
    areYouSureYouWant: 'Are you sure you want to delete this Automata?',
    andItsDataWill: (name: string) =>
      `${quoted(name)} and its data will be deleted and it will stop running. This can’t be undone.`,
    on: 'On',
    off: 'Off',
  },
  trigger: {
    type: 'When this happens',
    /** ', 2 days later' */
    after: ({ count, unit }: { count: number; unit: 'days' | 'hours' | 'minutes' }) =>
      `, ${counted(count, unit.slice(0, -1))} later`,
    /** ', 2 days later at 9:00 AM' */
    clock: (days: number, at: string) =>
      days === 0 ? `, at ${at} the same day` : `, ${counted(days, 'day')} later at ${at}`,
    dateReached: 'Date in a tag',
    /** ', 2 days before it at 9:00 AM, every year' */
    date: (days: number, at: string, everyYear: boolean) => {
      const side =
        days === 0 ? ' on the day' : ` ${counted(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'} it`;
      return `,${side} at ${at}${everyYear ? ', every year' : ''}`;
    },
    dateTag: 'Tag with the date',
    chooseATag: 'Choose a tag',
    whichDay: 'Which day',
    sides: { before: 'Days before it', on: 'On the day', after: 'Days after it' },
    howManyDays: 'How many days',
    howOftenDate: 'How often',
    every: { year: 'Every year', date: 'Once per date' },
    dateAbout: {
      year: 'Birthdays and anniversaries: 1990-05-31, 5/31/1990 or 5/31. Born on February 29? In other years it’s the 28th.',
      date: 'Appointments and renewals: 2026-05-31 or 5/31/2026. When the date changes, the new one counts and the old one doesn’t.',
    },
    dateLate: 'Never starts more than 12 hours late.',
    dateExitAbout:
      'Ends the conversation it began, and no other. Opting out always does. To call off what’s to come, change or empty the tag.',
    nextDays: 'The next 30 days',
    wouldStart: (count: number) => `It would start for ${counted(count, 'person', 'people')}`,
    nobody: 'It would start for no one: no date in this tag is that close, or its values aren’t dates.',
    onDay: (count: number) => counted(count, 'person', 'people'),
    moreDays: (count: number) => `and ${counted(count, 'more day')}`,
    when: 'When this happens',
    chooseWhat: 'Choose what happens',
    chooseAValue: 'Choose a value',
    unfinished: 'Finish every condition. Until then, the last complete version stays in place.',
    unfinishedDate: 'Choose the tag. Until then, the last complete version stays in place.',
    start: 'It starts',
    waits: { nothing: 'Right away', time: 'After a while', clock: 'At a time of day' },
    howLong: 'How long',
    unit: 'Unit',
    units: { minutes: 'Minutes', hours: 'Hours', days: 'Days' },
    daysLater: 'Days later',
    atTime: 'At (their time)',
    howOften: 'For the same person',
    repeats: { once: 'Once', days: 'Again after some days', each: 'Every time' },
    daysBetween: 'Days between',
    exitWhen: 'Stops when',
    exitAbout:
      'Cancels a start that’s still waiting and ends the conversation it began, and no other. Opting out always does.',
    addExit: 'Add a reason to stop',
    removeExit: (title: string) => `Remove: ${title}`,
    preview: 'The last 30 days',
    previewAbout: 'It would have started for',
    notKept:
      'Parley doesn’t keep past events of this kind, so there’s nothing to look back on. It works from the moment you turn it on.',
  },
  starts: {
    title: 'History',
    about: 'Everyone it happened to: who was started, who’s waiting, and who wasn’t started, and why.',
    couldntLoad: 'Couldn’t load the history',
    nothingYet: 'Nothing happened yet',
    nothingYetAbout: 'As soon as it happens to someone, they show up here.',
    noneLikeThat: 'No one here. Choose another view to see the rest.',
    show: 'Show',
    states: {
      '': 'Everybody',
      started: 'Started',
      waiting: 'Waiting',
      skipped: 'Not started',
      left: 'Left before the start',
    },
    onlyThem: (name: string) => `Show only ${name}`,
    showEverybody: 'Show everyone',
    one: 'event',
    happened: '{event} {at}',
    startsAt: ' · starts {at}',
    left: ' · left: {event}',
    reasons,
  },
  calendar: {
    automataAndBlasts: (zone: string, isDemo: boolean) =>
      `Automata and blasts, in ${zone}.${isDemo ? ' These are demo events: your own take their place.' : ''}`,
    couldntLoadTheCalendar: 'Couldn’t load the calendar',
  },
  calendarEvents: {
    demoWeeklyNewsletter: 'Demo: weekly newsletter',
    demoAppointmentReminders: 'Demo: appointment reminders',
    demoFlashSale: 'Demo: flash sale',
    demoBirthdayGreetings: 'Demo: birthday greetings',
  },
  scheduleSteps: {
    oneTime: 'One Time',
    onceThenItTurnsItself: 'Once, then it turns itself off.',
    daily: 'Daily',
    everyDay: 'Every day, with or without weekends.',
    weekly: 'Weekly',
    oneDayAWeek: 'One day a week.',
    monthly: 'Monthly',
    oneDayAMonth: 'One day a month. The 31st means the last day of shorter months.',
    yearly: 'Yearly',
    oneDayAYear: 'One day a year.',
    whenThisHappens: 'When this happens',
    forOnePersonAtATime:
      'Starts the campaign for one person at a time: when they join a list, reply, or click a link, or on a date in their tags.',
    chooseATypeFirst: 'Choose a type first.',
    runsEveryHour: 'Runs every hour, on the hour.',
    triggerDate: 'Trigger Date',
    chooseADay: 'Choose a day',
    dayOfWeek: 'Day of Week',
    month: 'Month',
    dayOfMonth: 'Day of Month',
    runOnWeekends: 'Run on weekends?',
    ifNot: 'If not, will trigger following Monday',
    timeOfDay: (zone: string) => `Time of Day (${zone})`,
  },
  shared: {
    automataManager: 'Automata Manager',
    selectAutomataType: 'Select Automata Type',
    automataEditor: 'Automata Editor',
    automata: 'automata',
    automataName: 'Automata Name',
  },
  summary: {
    scheduleType: 'Schedule Type',
    who: 'Who',
    notChosenYet: 'Not chosen yet',
    enabled: 'Enabled',
    nextScheduleRun: 'Next Schedule Run',
    notScheduledYet: 'Not Scheduled Yet',
    summary: 'Summary',
    /** 'Newsletter, in “VIP”, where City is Boston' */
    target: (list: string, segment: string, filters: readonly string[]) =>
      list +
      (segment === '' ? '' : `, in ${quoted(segment)}`) +
      (filters.length === 0 ? '' : `, where ${filters.join(' and ')}`),
    aThatWasDeleted: (what: string) => `A deleted ${what}`,
    yes: 'Yes',
    no: 'No',
  },
  targetSteps: {
    othersTurnItOn: 'When it’s ready, ask a member or an owner to turn it on.',
    onlySegment: 'Only people in this segment',
    onlySegmentAbout: 'Checked when it starts for them, after any wait.',
    everybody: 'Everyone it happens to',
    noSegments: 'It starts for everyone it happens to. Build a segment to narrow that down.',
    targetCampaign: 'Target Campaign',
    targetList: 'Target List',
    allOrOnlyNew: 'All or only New?',
    onlyNew: 'Only new',
    onlyNewSentence: 'Only people who joined the list since the last run.',
    cloneNewCampaign: 'Clone New Campaign?',
    newEachRunSends: 'New: each run sends a fresh copy, so people who already got the campaign get it again.',
    eachPersonGetsThisOnce: 'Each person gets this once',
    anyoneWhoGotTheCampaign:
      'Anyone who got the campaign is left out of later runs, including next year’s birthday. Choose “New” to send it to them again.',
    segment: 'Segment (optional)',
    anySegment: 'No segment: everyone on the list',
    onlyThoseInIt: 'Each run goes to people on the list who are in it by then.',
    filterListTargets: 'Filter List Targets?',
    enabled: 'Enabled?',
    chooseOne: 'Choose one',
    noMatches: 'No matches',
    all: 'All',
    existing: 'Existing',
    new: 'New',
    no: 'No',
    yes: 'Yes',
  },
};
