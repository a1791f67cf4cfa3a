/** What the screens of this folder say; the words of the specification stand where they are used. */
export const wordings = {
  codeInLog:
    'This Parley only has simulated channels, so no phone can get the code. You’ll find it in the server’s log.',
  codeInLogShort: 'You’ll find the code in the server’s log.',
  confirmTitle: 'Confirm it’s you',
  confirmAbout: 'Enter your password to continue. We ask now and then before anything important.',
  confirm: 'Confirm',
  cancel: 'Cancel',
  noCodeChannelWays:
    'Your Parley administrator can choose a channel that delivers everyone’s codes (CODE_CHANNEL), or let you sign in without one:',
  otherAccount: {
    title: 'You switched accounts in another tab',
    titleOut: (shown: string) => `You’re no longer on the ${shown} team`,
    aboutOut: 'What you typed here can’t be saved. To open this account again, ask an owner to invite you.',
    /** `active` is null until it is known. */
    about: (shown: string, active: string | null) =>
      `This tab shows ${shown}, but this browser is working in ${active ?? 'another account'} now. Nothing here is lost.`,
    back: (shown: string) => `Go back to ${shown}`,
    goOn: (active: string | null) => (active === null ? 'Go to the other account' : `Go to ${active}`),
  },
  accessCard: {
    parley: (title: string) => `${title} · Parley`,
  },
  carrierLookup: {
    enterThe10Digits: 'Enter the 10 digits of a phone number.',
    lookupCarrierInfoTool: 'Lookup Carrier Info Tool',
    seeTheType: 'See the type, region, carrier, and time zone of any US or Canadian number.',
    lookupInfo: 'Lookup Info',
    numberType: 'Number type',
    timeZone: 'Time zone',
    unknown: 'Unknown',
    source: (source: string) => `Source: ${source}`,
    country: 'Country',
    region: 'Region',
    carrier: 'Carrier',
  },
  claim: {
    campaignsThatTextBack: 'Campaigns that text back.',
  },
  codeForm: {
    itWouldGo: 'We’d text it to the number ending in {digits}.',
    weTextedIt: 'We texted it to the number ending in {digits}.',
    enterIt: 'Enter your six-digit code.',
    openYourApp: 'Open your authenticator app and enter the code it shows for Parley.',
    recoveryCode: 'Recovery code',
    recoveryAbout: 'Enter one of the recovery codes you saved when you set up the app. Each works once.',
    useARecoveryCode: 'Don’t have your phone? Use a recovery code',
    useTheApp: 'Use a code from the app',
    theDigitsOfTheCode: (mfaDigits: number) => `The ${mfaDigits} digits of the code`,
    verifyCode: 'Verify Code',
  },
  codeRequest: {
    requestMfaCode: 'Request MFA Code',
  },
  conversation: {
    textMessageMarketingThatHolds:
      'Text-message marketing that holds a conversation, and honors every opt-out.',
    blueDoorCafe: 'Blue Door Cafe',
    coffee: 'COFFEE',
    welcomeToBlueDoor: 'Welcome to Blue Door! Espresso or filter?',
    espressoPlease: 'espresso please',
    goodChoice: 'Good choice. Show this text for a free shot until Friday. Reply STOP to opt out.',
    amazingThanks: 'Amazing, thanks!',
  },
  setUp: {
    title: 'Set up an authenticator app',
    scan: 'Scan this code with an app such as Google Authenticator, Microsoft Authenticator, or 1Password.',
    qrCode: 'QR code for your authenticator app',
    cantScan: 'Can’t scan it? Enter this key in the app:',
    key: 'the key',
    enterCode: 'Enter the six digits the app shows',
    turnOn: 'Turn on',
  },
  firstSetUp: {
    about: 'Everyone here signs in with a code. An app on your phone makes yours.',
    begin: 'Show me the code to scan',
  },
  recoveryCodes: {
    title: 'Save your recovery codes',
    about:
      'If you lose your phone, each of these signs you in once. Keep them somewhere safe, such as a password manager. You won’t see them again.',
    codes: 'Recovery codes',
    copied: 'Copied',
    download: 'Download',
    fileName: 'parley-recovery-codes.txt',
    savedThem: 'I’ve saved them',
  },
  forgot: {
    setANewPassword: 'Set a new password',
    wellTextYouACode: 'We’ll text you a code to set a new one.',
    sendAnotherCode: 'Send another code',
    backToSign: 'Back to Sign in',
    textMeACode: 'Text me a code',
    theCodeGoes:
      'The code goes to the number you verified under My Account. If you haven’t verified one, ask your Parley administrator for a new password.',
    ifTheresAnAccount:
      'If there’s an account for {email} with a verified phone number, a code is on its way.',
    code: 'Code',
    theDigitsOfTheCode: (mfaDigits: number) => `The ${mfaDigits} digits of the code`,
    newPassword: 'New password',
    atLeastCharacters: (passwordLength: number) => `At least ${passwordLength} characters.`,
    setThePassword: 'Set the password',
  },
  mfaHelp: {
    unableToSendVerificationCode: 'Unable to send verification code',
    close: 'Close',
    signInAgain: 'Sign in again',
    npmRunManageSetPhone: 'npm run manage -- set-phone you@example.com none',
    theUsualReasonsACode: 'The usual reasons a code doesn’t arrive:',
    theNumberMust: 'The number must be a mobile number.',
    landlinesAndMostOfficeLines: 'Landlines and most office lines can’t receive texts.',
    deliveryTakesSeconds: 'Delivery takes seconds, up to a minute for small carriers.',
    giveItAMinuteBefore: 'Give it a minute before you request another.',
    shortCodesMayBeBlocked: 'Short codes may be blocked by a carrier or a plan.',
    byACarrier:
      'That’s so for fewer than 3% of phones in the US. To test yours, text the keyword HELP to the number our texts come from.',
    googleVoiceNumbersAreUnsupported: 'Google Voice numbers are unsupported.',
    theyDoNotReceiveTexts: 'They don’t receive texts from short codes.',
    codesWorkOnly: 'Codes work only in the US.',
    phonesOfOtherCountriesDo: 'Phones from other countries don’t receive them.',
    noneOfThese: 'None of these?',
    writeToUs: '{contactSupport} and include your phone number and when you tried.',
    contactSupport: 'Contact support',
  },
  mfaRequest: {
    oneMoreStep: 'One more step',
    toMakeSure: 'To make sure it’s you, we’ll text a six-digit code to your phone.',
    useADifferentAccount: 'Use a different account',
  },
  mfaVerify: {
    enterYourCode: 'Enter your code',
    requestANewCode: 'Request a new code',
  },
  routes: {
    signUp: 'Sign up',
    forgottenPassword: 'Forgot password',
    requestMfaCode: 'Request MFA code',
    verifyMfaCode: 'Verify MFA code',
    carrierLookup: 'Carrier lookup',
  },
  shared: {
    mfaCode: 'MFA Code',
    forgotYourPassword: 'Forgot your password?',
    didntGetACode: 'Didn’t get a code?',
    emailAddress: 'Email Address',
    signIn: 'Sign in',
  },
  sessionEnd: {
    removed: (account: string) =>
      `You’re no longer on the ${account} team. Sign in to open your other accounts, or ask an owner to invite you again.`,
    'removed-from-last': (account: string) =>
      `You’re no longer on the ${account} team. It was your only account, so your sign-in is gone, too. To come back, ask an owner to invite you again.`,
    'password-changed': () =>
      'Your password was changed, so you were signed out here. Sign in with the new one.',
    'email-changed': () =>
      'Your email address was changed, so you were signed out here. Sign in with the new one.',
    'signed-out-elsewhere': () =>
      'You were signed out from another device. Sign in to pick up where you left off.',
  },
  signIn: {
    newToParley: 'New to Parley?',
    createAnAccount: 'Create an account',
    setANewOne: 'Set a new one',
    yourSessionEnded: 'Your session ended. Sign in to pick up where you left off.',
    yourNewPasswordIsSet:
      'Your new password is set and you’ve been signed out everywhere. Sign in with it to continue.',
  },
  signInAgain: {
    yourSessionEnded: 'Your session ended. Sign in again to continue. Everything you typed is still here.',
    leaveThisScreen: 'Leave this screen',
    typedIsStillHere: 'Everything you typed is still here.',
    typedIsLost: 'What you typed here can’t be saved.',
    signedOut: 'You’ve been signed out',
    goToSignIn: 'Go to the sign-in page',
  },
  signInForm: {
    rememberMe: 'Remember me',
  },
  signUp: {
    signUp: 'Sign Up',
    yourOwnAccount: 'Your own account, with free credits to try it out.',
    haveAnAccount: 'Have an account?',
    wellTextYourSign: 'We’ll text your sign-in codes here.',
    atLeastCharacters: (passwordLength: number) => `At least ${passwordLength} characters.`,
  },
};
