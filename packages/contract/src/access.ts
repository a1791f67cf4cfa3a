/** Sign-in, sign-up and the second factor (access-and-reports, sections 2.3–2.7 and 7). */
import { call, wire } from './kernel/call.ts';
import { flag, ifGiven, int, mapped, oneOf, orElse, raw, text } from './kernel/codec.ts';

/** Their codes come from an app on their phone: none is texted. */
const byApp = wire('BYAPP', orElse(flag, false));

/** Only simulated channels are there: the code stands in the server's log, and no phone gets it. */
const inLog = wire('INLOG', orElse(flag, false));

const teammates = mapped(
  raw<{ EMAIL: string; ROLE: string }[]>('list of {EMAIL, ROLE}'),
  (list) => list.map(({ EMAIL, ROLE }) => ({ email: EMAIL, role: ROLE })),
  (list) => list.map(({ email, role }) => ({ EMAIL: email, ROLE: role })),
);

/** Why a session ended that somebody ended elsewhere. */
const END_REASONS = [
  'unknown',
  'removed',
  'removed-from-last',
  'password-changed',
  'email-changed',
  'signed-out-elsewhere',
] as const;
export type EndReason = (typeof END_REASONS)[number];

export const access = {
  signIn: call(
    'authentication/validateUser',
    {
      email: wire('inpUserID', text(254)),
      password: wire('inpPassword', text(1024)),
      remember: wire('inpRememberMe', orElse(flag, false)),
    },
    { mfaRequired: wire('MFAREQ', orElse(flag, false)), byApp },
    {
      access: 'open',
      quiet: true,
      about:
        'Checks email and password and opens a session. MFAREQ 1: a code comes next, with BYAPP 1 one of an app, else from sendMFACode.',
    },
  ),
  sendCode: call(
    'authentication/sendMFACode',
    {},
    { inLog },
    {
      access: 'half',
      quiet: true,
      about:
        'Texts a six-digit code to the number of the person who is signing in, over a channel that nobody else controls; refused where there is none (DETAIL no-code-channel), and for who has an app for codes. INLOG 1: it stands in the server’s log instead.',
    },
  ),
  /** What the verify screen shows: the last four digits of the number the code goes to. */
  codeTarget: call(
    'authentication/MFATarget',
    {},
    {
      lastDigits: wire('LASTDIGITS', text(4)),
      inLog,
      byApp,
      /** No code can be texted, and none ever was: an app is set up here and now. */
      canSetUp: wire('CANSETUP', orElse(flag, false)),
    },
    {
      access: 'half',
      quiet: true,
      about:
        'The last four digits of the number that codes are sent to. BYAPP 1: they come from an app. CANSETUP 1: nothing brings them one, and beginAuthenticator works.',
    },
  ),
  verifyCode: call(
    'authentication/ValidateMFA',
    { code: wire('MFACode', text(20)) },
    {},
    {
      access: 'half',
      quiet: true,
      about:
        'Completes the sign-in with the texted code; for who has an app, with its code or a recovery code.',
    },
  ),
  /**
   * The way back in for whoever forgot a password. Both answer the same whether or not the address is known.
   */
  sendPasswordCode: call(
    'authentication/sendPasswordCode',
    { email: wire('inpUserID', text(254)) },
    {},
    {
      access: 'open',
      quiet: true,
      about:
        'Texts a six-digit code to the proven number of whoever signs in with an address, if there is one; the reply is the same if not.',
    },
  ),
  resetPassword: call(
    'authentication/resetPassword',
    {
      email: wire('inpUserID', text(254)),
      code: wire('MFACode', text(20)),
      next: wire('inpNewPassword', text(1024)),
    },
    {},
    {
      access: 'open',
      quiet: true,
      about: 'Sets a new password with the texted code, and ends every session of the user.',
    },
  ),
  lookupCarrier: call(
    'authentication/CarrierInfoLookup',
    { phone: wire('inpContactString', text(32)) },
    {
      phone: wire('CONTACTSTRING', text(32)),
      numberType: wire('NUMBERTYPE', text(40)),
      country: wire('COUNTRY', text(80)),
      region: wire('REGION', text(120)),
      carrier: wire('CARRIER', text(120)),
      timeZone: wire('TIMEZONE', text(64)),
      source: wire('SOURCE', text(255)),
    },
    { about: 'What is known of a ten-digit number: its kind, region, carrier and time zone.' },
  ),
  register: call(
    'registration/RegisterNewUser',
    {
      email: wire('inpEmail', text(254)),
      password: wire('inpPassword', text(1024)),
      phone: wire('inpPhoneNumber', text(32)),
    },
    { mfaRequired: wire('MFAREQ', orElse(flag, false)) },
    { access: 'open', quiet: true, about: 'Creates a user with an account of its own.' },
  ),
  confirm: call(
    'authentication/confirm',
    { password: wire('inpPassword', text(1024)), code: wire('MFACode', orElse(text(20), '')) },
    { mfaRequired: wire('MFAREQ', orElse(flag, false)), byApp },
    {
      quiet: true,
      about:
        'Shows that it is the signed-in person: with the password, and where sign-in codes are on with one from sendMFACode or the app, too (MFAREQ 1: it is missing). Calls that are marked so work for 15 minutes then.',
    },
  ),
  confirmation: call(
    'authentication/confirmation',
    {},
    { isConfirmed: wire('ISCONFIRMED', flag) },
    { quiet: true, about: 'Whether calls that are marked so work without confirm at this moment.' },
  ),
  signOut: call('authentication/logout', {}, {}, { access: 'half', quiet: true, about: 'Ends the session.' }),
  checkLogin: call(
    'authentication/checklogin',
    {},
    { user: wire('SUSER', int()) },
    {
      access: 'open',
      method: 'GET',
      shape: 'number',
      quiet: true,
      about: 'The id of the user when every required factor was given, else 0.',
    },
  ),
  /** Told to the browser that still has the cookie of the session, and to nobody else. */
  whyEnded: call(
    'authentication/sessionEnd',
    {},
    { why: wire('WHY', oneOf(...END_REASONS)), account: wire('ACCOUNTNAME', text(200)) },
    {
      access: 'open',
      method: 'GET',
      quiet: true,
      about:
        'Why the session of this browser’s cookie ended: its person is no longer on the team of the account (ACCOUNTNAME), of their last one, has another password or email address, or signed out from elsewhere; unknown: it lives, expired, or there was none.',
    },
  ),
};

