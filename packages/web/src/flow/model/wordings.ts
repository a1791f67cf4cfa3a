/** What these screens say, by the file that shows it. */
export const wordings = {
  copy: {
    sorryWeDidNotUnderstand: 'Sorry, we did not understand that.',
  },
  places: {
    answers: (texts: string, position: number) => `Answer ${texts} to step ${position}`,
    noDate: (position: number) => `No date in step ${position}, or past`,
    rules: (numbers: string, position: number) => `Rule ${numbers} of step ${position}`,
  },
  differences: {
    whenTheIntervalExpires: 'When the interval expires',
    answerRequired: 'Answer required',
    validateTheResponse: 'Validate the response',
    errorMessage: 'Error message',
    stepDescription: 'Step description',
    guideText: 'Guide text',
    shownInGuidedView: 'Shown in Guided Configuration',
    nextStep: 'Next step',
    noWait: 'No wait',
    alternatives: 'Alternatives',
    answers: 'Answers',
    rules: 'Rules',
    wait: 'Wait',
    longWait: 'Wait for',
    retries: 'Retries',
    picture: 'Picture',
    visits: 'Visits',
    shortLinks: 'Shortened links',
    onError: 'Where failed calls go',
    retryOn: 'What is tried again',
    isRepeatable: 'Safe to repeat',
    picks: 'Values from the answer',
    type: 'Step type',
    yes: 'Yes',
    no: 'No',
  },
  references: {
    afterVisits: (max: number) => `After ${max} visits`,
    otherwise: 'Otherwise',
    thenNext: 'Then',
  },
  oneLine: {
    of: (kind: string, name: string) => `[${kind} of ${name}]`,
    link: '[preference link]',
  },
  waits: {
    until: (dateTime: string) => `Until ${dateTime}`,
    untilToday: (hour: string) => `Until ${hour} today`,
    seconds: 'Seconds',
    minutes: 'Minutes',
    hours: 'Hours',
    today: 'Today',
    days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
    weeks: (count: number) => (count === 1 ? '1 week' : `${count} weeks`),
    theDate: 'the date',
    /** 'Until 2 days before Birthday, 9:00 AM' */
    untilDate: (days: number, tag: string, at: string) => {
      const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
      return `Until ${days === 0 ? '' : `${count} ${days < 0 ? 'before' : 'after'} `}${tag}, ${at}`;
    },
  },
} as const;
