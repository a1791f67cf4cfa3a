import { formatNumber } from '../kit/numbers.tsx';
/** What the screens of the sending rules say. */
export const wordings = {
  startHint: 'Tell people who opted out how to opt back in',
  startHintAbout:
    'When someone who opted out texts one of your keywords, they get a reply saying how to opt back in (START), at most once a day. If this is off, they get nothing.',
  consentRecord: {
    contact: 'contact',
    memberDetails: 'Member Details',
    consentRecordInSentence: 'consent record',
    print: 'Print',
    consentRecordOf: (phone: string) => `Consent record of ${phone}`,
    keptBy: 'Kept by',
    contactSince: 'Contact since',
    entries: 'Entries',
    nothingOnRecord: 'Nothing on record for this number: it hasn’t opted in or out.',
    asRecordedOn: 'As recorded on {day}. Entries are never changed or removed.',
    optedIn: 'Opted in',
    when: 'When',
    how: 'How',
    shownToThePerson: 'Shown to the person',
    stated: 'Stated',
    thePersonsWords: 'The person’s words',
    recordedBy: 'Recorded by',
  },
  contactRules: {
    couldntLoadThis: 'Couldn’t load this',
    localTime: 'Local time',
    messages: 'Messages',
    noneThisNumberOptedOut: 'None: this number opted out',
    consent: 'Consent',
    pausedUntil: 'Paused until {when}',
    theyPaused: 'They asked for it on their preference page. Replies to their own texts still go out.',
    endPause: 'End the pause',
    pauseEnded: 'The pause is over',
    anyTime: 'Any time: this channel has no quiet hours',
    mayGoNow: (hours: string) => `May go now (${hours})`,
    heldUntil: 'Held until {when}',
  },
  doubleOptIn: {
    newPeopleAreAsked: 'New people are asked to confirm',
    newPeopleAreMembersRight: 'New people are members right away',
    askNewPeopleToConfirm: 'Ask new people to confirm with YES',
    doubleOptIn:
      'Double opt-in: anyone added or imported gets a text and only becomes a member after they reply YES.',
    notAnsweredYet: (isMore: boolean, counted: number, pending: number) =>
      `${isMore ? `More than ${formatNumber(counted)}` : formatNumber(pending)} ${pending === 1 ? 'person hasn’t confirmed yet and gets' : 'people haven’t confirmed yet and get'} no messages.`,
  },
  sendingRules: {
    sendingRules: 'Sending rules',
    quietHoursHoldAMessage:
      'Quiet hours hold a message until the contact’s morning; they never drop it. Replies to someone’s own text always go out.',
    couldntLoadTheRules: 'Couldn’t load the rules',
    sendingRulesSaved: 'Sending rules saved',
    sendMessages: 'Send messages',
    anyTime: 'Any time, as on every simulator channel',
    theUsualHours: (usual: string) => `${usual}, the usual hours`,
    duringCustomHours: 'During custom hours',
    anyTimeNoQuietHours: 'Any time (no quiet hours)',
    to: 'To',
    keepTheNarrowerHours: 'Follow the stricter hours of {states}',
    usStates: 'US states',
    disclosure: 'Disclosure',
    addedToTheFirstMessage:
      'Added to the first message a person ever gets from this channel, and counted in its credits. Leave empty to add nothing.',
    msgDataRatesMayApply: 'Msg & data rates may apply. Reply HELP for help, STOP to opt out.',
    saveRules: 'Save rules',
    collectedFromPublishedTables: (states: string, state_hours_checked: string) =>
      `${states}. Collected from published tables on ${state_hours_checked}; see docs/compliance.md. We tell the state from a tag, ZIP code, or area code.`,
  },
  shared: {
    consentRecord: 'Consent record',
    from: 'From',
  },
};