/** The signed-in person's account: My Account, Welcome and the top bar. */
export const account = {
  load: call(
    'account/loadAccount',
    {},
    {
      id: wire('ACCOUNTID', ifGiven(int())),
      email: wire('EMAIL', text(254)),
      phone: wire('PHONE', text(32)),
      /** A code that was texted there has come back. */
      phoneProven: wire('PHONEPROVEN', flag),
      mfaEnabled: wire('MFAENABLED', flag),
      mfaSetting: wire('MFASETTING', text(10)),
      accountName: wire('ACCOUNTNAME', text(255)),
      contactInfo: wire('CONTACTINFO', text(255)),
      timeZone: wire('TIMEZONE', text(64)),
      /** `owner`, `member` or `author`: who is no owner reads the settings of the account. */
      role: wire('ROLE', text(20)),
      balance: wire('BALANCENUMBER', int()),
      reserved: wire('RESERVEDNUMBER', int()),
      /** They run this installation: the System screen is theirs. */
      runsServer: wire('RUNSSERVER', ifGiven(flag)),
      /** What short links begin with. */
      linkBase: wire('LINKBASE', text(2000)),
      team: wire('TEAM', teammates),
    },
    { about: 'Profile, account settings and credits of the signed-in user.' },
  ),
  save: call(
    'account/saveAccount',
    {
      accountName: wire('ACCOUNTNAME', ifGiven(text(255))),
      contactInfo: wire('CONTACTINFO', ifGiven(text(255))),
      timeZone: wire('TIMEZONE', ifGiven(text(64))),
      phone: wire('PHONE', ifGiven(text(32))),
      mfaEnabled: wire('MFAENABLED', ifGiven(flag)),
      /** From `sendPhoneCode`; needed where sign-in codes are to go to a number that was not proven yet. */
      code: wire('MFACode', orElse(text(20), '')),
    },
    {},
    {
      about:
        'Saves what is given of the profile and, for owners, of the account settings; what is left out stays as it is. Sign-in codes go to a number only after a code texted there was given.',
    },
  ),
  sendPhoneCode: call(
    'account/sendPhoneCode',
    { phone: wire('PHONE', text(32)) },
    { inLog },
    {
      about:
        'Texts a six-digit code to a number, to prove that it is the asking user’s before sign-in codes go there.',
    },
  ),
  changeEmail: call(
    'account/changeEmail',
    { email: wire('inpEmail', text(254)), password: wire('inpPassword', text(1024)) },
    {},
    { about: 'Changes the address that the asking user signs in with, and ends her other sessions.' },
  ),
  changePassword: call(
    'account/changePassword',
    { current: wire('inpPassword', text(1024)), next: wire('inpNewPassword', text(1024)) },
    {},
    { about: 'Changes the password and ends the other sessions of the user.' },
  ),
  creditAlert: call(
    'account/loadCreditAlert',
    {},
    { below: wire('LOWBALANCE', int()) },
    { about: 'Below which balance people are told that credits run low; 0: never.' },
  ),
  saveCreditAlert: call(
    'account/saveCreditAlert',
    { below: wire('LOWBALANCE', int(0, 1_000_000_000)) },
    {},
    {
      ownersOnly: true,
      about:
        'Sets below which balance people are told that credits run low: on Welcome and in the History. 0: never.',
    },
  ),
  overview: call(
    'account/overview',
    {},
    {
      overview: wire(
        'OVERVIEW',
        raw<Overview>('what runs, what comes next, what waits, last seven days, credits, first steps'),
      ),
    },
    { about: 'What the Welcome page and the Quick Start show.' },
  ),
};

