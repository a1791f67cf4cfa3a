/** What the screens of an account and its team say. */
import type { DataKind, TeamRole } from '@parley/contract';
import { counted, formatNumber } from '../kit/numbers.tsx';

const ROLE_IN_SENTENCE: Record<TeamRole, string> = {
  owner: 'an owner',
  member: 'a member',
  author: 'an author',
};

/** One and many of what goes of each kind of data. */
const UNITS: Record<DataKind, [one: string, many: string]> = {
  texts: ['text', 'texts'],
  messages: ['message', 'messages'],
  answers: ['answer or step reached', 'answers and steps reached'],
  clicks: ['click', 'clicks'],
  links: ['link', 'links'],
  pictures: ['picture', 'pictures'],
  simulator: ['text', 'texts'],
  history: ['entry', 'entries'],
};

const kept = (months: number) => {
  if (months === 0) return 'forever';
  return `for ${months % 12 === 0 ? counted(months / 12, 'year') : counted(months, 'month')}`;
};

const replies = (count: number) => (count === 1 ? '1 reply is' : `${formatNumber(count)} replies are`);

export const wordings = {
  unpaid: 'Out of credits',
  outOfCredits: {
    title: 'You’re out of credits',
    text: (count: number, hours: number) =>
      `${replies(count)} on hold. Add credits and they go out right away. Anything still on hold after ${hours} hours won’t be sent.`,
  },
  lowOnCredits: {
    title: 'Credits are running low',
    text: (balance: number) =>
      `${formatNumber(balance)} left. Once they run out, replies go on hold and new blasts can’t start.`,
  },
  creditAlert: {
    title: 'Low-credit alert',
    about:
      'When your balance drops below this, everyone sees it on Welcome and it’s recorded in History. Enter 0 to turn off the alert.',
    label: 'Alert us below this many credits',
    save: 'Save alert',
    saved: 'Alert saved',
    ownersOnly: 'Only an account owner can change this.',
    failed: 'Couldn’t load the alert',
  },
  roleChanged: 'Role changed',
  ownershipAsked: 'Invitation sent. They’ll become an owner once they accept.',
  waitsForYes: 'Invited to be an owner',
  askTitle: (email: string) => `Make ${email} an owner?`,
  askAbout:
    'They’ll become an owner once they accept. Owners can change channels, credentials, and the team, and can remove you. Sign-in codes only go through this account while it has a single owner.',
  ask: 'Send invitation',
  offerTitle: 'Become an owner?',
  offer: (email: string) =>
    `${email} invited you to become an owner of this account. Owners decide who’s on the team and how channels send. You’ll stay a member until you accept.`,
  accept: 'Accept',
  decline: 'Decline',
  accepted: 'You’re an owner now',
  declined: 'Declined',
  agentWords: {
    samsungInternet: 'Samsung Internet',
    anIphone: 'an iPhone',
    anIpad: 'an iPad',
    aMac: 'a Mac',
    aChromebook: 'a Chromebook',
    aBrowserOn: (system: string) => `A browser on ${system}`,
    unknownBrowser: 'Unknown browser',
  },
  authenticator: {
    title: 'Authenticator app',
    about:
      'Sign in with a code from an app on your phone. It works without cell service or a channel, and nobody can intercept it.',
    failed: 'Couldn’t load your authenticator app',
    notSetUp: 'You haven’t set one up. Once you do, we’ll ask for a code from the app after your password.',
    setUpAnother: 'Set up another phone',
    theOldOneGoesOn: 'The app you have keeps working until you finish here.',
    onSince: 'On since {when}.',
    codesLeft: (count: number) => `${counted(count, 'recovery code')} left.`,
    fewCodes: 'You’re almost out of recovery codes. Make new ones so losing your phone can’t lock you out.',
    newCodes: 'New recovery codes',
    newCodesQuestion: 'Make new recovery codes?',
    oldCodesEnd: 'The codes you have now stop working.',
    makeCodes: 'Make new codes',
    turnOff: 'Turn off',
    turnedOff: 'Authenticator app turned off',
    turnOffQuestion: 'Turn off the authenticator app?',
    thenByText: 'From now on, we’ll text you a code when you sign in. Your recovery codes stop working.',
    thenPasswordAlone: 'From now on, your password alone signs you in. Your recovery codes stop working.',
  },
  emailForm: {
    youSignIn: (email: string) => `From now on, sign in with ${email}.`,
    youSignInSentence: (current: string) =>
      `You sign in with ${current}. We don’t send email to either address, so check for typos. Changing it signs you out on all other devices.`,
    changeAddress: 'Change address',
    newEmailAddress: 'New email address',
    yourPassword: 'Your password',
  },
  firstSteps: {
    createACampaign: 'Create a campaign',
    pickATemplateThatWorks: 'Pick a template that works out of the box and make it yours.',
    chooseATemplate: 'Choose a template',
    giveItAKeyword: 'Give it a keyword',
    theWordPeopleText: 'The word people text to start it. You’ll find Keyword in the editor’s menu.',
    openACampaign: 'Open a campaign',
    tryItOnATest: 'Try it on a test phone',
    textTheKeyword: 'Text the keyword in the QA Tool and chat with your campaign. Only you can see it.',
    openTheQaTool: 'Open the QA Tool',
    addYourContacts: 'Add your contacts',
    createAListAndImport: 'Create a list and import a CSV file, or add numbers one by one.',
    goToLists: 'Go to lists',
    sendABlast: 'Send a blast',
    chooseYourLists: 'Choose your lists, see who it reaches and what it costs, then send.',
    seeYourResults: 'See your results',
    responsesSubscribersAndOptIns: 'Responses, subscribers, and opt-ins in one report.',
    openReports: 'Open reports',
  },
  history: {
    signIns: 'Sign-ins',
    teamAndAccount: 'Team and account',
    createdChangedDeleted: 'Created, changed, deleted',
    contactsAndOptOuts: 'Contacts and opt-outs',
    whoDidWhat: 'Who did what, and when.',
    keptFor: (months: number) => `Who did what, and when. Kept ${kept(months)}.`,
    show: 'Show',
    forAccountOwners: 'For account owners',
    onlyAccountOwnersCanSee: 'Only account owners can see the history.',
    theHistoryCouldNot: 'Couldn’t load the history',
    nothingYet: 'Nothing yet',
    everythingYourTeamDoesWill: 'Everything your team does will show up here, with names and times.',
    who: 'Who',
    everything: 'Everything',
  },
  inviteForm: {
    inviteAColleague: 'Invite a colleague',
    role: 'Role',
    invite: 'Invite',
    sendThisLink: (value: string) => `Send this link to ${value}`,
    theLink: 'the link',
    youllOnlySeeThisLink:
      'You’ll only see this link once. It works until {expires}. Inviting the same address again replaces it.',
    yourColleague: 'your colleague',
  },
  join: {
    join: (accountName: string) => `Join ${accountName}`,
    youveBeenInvited: (role: TeamRole) => `You’ve been invited as ${ROLE_IN_SENTENCE[role]}.`,
    haveAnAccount: 'Have an account? {signIn} and accept the invitation there.',
    signIn: 'Sign in',
    goToWelcome: 'Go to Welcome',
    goToSign: 'Go to Sign in',
    youAreSigned:
      'You’re signed in as {email}. You’ll keep your other account and can switch between them in the account menu.',
    accept: 'Accept',
    emailAddress: 'Email Address',
    wellTextYourSign: 'We’ll text your sign-in codes here.',
    joinNow: 'Join',
  },
  lastDays: {
    last7Days: 'Last 7 days',
    received: 'Received',
    nothingWasSent: 'Nothing was sent in this period.',
    notDeliveredYet: 'Not delivered (yet)',
    messagesInTheLast7: 'Messages in the last 7 days',
    day: 'Day',
    today: 'Today',
  },
  ledger: {
    creditsAdded: 'Credits added',
    reservedForABlast: 'Reserved for a blast',
    spentFromReserve: 'Spent from reserve',
    reserveReleased: 'Reserve released',
    spent: 'Spent',
    refunded: 'Refunded',
    left: 'Left',
    reserved: 'Reserved',
    totalAdded: 'Total added',
    whatACreditSends:
      'One credit sends a text of up to 160 characters, or 70 with emoji or special characters. Longer texts take more. Credits left, reserved, and spent always add up to the total added. Ask your Parley administrator for more.',
    couldntLoadYourCredits: 'Couldn’t load your credits',
    noCreditsYet: 'No credits yet',
    everyCreditYouAdd: 'Every credit you add, reserve, or spend will show up here.',
  },
  limitForm: {
    sendingLimit: 'Sending limit',
    anyoneWhoHasReached:
      'Anyone who has reached the limit is skipped by your next blast, and the blast’s page tells you so. Automata runs count as blasts, and so does what a conversation says after a wait of days, weeks, or until a date: it goes out on the first day with room. Replies in a conversation, confirmations, and API triggers always go out and don’t count.',
    theLimitCouldNot: 'Couldn’t load the limit',
    sendingLimitRemoved: 'Sending limit removed',
    limitSaved: 'Limit saved',
    saveLimit: 'Save limit',
    limitHowManyBlasts: 'Limit how many blasts a person gets',
    mostBlastsPerPerson: 'Most blasts per person',
    withinDays: 'Within days',
    onlyAnAccountOwner: 'Only an account owner can change this.',
  },
  keptDataForm: {
    title: 'How long data is kept',
    about:
      'Choose when old data is deleted. It’s gone for good, within hours. Daily counts in your reports stay; lists, answers, and segments only cover what’s left. Opt-outs and proof of consent always stay.',
    failed: 'Couldn’t load how long data is kept',
    onlyOwners: 'Only account owners can change this.',
    heading: (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    howLong: (name: string) => `How long to keep ${name}`,
    kinds: {
      texts: {
        name: 'text content',
        about:
          'What was said in both directions, with pictures. The record of each text stays, and so do its figures. Texts still on hold or unconfirmed keep their words.',
      },
      messages: {
        name: 'single messages',
        about:
          'Replies, texts from the inbox, tests, and everything people texted you. Messages of blasts stay, without their words, so no one gets a campaign twice.',
      },
      answers: {
        name: 'answers',
        about: 'Answers, opt-ins, and the steps people reached. The campaign map counts what’s left.',
      },
      clicks: {
        name: 'clicks',
        about: 'Who clicked what, and when. Each link’s totals and daily counts stay.',
      },
      links: {
        name: 'personal links',
        about: 'The short links in texts. Older ones lead to a page that says they no longer work.',
      },
      pictures: { name: 'pictures', about: 'Our copies of pictures that people sent.' },
      simulator: { name: 'test phones', about: 'What test phones of simulator channels sent and got.' },
      history: { name: 'history', about: 'Who did what, and when.' },
    },
    time: (months: number) => {
      const time = kept(months).replace(/^for /, '');
      return `${time.charAt(0).toUpperCase()}${time.slice(1)}`;
    },
    keep: (name: string, months: number) => `Keep ${name} ${kept(months)}`,
    since: (day: string) => `Kept since ${day}. Anything older is gone.`,
    nothingGoes: 'Nothing will be deleted now.',
    goes: (kind: DataKind, count: number, more: boolean, day: string) => {
      const many = counted(count, ...UNITS[kind]);
      return `${more ? `At least ${many}` : many} from before ${day} will be deleted for good.`;
    },
    noPreview: 'Couldn’t find out what would go.',
    saved: 'Saved. What’s older is deleted within hours.',
  },
  keptEventsForm: {
    title: 'Events from other systems',
    about:
      'What your shop or other programs tell Parley about people, such as orders. Older events are deleted, and segments no longer find them.',
    months: 'Keep them for (months)',
    none: 'There are no events yet.',
    kept: (count: number, day: string) => `${counted(count, 'event')}, the oldest from ${day}.`,
    nothingGoes: 'Nothing will be deleted.',
    goes: (count: number, month: string) =>
      `${counted(count, 'event')} from ${month} and before will be deleted for good.`,
    save: 'Save period',
    saved: 'Saved. Older events are deleted within hours.',
    failed: 'Couldn’t load how long events are kept',
  },
  optOutTexts: {
    title: 'Opt-out words and replies',
    about:
      'STOP and its many spellings in English, Spanish, French, German, Arabic, and Hebrew always opt people out. Add words of your own, and say in your own words what people get back.',
    failed: 'Couldn’t load your opt-out words',
    words: 'More words that opt out',
    wordsAbout:
      'When a text is just this word, the person is opted out. Press Enter after each. A keyword of a campaign can’t be one.',
    language: 'Language of the replies',
    languages: { en: 'English', es: 'Spanish', fr: 'French', de: 'German', ar: 'Arabic', he: 'Hebrew' },
    replyTo: (word: string) => `Reply to ${word}`,
    usual: (must: string) => `Leave empty for the usual reply. Yours has to mention ${must}.`,
    byWord:
      'People get the reply in the language of the word they text: Spanish after ALTO, French after ARRET, and so on, English after anything else. Your account name goes in front unless your text has it.',
    startsInEnglish: 'START is an English word, so its reply is under English.',
    save: 'Save words and replies',
    saved: 'Opt-out words and replies saved',
    ownersOnly: 'Only an account owner can change this.',
  },
  myAccount: {
    couldntLoadYourAccount: 'Couldn’t load your account',
  },
  needsYou: {
    blastWaitsForApproval: 'blast waits for approval',
    blastsWaitForApproval: 'blasts wait for approval',
    textMightBeAnOpt: 'text might be an opt-out',
    textsMightBeOptOuts: 'texts might be opt-outs',
    messageIsUnconfirmed: 'message is unconfirmed',
    messagesAreUnconfirmed: 'messages are unconfirmed',
    conversationIsMuted: 'conversation is muted',
    conversationsAreMuted: 'conversations are muted',
    liveCampaignHasAStep: 'live campaign has a step with an error',
    liveCampaignsHaveAStep: 'live campaigns have a step with an error',
    reached: (count: number) => `${counted(count, 'person', 'people')} reached in the last 7 days`,
    webhookIsOff: 'webhook was turned off because it kept failing',
    webhooksAreOff: 'webhooks were turned off because they kept failing',
    needsYou: 'Needs you',
  },
  newLook: {
    whatsRunning: 'What’s running, what’s next, and who replied.',
    ctrlKOnAMac: 'Ctrl K, on a Mac ⌘ K',
    findAnyCampaign: 'Find any campaign, list, or tool. Press ? for all shortcuts.',
    everythingSavesAutomatically: 'Everything saves automatically',
    andShowsYouWhen:
      'And shows you when it has. You won’t lose what you typed, even if your connection drops.',
    theme: 'Theme',
    followsYourSystem: 'Follows your system, or pick one at the top.',
    sayHello: 'Say hello, new look',
    theSameCampaigns: 'The same campaigns, lists, and reports, on screens that are faster to read and use.',
    takeALook: 'Take a look',
  },
  ownerOnly: {
    youCanSeeButOnly: (what: string) => `You can see ${what}, but only an account owner can change them.`,
  },
  passwordForm: {
    passwordChanged: 'Password changed. You’ve been signed out everywhere else.',
    changingItSignsYouOut: 'This signs you out on all other devices.',
    changePassword: 'Change password',
    currentPassword: 'Current password',
    newPassword: 'New password',
  },
  phoneProof: {
    code: 'Code',
    textAnotherCode: 'Text another code',
    textMeACode: 'Text me a code',
    theCodeIs: 'The code is on its way.',
    enterIt: 'Enter it, then save.',
  },
  quickStart: {
    fromZeroToALive: 'From zero to a live campaign in six steps. We’ll check them off as you go.',
    couldntLoadYourProgress: 'Couldn’t load your progress',
  },
  routes: {
    newLook: 'New look',
  },
  sessionsSection: {
    signedOutThere: 'Signed out there',
    signedOutEverywhereElse: 'Signed out everywhere else',
    whereYoureSigned: 'Where you’re signed in',
    seeADeviceYouDont: 'See a device you don’t recognize? Sign it out and change your password.',
    couldntLoadYourSessions: 'Couldn’t load your sessions',
    sessions: 'Sessions',
    lastUsed: '{address} · last used {when}',
    thisDevice: 'This device',
    signOutAt: (agent: string, address: string) => `Sign out ${agent} at ${address}`,
    signOut: 'Sign out',
    signOutEverywhereElse: 'Sign out everywhere else',
    showAll: (count: number) => `Show all ${count}`,
  },
  settingsForm: {
    turnedOffOnThisServer: 'Turned off on this server.',
    requiredForEveryone: 'Required for everyone on this server.',
    afterYourPassword: 'After the password, we’ll text a code to your phone.',
    theAppComesFirst: 'You sign in with your authenticator app, so we don’t text you codes.',
    accountSaved: 'Account saved',
    profileAndAccount: 'Profile and account',
    yourPhoneNumber: 'Your phone number, and how customers know you.',
    accountName: 'Account name',
    contactForYourCustomers: 'Contact for your customers',
    includedInTheReply: 'Included in the reply to HELP: a phone number, email address, or website.',
    timeZone: 'Time zone',
    allDatesAndSchedulesUse: 'All dates and schedules use this time zone.',
    noMatchingTimeZone: 'No matching time zone',
    codeByTextWhenSigning: 'Code by text when signing in (MFA)',
    verifyTheNumberFirst: 'Verify the number first',
    verifyYourNumber: 'Verify your number',
    signInCodesWillGo: (phone: string) =>
      `Sign-in codes will go to ${phone}. We’ll text one there now, so a typo can’t lock you out.`,
    ifYouEverForget:
      'If you ever forget your password, a code texted to a verified number lets you set a new one.',
    onlyAnAccountOwner: 'Only an account owner can change its name, contact, and time zone.',
    thisNumber: 'this number',
  },
  shared: {
    emailAddress: 'Email address',
    history: 'History',
    downloadCsv: 'Download CSV',
    when: 'When',
    what: 'What',
    joinAnAccount: 'Join an account',
    welcome: 'Welcome',
    quickStart: 'Quick Start',
  },
  sinceCard: {
    textCameIn: '{count} text came in',
    textsCameIn: '{count} texts came in',
    personJoined: '{count} person joined',
    peopleJoined: '{count} people joined',
    personOptedOut: '{count} person opted out',
    peopleOptedOut: '{count} people opted out',
    sinceYourLastVisit: 'Since your last visit {when}',
    nothingNew: 'Nothing new.',
    ended: (delivered: number, failed: number) =>
      `{campaign} ended: ${formatNumber(delivered)} delivered${failed > 0 ? `, ${formatNumber(failed)} failed` : ''}`,
  },
  startCard: {
    ofFirstStepsDone: (done: number, all: number) => `${done} of ${all} first steps done`,
    allSteps: 'All steps',
  },
  stepList: {
    stepsDone: 'Steps done',
    allDone: 'All done. You’re ready to go.',
    toDo: 'To do',
  },
  roles: { owner: 'Owner', member: 'Member', author: 'Author' } satisfies Record<TeamRole, string>,
  teamSection: {
    team: 'Team',
    everyoneWhoCanSign:
      'Everyone who can sign in to this account. Authors prepare campaigns, lists, and blasts. Members also publish, send, and reply. Owners also manage the team, account, and channels.',
    couldntLoadYourTeam: 'Couldn’t load your team',
    you: ' (you)',
    hasntSignedInYet: 'Hasn’t signed in yet',
    lastSeen: 'Last seen {when}',
    roleOf: (email: string) => `${email}’s role`,
    leaveThisAccount: 'Leave this account',
    remove: (email: string) => `Remove ${email}`,
    leaveThisAccountQuestion: 'Leave this account?',
    removeQuestion: (value: string) => `Remove ${value}?`,
    leave: 'Leave',
    removeNow: 'Remove',
    youllBeSignedOutRight: 'You’ll be signed out right away and can only come back if an owner invites you.',
    theyllBeSignedOutRight:
      'They’ll be signed out right away and can only come back if an owner invites them. Campaigns and lists stay.',
    invitationRevoked: 'Invitation revoked',
    invitations: 'Invitations',
    invitedAs: (role: TeamRole) => `Invited as ${ROLE_IN_SENTENCE[role]}, open until {day}`,
    revokeTheInvitation: (email: string) => `Revoke ${email}’s invitation`,
  },
  welcome: {
    newCampaign: 'New campaign',
    couldntLoadYourOverview: 'Couldn’t load your overview',
  },
  welcomeCards: {
    runningNow: 'Running now',
    noBlastsAreGoingOut: 'No blasts are going out.',
    of: (sent: number, total: number, percent: string) =>
      `${formatNumber(sent)} of ${formatNumber(total)} · ${percent}`,
    itPausedItself: 'It paused itself',
    openItToSee: (pauseReason: string) => `${pauseReason} Open it to see why and resume it.`,
    comingUp: 'Coming up',
    nothingsScheduled: 'Nothing’s scheduled.',
    latestReplies: 'Latest replies',
    forAnAnswer: (waiting: number) =>
      `${formatNumber(waiting)} ${waiting === 1 ? 'person is' : 'people are'} waiting for a reply`,
    noRepliesYet: 'No replies yet. They’ll show up here the moment they arrive.',
    creditsLeft: 'Credits left',
    plusReservedForQueuedBlasts: (reserved: number) =>
      `plus ${formatNumber(reserved)} reserved for queued blasts`,
    automata: 'Automata',
  },
};
