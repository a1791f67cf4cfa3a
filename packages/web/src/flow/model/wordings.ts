/** What these screens say, by the file that shows it. */
export const wordings = {
  copy: {
    sorryWeDidNotUnderstand: 'Sorry, we did not understand that.',
  },
  places: {
    answers: (texts: string, position: number) => `Answer ${texts} to step ${position}`,
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
    retries: 'Retries',
    picture: 'Picture',
    visits: 'Visits',
    shortLinks: 'Shortened links',
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
  },
  waits: {
    until: (dateTime: string) => `Until ${dateTime}`,
    untilToday: (hour: string) => `Until ${hour} today`,
    seconds: 'Seconds',
    minutes: 'Minutes',
    hours: 'Hours',
    today: 'Today',
  },
} as const;
