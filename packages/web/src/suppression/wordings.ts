import { counted, formatNumber } from '../kit/numbers.tsx';

/** What the screens of opt-outs say. */
export const wordings = {
  upload: { country: 'Country for numbers without a country code' },
  askedSince: 'Texted {words} {when} ({campaign})',
  optOutTabs: {
    theseNumbersDontGetAny:
      'These numbers don’t get any messages, no matter how they’re sent. Only the person can opt back in, by texting START, UNSTOP, or YES.',
    textsThatMightBeOpt: 'Texts that might be opt-outs. Nothing happens until you decide.',
    theseLookLikeAutoReplies:
      'These look like auto-replies stuck in a loop with your campaign. They’re muted for a day, or until you unmute them. STOP, START, and HELP always get a reply.',
    toReview: 'To review',
    muted: 'Muted',
  },
  mutedList: {
    unmuted: 'Unmuted',
    couldntLoadMutedConversations: 'Couldn’t load muted conversations',
    noOnesMuted: 'No one’s muted',
    ifAnAutoReplyGets:
      'If an auto-reply gets stuck in a loop with your campaign, it’s muted for a day and listed here. People who answer a long survey never are.',
    facts: '{channel} · muted {at} · gets replies again {until}',
    unmute: 'Unmute',
  },
  optOutList: {
    noOptOuts: 'No opt-outs',
    anyoneWhoTextsStop:
      'Anyone who texts STOP, or says so in other words, shows up here right away. You can also record people who call or write, or upload a list of numbers to block.',
    searchNumbersAndWords: 'Search Opt-outs...',
    numbers: (count: number) => counted(count, 'number'),
    moreThan: (count: number) => `More than ${formatNumber(count)} numbers`,
    couldntLoadOptOuts: 'Couldn’t load opt-outs',
    recordedBy: (by: string) => `recorded by ${by}`,
  },
  recordDialog: {
    isOptedOut: (phone: string) => `${phone} is opted out`,
    forPeopleWhoCalled:
      'For people who called, wrote, or told you in person. They won’t get anything from any channel.',
    howItCame: 'How they told you',
    whatTheySaid: 'What they said, or where the letter is on file. Kept with the opt-out.',
  },
  reviewList: {
    nextText: 'Next text',
    textBefore: 'Text before',
    notAnOptOut: 'Not an opt-out',
    couldntLoadTheTexts: 'Couldn’t load the texts',
    nothingToReview: 'Nothing to review',
    clearOptOutsTakeEffect:
      'Clear opt-outs take effect right away. Texts that might be one, such as “how do I cancel”, wait here for you to decide.',
    keys: '{next} {before} move · {optOut} opt out · {not} not an opt-out',
  },
  shared: {
    optOutsToReview: 'Opt-outs to review',
    mutedConversations: 'Muted conversations',
    recordAnOptOut: 'Record an opt-out',
    uploadNumbersToSuppress: 'Upload numbers to opt out',
    optOut: 'Opt out',
  },
  sourceWords: {
    byTextMessage: 'By text message',
    reportedByTheCarrier: 'Reported by the carrier',
    decidedInTheReview: 'Decided in the review',
    fromAnUploadedFile: 'From an uploaded file',
    withAnImport: 'With an import',
    byPhone: 'By phone',
    byLetter: 'By letter',
    byEMail: 'By email',
    inPerson: 'In person',
    onAWebPage: 'On a web page',
    onTheirPreferencePage: 'On their preference page',
    onASignUpPage: 'On a sign-up page',
    anotherWay: 'Another way',
    inAConversation: 'In a conversation',
    confirmedByTextMessage: 'Confirmed by text message',
    keptAfterErasure: 'Kept after erasure',
  },
  uploadDialog: {
    aCsvFileWithOne:
      'A CSV file with one column for the sender and one for the text, the way carriers export them. Anyone whose last text was an opt-out is opted out; everyone else stays as is.',
    aCsvFile:
      'A CSV file with a column of phone numbers. Every number in it is opted out, contact or not. Only the person can undo that.',
    csvFile: 'CSV file',
    chooseAFile: 'Choose a file',
    thisIsACarriersMessage: 'This is a carrier’s message log',
    forOptOutsThatCame:
      'For opt-outs that came in while this server was down, or after the backup it was restored from.',
    optOutEveryoneWhoTexted: 'Opt out everyone who texted STOP',
    optTheseNumbersOut: 'Opt these numbers out',
    optedOutNow: (added: number) =>
      added === 0 ? 'No new opt-outs' : `${counted(added, 'number')} opted out`,
    hadAlreadyOptedOut: (known: number) => `${counted(known, 'number')} had already opted out.`,
    nothingOfIt: (others: number) =>
      `${formatNumber(others)} ${others === 1 ? 'text doesn’t' : 'texts don’t'} mention opting out.`,
    pleaseReadTheseYourself: 'Please read these yourself and record the real opt-outs:',
    noPhoneNumber: (count: number, rows: string, areMore: boolean) =>
      `${counted(count, 'row')} ${count === 1 ? 'has' : 'have'} no readable phone number: ${rows}${areMore ? ' …' : '.'}`,
    row: (row: number, value: string) => `row ${formatNumber(row)} (${value})`,
  },
} as const;
