import { FREQUENCY, OPT_OUT_TEXTS } from '@parley/rules/limits.ts';
import { OWN_REPLIES } from '@parley/rules/reserved-replies.ts';
import * as z from 'zod/mini';
import { call, record, rows, wire } from './kernel/call.ts';
import { flag, id, ifGiven, int, json, oneOf, orElse, text } from './kernel/codec.ts';

const channel = wire('ChannelId', id);
const contact = wire('ContactAddressId', id);
const list = wire('ListId', id);

const quietHours = {
  /** 1: the usual hours (none on a simulator channel); 0: those of the next fields. */
  usual: wire('QUIETUSUAL', flag),
  /** 0: nothing is held. */
  quiet: wire('QUIET', flag),
  from: wire('QUIETFROM', int(0, 23)),
  to: wire('QUIETTO', int(1, 24)),
  byState: wire('QUIETSTATES', flag),
  disclosure: wire('DISCLOSURE', text(160)),
};

const wordList = json(
  z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(OPT_OUT_TEXTS.word)))
    .check(z.maxLength(OPT_OUT_TEXTS.words)),
  `list of words, at most ${OPT_OUT_TEXTS.words}`,
);
const ownReplies = json(
  z.partialRecord(z.enum(OWN_REPLIES), z.string().check(z.maxLength(OPT_OUT_TEXTS.reply))),
  '{"stop.en": text}',
);

/** Further words that opt out, and what is said of each answer: TEXT, or USUAL where that is empty. */
const optOutWords = {
  name: wire('ACCOUNT', text(255)),
  words: wire('WORDS', json(z.array(z.string()), 'list of words')),
};
const replies = wire(
  'REPLIES',
  rows({
    reply: wire('REPLY', oneOf(...OWN_REPLIES)),
    text: wire('TEXT', text(OPT_OUT_TEXTS.reply)),
    usual: wire('USUAL', text(1000)),
  }),
);
const givenTexts = {
  words: wire('inpWords', ifGiven(wordList)),
  replies: wire('inpReplies', ifGiven(ownReplies)),
};

