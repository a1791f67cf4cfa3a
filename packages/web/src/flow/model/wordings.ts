/** What these screens say, by the file that shows it. */
export const wordings = {
  differences: {
    whenTheIntervalExpires: 'When the interval expires',
    answerRequired: 'Answer required',
    validateTheResponse: 'Validate the response',
    errorMessage: 'Error message',
    stepDescription: 'Step description',
    guideText: 'Guide text',
    shownInGuidedView: 'Shown in guided view',
    nextStep: 'Next step',
    noWait: 'No wait',
  },
  labels: {
    finalMessage: 'Final Message',
    apiCall: 'API Call',
    rulesEngine: 'Rules Engine',
    waitInterval: 'Wait Interval',
    captureOptIn: 'Capture Opt In',
    dripMarketingResetLoopSecurity: 'Drip Marketing Reset / Loop Security Reset',
    auxiliaryCampaignItem: 'Auxiliary Campaign Item',
    switchContext: 'Switch Context',
    sendNotificationToList: 'Send Notification to List',
  },
  references: {
    rule: (index: number) => `Rule ${index}`,
    afterVisits: (max: number) => `After ${max} visits`,
  },
  summary: {
    lastResponse: (tag: string) => `Last response → ${tag}`,
    resetsCounters: 'Resets counters',
    keywordBlastAndApi: 'Keyword, Blast and API',
    of: (kind: string, name: string) => `[${kind} of ${name}]`,
  },
  waits: {
    until: (dateTime: string) => `Until ${dateTime}`,
    untilToday: (hour: string) => `Until ${hour} today`,
  },
} as const;