export type Overview = {
  balance: number;
  reserved: number;
  /** What happened since the end of the last visit (at most the last seven days); null on the first one. */
  since: {
    at: string;
    received: number;
    optIns: number;
    optOuts: number;
    blasts: { id: number; campaignId: number; campaign: string; delivered: number; failed: number }[];
  } | null;
  /** People whose last text nobody and no campaign has answered. */
  waiting: number;
  /** What stands still until somebody decides, each counted up to 1,000. */
  attention: {
    /** Texts that may be opt-outs. */
    toReview: number;
    /** Conversations that were stopped because two machines seemed to talk. */
    muted: number;
    /** Messages of which nobody knows whether they were sent. */
    inDoubt: number;
    /** Replies that wait for credits. */
    unpaid: number;
    /** Campaigns that people get though a step has an error, and how many began one in seven days. */
    broken: number;
    reachedByBroken: number;
    /** Blasts that somebody else has asked to send. */
    approvals: number;
    /** Webhooks that were switched off because they failed for days. */
    webhooks: number;
  };
  /** The balance is below what the account wants to be told of. */
  isLow: boolean;
  runningBlasts: {
    id: number;
    campaignId: number;
    campaign: string;
    total: number;
    sent: number;
    /** Why it paused itself and stands still; '': it goes on, or a person paused it. */
    pauseReason: string;
  }[];
  upcoming: { kind: 'blast' | 'automata'; id: number; campaignId: number; name: string; at: string }[];
  lastDays: {
    day: string;
    sent: number;
    delivered: number;
    failed: number;
    /** Not sent for want of credits, or waiting for them. */
    unpaid: number;
    received: number;
    optOuts: number;
  }[];
  recentReplies: {
    id: number;
    contact: number;
    phone: string;
    /** What people call the contact; empty when nobody said. */
    displayName: string;
    text: string;
    campaignId: number;
    at: string;
  }[];
  /** Quick Start: each true once it has happened in this account. */
  done: {
    campaign: boolean;
    keyword: boolean;
    contacts: boolean;
    tried: boolean;
    blast: boolean;
    report: boolean;
  };
};