/** What the gate goes by: quiet hours, first-message disclosure, double opt-in, consent. */
export const policy = {
  channelRules: call(
    'channels/sendingRules',
    { channel },
    { ...quietHours, connection: wire('CONNECTION', text(40)), startHint: wire('STARTHINT', flag) },
    {
      about:
        'Quiet hours of a channel (full hours of the contact’s day) and the text appended to first messages.',
    },
  ),
  saveChannelRules: call(
    'channels/saveSendingRules',
    {
      channel,
      /** Hours of its own, or none, are given without it. */
      usual: wire('inpQuietUsual', orElse(flag, undefined)),
      quiet: wire('inpQuiet', orElse(flag, undefined)),
      from: wire('inpQuietFrom', orElse(int(0, 23), undefined)),
      to: wire('inpQuietTo', orElse(int(1, 24), undefined)),
      byState: wire('inpQuietStates', orElse(flag, undefined)),
      disclosure: wire('inpDisclosure', ifGiven(text(160))),
      startHint: wire('inpStartHint', orElse(flag, undefined)),
    },
    {},
    {
      ownersOnly: true,
      about:
        'Stores what is given of the quiet hours and disclosure of a channel; what is left out stays as it is. Messages are held outside inpQuietFrom to inpQuietTo.',
    },
  ),
  frequency: call(
    'account/sendingLimit',
    {},
    { sends: wire('MOSTSENDS', int()), days: wire('MOSTSENDSDAYS', int()) },
    {
      about:
        'How many blasts and runs of automata one person gets within how many days at most; 0: there is no limit.',
    },
  ),
  saveFrequency: call(
    'account/saveSendingLimit',
    {
      sends: wire('inpMostSends', ifGiven(int(0, FREQUENCY.mostSends))),
      days: wire('inpMostSendsDays', ifGiven(int(0, FREQUENCY.mostDays))),
    },
    {},
    {
      ownersOnly: true,
      about:
        'Stores what is given of the limit; inpMostSends 0 lifts it. Who has had so many is skipped by the gate. Answers, confirmations and triggers go all the same and do not count.',
    },
  ),
  optOutTexts: call(
    'account/loadOptOutTexts',
    {},
    { ...optOutWords, replies },
    {
      about:
        'Further words that opt out, and what is answered to STOP, HELP and START by language; TEXT is empty where USUAL is said.',
    },
  ),
  saveOptOutTexts: call(
    'account/saveOptOutTexts',
    givenTexts,
    {},
    {
      ownersOnly: true,
      about:
        'Stores what is given of the further opt-out words and of the answers; an empty text brings the usual one back. The words that opt out by themselves always do.',
    },
  ),
  channelOptOutTexts: call(
    'channels/loadOptOutTexts',
    { channel },
    {
      ...optOutWords,
      accountWords: wire('ACCOUNTWORDS', json(z.array(z.string()), 'list of words')),
      replies,
    },
    {
      about:
        'Words that opt out on this channel beside those of the account, and what this channel answers to STOP, HELP and START; TEXT is empty where USUAL, the account’s answer, is said.',
    },
  ),
  saveChannelOptOutTexts: call(
    'channels/saveOptOutTexts',
    { channel, ...givenTexts },
    {},
    {
      ownersOnly: true,
      about:
        'Stores what is given of the opt-out words and answers of a channel; an empty text brings the account’s back. What opts out on every channel still does on this one.',
    },
  ),
  contact: call(
    'members/contactRules',
    { contact },
    {
      place: wire(
        'PLACE',
        record({
          zones: wire('ZONES', text(200)),
          state: wire('STATE', text(2)),
          rule: wire('RULE', text(20)),
          why: wire('WHY', text(255)),
          localTime: wire('LOCALTIME', text(20)),
          /** Per channel with quiet hours: whether a message may go now, else when and why not. */
          open: wire('OPEN', flag),
          until: wire('UNTIL', text(40)),
          closedWhy: wire('CLOSEDWHY', text(255)),
          hours: wire('HOURS', text(20)),
        }),
      ),
      /** Empty where none is running. */
      pause: wire('PAUSE', record({ since: wire('SINCE', text(40)), until: wire('UNTIL', text(40)) })),
      /** Until when the limit of sends holds what a conversation says; '': nothing is held. */
      heldUntil: wire('HELDUNTIL', text(40)),
      optOut: wire(
        'OPTOUT',
        record({
          optedOut: wire('OPTEDOUT', flag),
          source: wire('SOURCE', text(40)),
          words: wire('WORDS', text(4000)),
          at: wire('AT', text(40)),
        }),
      ),
    },
    {
      about:
        'Where a contact is on the clock and why, when messages may go there, whether the person paused texts, and whether the number opted out.',
    },
  ),
  consents: call(
    'members/consentRecord',
    { contact },
    {
      account: wire('ACCOUNT', text(255)),
      phone: wire('CONTACTSTRING', text(32)),
      since: wire('CREATED_DT', text(40)),
      consents: wire(
        'CONSENTS',
        rows({
          kind: wire('KIND', text(20)),
          at: wire('AT', text(40)),
          source: wire('SOURCE', text(40)),
          words: wire('WORDS', text(4000)),
          shown: wire('SHOWN', text(4000)),
          address: wire('ADDRESS', text(255)),
          note: wire('NOTE', text(1000)),
          channelName: wire('CHANNEL', text(255)),
          channelNumber: wire('CHANNELNUMBER', text(32)),
          listName: wire('LIST', text(255)),
          campaign: wire('BATCHID', int()),
          campaignName: wire('CAMPAIGN', text(255)),
          campaignVersion: wire('VERSION', int()),
          by: wire('USER', text(255)),
        }),
      ),
    },
    { about: 'Every consent and opt-out of a contact with its proof, oldest first. Kept at opt-out.' },
  ),
  listRules: call(
    'lists/confirmation',
    { list },
    { doubleOptIn: wire('DOUBLEOPTIN', flag), pending: wire('PENDINGCOUNT', int()) },
    {
      about:
        'Whether a list asks people to confirm (double opt-in), and how many have not answered yet (counted up to 10,000).',
    },
  ),
  saveListRules: call(
    'lists/saveConfirmation',
    { list, doubleOptIn: wire('inpDoubleOptIn', flag) },
    {},
    {
      sends: true,
      about:
        'Switches double opt-in of a list on or off; members stay members, and who was asked still has to answer YES.',
    },
  ),
};
