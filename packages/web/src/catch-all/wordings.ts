import { quoted } from '../data/isolated.ts';
import { counted } from '../kit/numbers.tsx';

/** What the settings of a channel say about texts that nothing else answers. */
export const wordings = {
  catchAllSettings: {
    title: 'Unmatched texts',
    about:
      'What people get when they text something that’s no keyword and no answer in a conversation. Their text still shows as waiting in your inbox. People who opted out get nothing, and STOP, START, and HELP always work.',
    couldntLoad: 'Couldn’t load what answers unmatched texts',
    saved: 'Answers to unmatched texts saved',
    answerWith: 'Answer with',
    closedAnswerWith: 'Outside opening hours, answer with',
    nothing: 'No campaign',
    howOften: 'How often per person',
    pauses: {
      '0': 'Every time',
      '1': 'Once an hour',
      '12': 'Once every 12 hours',
      '24': 'Once a day',
      '168': 'Once a week',
      '720': 'Once every 30 days',
    },
    hours: (hours: number) => `Once every ${counted(hours, 'hour')}`,
    hasHours: 'This channel has opening hours',
    nowOpen: (isOpen: boolean) => (isOpen ? 'It’s open now.' : 'It’s closed now.'),
    daysOff: 'Days off',
    none: 'None',
    timeZone: 'Time zone',
    accountZone: (zone: string) => `Your account’s: ${zone}`,
    problems: {
      deleted: (name: string) => `${quoted(name)} was deleted, so it answers no one`,
      errors: (name: string) => `A step of ${quoted(name)} has an error`,
    },
    openCampaign: 'Open the campaign',
    neverPublished: (name: string) =>
      `${quoted(name)} has never been published, so people get the draft as you edit it.`,
    save: 'Save answers',
  },
  weekHours: {
    openingHours: 'Opening hours',
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    opens: (day: string) => `${day} opens at`,
    closes: (day: string) => `${day} closes at`,
    until: 'to',
    nextDay: 'the next day',
    closed: 'Closed',
  },
} as const;
