/** What these screens say, by the file that shows it. */
import { quoted } from '../../data/isolated.ts';

export const wordings = {
  flowMap: {
    mapOfTheSteps: 'Map of the steps',
    couldntCountHowFarContacts: 'Couldn’t count how far contacts got',
    whatIsCounted:
      'How often conversations reached each step, were answered there, or timed out, and who’s waiting there now. The thicker a line, the more went that way.',
    waitingIsNow: 'Dates don’t apply to people who are waiting now.',
    earlier: (since: string) =>
      since === ''
        ? 'From before this was counted: of each contact, only the latest conversation is known.'
        : `Before ${since}, only the latest conversation of each contact is known.`,
    tooManyToCountExactly: 'Too many to count exactly: the real numbers are at least this high.',
    couldntLoadVersion: 'Couldn’t load this version',
    asPublished: (version: number) =>
      `Version ${version}, as it was published: it can’t be changed. To edit the draft, show all versions.`,
  },
  keptCounts: {
    since: (day: string) =>
      `Counts on this map begin on ${day}: your account doesn’t keep older answers. Everyone who’s waiting now is counted.`,
  },
  canvas: {
    hasAnError: ', has an error',
    hasAWarning: ', has a warning',
    aCampaignThatWasDeleted: 'A deleted campaign',
    campaign: (known: string) => `campaign ${quoted(known)}`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    showTheWholeMap: 'Show the whole map',
    keys: 'On a step: Enter opens it, A adds one after it, G says where it goes, Delete deletes it, arrow keys go along the lines. Plus, minus, and 0 zoom.',
  },
  mapBar: {
    find: 'Find on the map',
    nothingFound: 'No such step',
    version: 'Counted version',
    allVersions: 'All versions',
    noVersion: 'Before the first version',
    numbered: (number: number) => `Version ${number}`,
    days: 'Counted days',
    allDays: 'All days',
    clearDays: 'Count all days',
    last: (days: number) => `Last ${days} days`,
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
  },
  mapParts: {
    nothingLeadsHere: 'Nothing leads here',
    dragToConnect: (label: string) =>
      label === '' ? 'Drag to the step that follows' : `${quoted(label)}: drag to the step it leads to`,
    went: (way: string, count: string) => `${way}: ${count} times`,
    insertOn: (way: string) => `Insert on the way ${way}`,
  },
  counted: {
    reached: (count: string) => `${count} reached`,
    waiting: (count: string) => `${count} waiting now`,
    answered: (count: string) => `${count} answered`,
    timedOut: (count: string) => `${count} timed out`,
    optedOut: (count: string) => `${count} opted out`,
  },
  countTitles: {
    reached: 'Reached',
    waiting: 'Waiting now',
    answered: 'Answered',
    timedOut: 'Timed out',
    optedOut: 'Opted out',
    intent: (intent: string) => `Answered ${quoted(intent)}`,
    noIntent: 'Answered something else',
  },
  stepPanel: {
    close: 'Back to the map',
    tools: 'What to do with this step',
    insertAfter: 'New after this',
    goesTo: 'Goes to…',
    reorder: 'Place in order…',
    counts: 'Counts of this step',
    leadsTo: 'Leads to',
    theEnd: 'The end',
  },
  connectDialog: {
    title: (position: number) => `Where step ${position} goes`,
    byItself: 'When it’s done',
    done: 'Done',
    switches: 'Switches to another campaign. Choosing a step ends that.',
    none: 'This step ends the conversation.',
  },
  reorderDialog: {
    title: (position: number) => `Place of step ${position}`,
    about:
      'Steps without a way of their own go on with the one that follows. Answers and rules still lead to the same steps.',
    place: 'Put it',
    first: 'First',
    after: (step: string) => `After ${step}`,
    move: 'Put There',
  },
  countPeople: {
    title: (words: string, step: string) => `${words} · ${step}`,
    couldntLoad: 'Couldn’t load these people',
    nobody: 'No one’s here anymore.',
    number: 'Number',
    times: 'Times',
    last: 'Last',
    erased: 'Erased contact',
    totals: (people: string, times: string) => `${people}, ${times}`,
    makeList: 'Make a List',
    makeSegment: 'Make a Segment',
    listAbout:
      'A new list with these people, as they are now. It doesn’t change when others come to the step later.',
    segmentAbout:
      'A new segment of everyone who gave this answer in the same days. It grows as others answer.',
    segmentName: 'Segment name',
    segmentMade: (name: string) => `${quoted(name)} made`,
    saveSegment: 'Make It',
    segmentNeedsAll: 'A segment can’t ask for a version. Show all versions to make one.',
  },
  mapTable: {
    campaign: (known: string) => `campaign ${quoted(known)}`,
    hideTheTable: 'Hide the table',
    showAsATable: 'Show as a table',
    step: 'Step',
    leadsTo: 'Leads to',
    nothingLeadsHere: ', nothing leads here',
    theEnd: 'The end',
    open: (words: string, count: string, step: string) => `${words}: ${count}, ${step}`,
  },
  words: {
    step: (position: number, step_labels: string, step: string) =>
      `Step ${position}, ${step_labels}: ${step}`,
    nothingLeadsHere: (name: string) => `${name}, nothing leads here`,
    fromTo: (from: string, to: string) => `From ${from} to ${to}`,
  },
  graph: {
    otherwise: 'Otherwise',
  },
} as const;
