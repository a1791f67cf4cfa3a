import { PAGE_LIMITS, RATE_LIMITS } from '@parley/rules/limits.ts';
import { timeToLive } from './blast.ts';
import { call, rows, wire } from './kernel/call.ts';
import { date, id, idList, ifGiven, int, oneOf, orElse, text } from './kernel/codec.ts';

/** What can have become of a person of a blast's audience. `not queued`: left out when the blast began. */
export const OUTCOMES = [
  'not queued',
  'queued',
  'held',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'expired',
  'unknown',
  'skipped',
] as const;
export type BlastOutcome = (typeof OUTCOMES)[number];

/**
 * What a person may say about a message that nobody can know about. `again`: send it once more, at the risk
 * of a second copy.
 */
export const DECISIONS = ['sent', 'not-sent', 'again'] as const;

const start = wire('iDisplayStart', orElse(int(0, 1_000_000_000), 0));
const search = wire('iSearchStr', orElse(text(64), ''));
const blast = wire('inpBlastId', id);
const bucket = {
  blast,
  status: wire('inpStatus', oneOf(...OUTCOMES)),
  reason: wire('inpReason', orElse(text(1000), '')),
  code: wire('inpCode', orElse(text(100), '')),
};
/** Which messages in doubt; a blast of 0 means all. */
const doubts = {
  blast: wire('inpBlastId', orElse(int(0), 0)),
  search,
  kind: wire('inpKind', orElse(oneOf('all', 'blast', 'single'), 'all' as const)),
  from: wire('startDate', orElse(date, '')),
  to: wire('endDate', orElse(date, '')),
};
/** 0: none. */
const pace = {
  perSecond: wire('SEGMENTSPERSECOND', int(0, RATE_LIMITS.segmentsPerSecond)),
  perMinute: wire('SEGMENTSPERMINUTE', int(0, RATE_LIMITS.segmentsPerMinute)),
  perDay: wire('SEGMENTSPERDAY', int(0, RATE_LIMITS.segmentsPerDay)),
  dayZone: wire('DAYZONE', text(64)),
  preset: wire('PRESET', text(40)),
  timeToLiveMinutes: wire('TIMETOLIVEMINUTES', timeToLive),
};

const changedPace = {
  perSecond: wire('SEGMENTSPERSECOND', ifGiven(pace.perSecond.codec)),
  perMinute: wire('SEGMENTSPERMINUTE', ifGiven(pace.perMinute.codec)),
  perDay: wire('SEGMENTSPERDAY', ifGiven(pace.perDay.codec)),
  dayZone: wire('DAYZONE', ifGiven(pace.dayZone.codec)),
  preset: wire('PRESET', ifGiven(pace.preset.codec)),
  timeToLiveMinutes: wire('TIMETOLIVEMINUTES', ifGiven(timeToLive)),
};

