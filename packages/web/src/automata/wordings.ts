/** What the screens of automata say. */
import { counted, formatNumber } from '../kit/numbers.tsx';
import type { CalendarView } from './calendar-days.ts';
import type { CalendarEvent, SendKind } from './calendar-send.ts';
import { hourOf, longDay, shortDay, timeOf } from './calendar-words.ts';

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

export const wordings = {
  /** 'a campaign and a list' */
  stillNeeded: (things: readonly string[]) => `Choose ${list.format(things)} first. Then you can turn it on.`,
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
  firstChannel: (name: string) => (name === '' ? 'First channel' : `First channel (${name} now)`),
  channelGone: 'This channel was deleted. Choose another one.',
  automataEditor: {
    scheduleOptions: 'Schedule Options',
    selectTargetCampaign: 'Select Target Campaign',
    selectTargetList: 'Select Target List',
    switchItOn: 'Turn It On',
    showAllAutomata: 'Show all automata',
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
      'An automata sends a campaign to a list on a schedule: once, daily, weekly, monthly, or yearly.',
    couldntLoadYourAutomata: 'Couldn’t load your automata',
    noAutomataYet: 'No automata yet',
    giveItASchedule: 'Give it a schedule, a campaign, and a list, then turn it on.',
    searchAutomata: 'Search Automata...',
    deleted: (name: string) => `“${name}” deleted`,
    noScheduleYet: 'No schedule yet',
    nextRun: (nextRun: string) => ` · next run ${nextRun}`,
    problem: 'Problem',
    renameAutomata: 'Rename Automata',
    referencesToTheOldName: 'References to the old name will stop working.',
    areYouSureYouWant: 'Are you sure you want to delete this Automata?',
    andItsDataWill: (name: string) =>
      `“${name}” and its data will be deleted and it will stop running. This can’t be undone.`,
    on: 'On',
    off: 'Off',
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
    notChosenYet: 'Not chosen yet',
    enabled: 'Enabled',
    nextScheduleRun: 'Next Schedule Run',
    notScheduledYet: 'Not Scheduled Yet',
    summary: 'Summary',
    /** 'Newsletter, in “VIP”, where City is Boston' */
    target: (list: string, segment: string, filters: readonly string[]) =>
      list +
      (segment === '' ? '' : `, in “${segment}”`) +
      (filters.length === 0 ? '' : `, where ${filters.join(' and ')}`),
    aThatWasDeleted: (what: string) => `A deleted ${what}`,
    yes: 'Yes',
    no: 'No',
  },
  targetSteps: {
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