/** What becomes of messages: who got what, what is in doubt, how fast channels send, what it cost. */
export const delivery = {
  people: call(
    'blast/blastPeople',
    { ...bucket, start, search },
    {
      people: wire(
        'PEOPLE',
        rows({
          contact: wire('ContactAddressId', int()),
          phone: wire('CONTACTSTRING', text(32)),
          campaign: wire('BATCHID', int()),
          at: wire('AT', text(40)),
          until: wire('UNTIL', text(40)),
        }),
      ),
    },
    { about: 'The people of one row of blastReasons, a page; iSearchStr is a part of the number.' },
  ),
  exportPeople: call(
    'blast/exportPeople',
    bucket,
    {},
    { method: 'GET', shape: 'file', confirmed: true, about: 'The people of one row of blastReasons as CSV.' },
  ),
  variants: call(
    'blast/blastVariants',
    { blast },
    {
      variants: wire(
        'VARIANTS',
        rows({
          campaign: wire('BATCHID', int()),
          name: wire('NAME', text(255)),
          people: wire('PEOPLE', int()),
          reached: wire('REACHED', int()),
          replied: wire('REPLIED', int()),
          clicked: wire('CLICKED', int()),
          optedOut: wire('OPTEDOUT', int()),
        }),
      ),
    },
    {
      about:
        'The campaigns of an A/B blast compared: people who answered, clicked and opted out within seven days of their message. REACHED is what the shares are of.',
    },
  ),
  inDoubt: call(
    'delivery/listInDoubt',
    { ...doubts, start },
    {
      total: wire('COUNT', int()),
      messages: wire(
        'MESSAGES',
        rows({
          id: wire('ID', int()),
          contact: wire('ContactAddressId', int()),
          phone: wire('CONTACTSTRING', text(32)),
          text: wire('TEXT', text(4000)),
          reason: wire('REASON', text(1000)),
          at: wire('AT', text(40)),
          credits: wire('CREDITS', int()),
          blast: wire('BLASTID', int()),
          campaign: wire('BATCHID', int()),
          name: wire('NAME', text(255)),
        }),
      ),
    },
    {
      about:
        'Messages that may or may not have been sent, newest first: of one blast, or of the account; narrowed by a part of the number, by kind, and by the days on which they were tried.',
    },
  ),
  exportInDoubt: call(
    'delivery/exportInDoubt',
    doubts,
    {},
    { method: 'GET', shape: 'file', confirmed: true, about: 'What listInDoubt lists, as CSV.' },
  ),
  settle: call(
    'delivery/settleInDoubt',
    {
      messages: wire('inpMessageIds', idList(PAGE_LIMITS.picker)),
      decision: wire('inpDecision', oneOf(...DECISIONS)),
    },
    { settled: wire('SETTLED', int()) },
    {
      about:
        'Settles messages in doubt by a person’s decision: sent, not-sent (the credits return) or again. What a receipt has settled meanwhile is left alone.',
    },
  ),
  settleAll: call(
    'delivery/settleAllInDoubt',
    {
      ...doubts,
      count: wire('inpCount', int(0)),
      decision: wire('inpDecision', oneOf(...DECISIONS)),
    },
    { settled: wire('SETTLED', int()) },
    {
      about:
        'Settles all that listInDoubt lists. inpCount is the COUNT that the person was shown: refused when there are more by now.',
    },
  ),
  loadPace: call('channels/loadPace', { channel: wire('ChannelId', id) }, pace, {
    about:
      'How fast a channel may send, in segments; 0 means no limit. DAYZONE is where its day begins, TIMETOLIVEMINUTES how long a message may be tried (0: the usual four hours).',
  }),
  savePace: call(
    'channels/savePace',
    { channel: wire('ChannelId', id), ...changedPace },
    {},
    { ownersOnly: true, about: 'Sets how fast a channel may send; what is left out stays as it is.' },
  ),
  ledger: call(
    'account/loadLedger',
    { start },
    {
      balance: wire('BALANCE', int()),
      reserved: wire('RESERVED', int()),
      spent: wire('SPENT', int()),
      granted: wire('GRANTED', int()),
      entries: wire(
        'ENTRIES',
        rows({
          id: wire('ID', int()),
          at: wire('AT', text(40)),
          kind: wire('KIND', text(20)),
          credits: wire('CREDITS', int()),
          messages: wire('MESSAGES', int()),
          blast: wire('BLASTID', int()),
          campaign: wire('BATCHID', int()),
          name: wire('NAME', text(255)),
          note: wire('NOTE', text(1000)),
          balanceAfter: wire('BALANCEAFTER', int()),
        }),
      ),
    },
    { about: 'The credits ledger, newest first, with the balance after each entry.' },
  ),
  exportLedger: call(
    'account/exportLedger',
    {},
    {},
    { method: 'GET', shape: 'file', about: 'The whole credits ledger as CSV, oldest first.' },
  ),
};
