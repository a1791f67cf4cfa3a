import { FILTER_OPERATORS, type FilterOperator } from '@parley/rules/filter.ts';
import { COUNT_LIMITS, TEXT_LIMITS, TIME_TO_LIVE } from '@parley/rules/limits.ts';
import * as z from 'zod/mini';
import { call, rows, wire } from './kernel/call.ts';
import {
  date,
  dateTime,
  flag,
  id,
  idList,
  ifGiven,
  int,
  json,
  mapped,
  orElse,
  raw,
  text,
  zeroOr,
} from './kernel/codec.ts';
import { shortCode } from './keyword.ts';

/** Minutes for which a message is tried; 0: what is usual where it is set. */
export const timeToLive = zeroOr(TIME_TO_LIVE.leastMinutes, TIME_TO_LIVE.mostMinutes);

const filterSchema = z
  .array(
    z.object({
      type: z.optional(z.literal('CDF')),
      tag: z.string().check(z.maxLength(255)),
      operator: z.enum(FILTER_OPERATORS),
      value: z.pipe(
        z.union([z.string().check(z.maxLength(TEXT_LIMITS.tagValue)), z.number()]),
        z.transform((value) => String(value)),
      ),
    }),
  )
  .check(z.maxLength(COUNT_LIMITS.filters));

/** One condition on a tag, named by the tag's name. All conditions of a list must hold. */
export type TagFilter = { tag: string; operator: FilterOperator; value: string };

/** Filters as the wire has them: a JSON text of {type, tag, operator, value, Error}. */
export const tagFilters = mapped(
  json(filterSchema, 'list of {type, tag, operator, value}'),
  (list): TagFilter[] => list.map(({ tag, operator, value }) => ({ tag, operator, value })),
  (list) => list.map((filter) => ({ type: 'CDF' as const, ...filter })),
);

const target = {
  campaign: wire('inpBatchId', id),
  /** May lack where there is a segment. */
  lists: wire('inpTargetListIds', ifGiven(idList(COUNT_LIMITS.listsPerBlast))),
  /** Only people of this segment, as it is when the blast begins; without lists all of them. 0: none. */
  segment: wire('inpSegmentId', orElse(int(0), 0)),
  channel: shortCode,
  /** Fixed 3 and 0 (section 9): the client may not lift the opt-out check. */
  contactType: wire('inpContactTypeId', orElse(int(3, 3), 3)),
  skipOptOutCheck: wire('inpSkipDNCCheck', orElse(int(0, 0), 0)),
  abCampaigns: wire('ABTestingBatches', orElse(idList(COUNT_LIMITS.listsPerBlast), [] as number[])),
  filters: wire('inpTagfilter', orElse(tagFilters, [] as TagFilter[])),
};

export const BLAST_STATES = [
  'scheduled',
  'fanning',
  'running',
  'paused',
  'done',
  'cancelled',
  'failed',
] as const;
export type BlastState = (typeof BLAST_STATES)[number];

const progressRow = {
  id: wire('BLASTID', int()),
  campaign: wire('BATCHID', int()),
  name: wire('NAME', text(255)),
  state: wire('STATE', raw<BlastState>(BLAST_STATES.join(' | '))),
  scheduledFor: wire('SCHEDULED_DT', text(40)),
  startedAt: wire('STARTED_DT', text(40)),
  finishedAt: wire('FINISHED_DT', text(40)),
  total: wire('TOTAL', int()),
  queued: wire('QUEUED', int()),
  sent: wire('SENT', int()),
  delivered: wire('DELIVERED', int()),
  failed: wire('FAILED', int()),
  unknown: wire('UNKNOWN', int()),
  skipped: wire('SKIPPED', int()),
  replied: wire('REPLIED', int()),
  optedOut: wire('OPTEDOUT', int()),
  credits: wire('CREDITSSPENT', int()),
  /** Why it was paused by itself; '': it was not. */
  pauseReason: wire('PAUSEREASON', text(200)),
  /** How long each message may be tried, in minutes: the blast's own time, else the channel's. */
  timeToLive: wire('TIMETOLIVEMINUTES', int()),
  /**
   * When the next of its messages may go: long from now when a day is full or all wait for their hours; '':
   * nothing waits.
   */
  nextAt: wire('NEXT_DT', orElse(text(40), '')),
  channel: wire('CHANNELID', int()),
  /**
   * What stands in the way at the carrier, in its words, while nothing can go out over the channel; '':
   * nothing.
   */
  troubleCode: wire('TROUBLECODE', text(100)),
  troubleReason: wire('TROUBLEREASON', text(2_000)),
};

/** Blasts: one bulk send of a campaign to lists. */
export const blasts = {
  review: call(
    'blast/GetBlastToListStats',
    {
      ...target,
      /** On which day: a filter may name one that moves along. */
      schedule: wire('inpSchedule', orElse(dateTime, '')),
      localTime: wire('inpLocalTime', orElse(flag, false)),
    },
    {
      listCount: wire('LISTCOUNT', int()),
      filtered: wire('FILTERCOUNT', int()),
      optedOut: wire('OPTOUTCOUNT', int()),
      duplicates: wire('LISTCOUNTDUPLICATE', int()),
      eligible: wire('ELLIGIBLECOUNT', int()),
      creditsNeeded: wire('CREDITSNEEDED', int()),
      queued: wire('QUEUECOUNT', int()),
      /** Of the eligible: people who have paused texts, and are skipped. */
      paused: wire('PAUSEDCOUNT', orElse(int(), 0)),
      /**
       * Of the others: people who will have had as many sends as the account allows, and are skipped unless
       * that changes.
       */
      enough: wire('ENOUGHCOUNT', int()),
      mostSends: wire('MOSTSENDS', int()),
      mostSendsDays: wire('MOSTSENDSDAYS', int()),
      balanceText: wire('BALANCE', text(40)),
      balance: wire('BALANCENUMBER', int()),
      /** How fast the channel sends; 0: as fast as the carrier takes it, and all day. */
      segmentsPerMinute: wire('SEGMENTSPERMINUTE', int()),
      segmentsPerDay: wire('SEGMENTSPERDAY', int()),
      /** Rendered first messages for up to three people of the audience. */
      examples: wire(
        'EXAMPLES',
        rows({ phone: wire('CONTACTSTRING', text(32)), text: wire('TEXT', text(4000)) }),
      ),
    },
    { about: 'Who a blast would reach, who not and why, and what it costs. The five counts add up.' },
  ),
  preflight: call(
    'blast/preflight',
    {
      ...target,
      schedule: wire('inpSchedule', orElse(dateTime, '')),
      localTime: wire('inpLocalTime', orElse(flag, false)),
    },
    {
      /**
       * Rendered first messages that differ most from each other; CREDITS and SEGMENTS are those of the text.
       */
      examples: wire(
        'EXAMPLES',
        rows({
          phone: wire('CONTACTSTRING', text(32)),
          campaign: wire('BATCHID', int()),
          text: wire('TEXT', text(4000)),
          credits: wire('CREDITS', int()),
          segments: wire('SEGMENTS', int()),
        }),
      ),
      /** Of the whole audience, with the dearest wordings where a text has several. */
      segments: wire('SEGMENTS', int()),
      /**
       * People whom quiet hours would hold back at the moment of the schedule; they get it when theirs end.
       */
      held: wire('HELDCOUNT', int()),
      /** When the last of them may be sent to; '': nobody is held back. */
      heldUntil: wire('HELDUNTIL', text(40)),
      /** Tags that the texts use, and how many people have no value in them. */
      missing: wire('MISSINGTAGS', rows({ tag: wire('TAG', text(100)), count: wire('COUNT', int()) })),
      /**
       * How many people get which language (BCP 47), '' for the original; empty where nothing is translated.
       */
      languages: wire(
        'LANGUAGES',
        rows({ language: wire('LANGUAGE', text(20)), count: wire('COUNT', int()) }),
      ),
      links: wire('LINKS', rows({ url: wire('URL', text(2000)) })),
      /** How many of the audience got the same text in the last 24 hours, from whatever campaign. */
      repeated: wire('REPEATEDCOUNT', int()),
      /**
       * People come to an opt-in step before they have said anything: they join the list, and have not
       * consented.
       */
      optsInSilently: wire('OPTSINSILENTLY', flag),
    },
    { about: 'What to look at before a blast goes out.' },
  ),
  send: call(
    'blast/BlastToList',
    {
      ...target,
      schedule: wire('inpSchedule', orElse(dateTime, '')),
      /**
       * 1: the schedule is a time on each contact's own clock; where it has passed, the next opening of the
       * quiet hours.
       */
      localTime: wire('inpLocalTime', orElse(flag, false)),
      /**
       * How long each message may be tried before it expires, 5 minutes to 3 days; 0: as the channel is set.
       */
      timeToLive: wire('inpTimeToLiveMinutes', orElse(timeToLive, 0)),
    },
    {
      sourceCampaign: wire('SOURCEBATCHID', int()),
      targetCampaign: wire('TARGETBATCHID', int()),
      listCount: wire('LISTCOUNT', int()),
      queued: wire('QUEUEDCOUNT', int()),
      balanceText: wire('BALANCE', text(40)),
      blast: wire('BLASTID', int()),
    },
    { sends: true, about: 'Sends a campaign to lists, now or at a time of the account’s zone.' },
  ),
  progress: call('blast/blastProgress', { blast: wire('inpBlastId', id) }, progressRow, {
    about: 'How far one blast is.',
  }),
  list: call(
    'blast/blastList',
    {
      campaign: wire('inpBatchId', orElse(int(0), 0)),
      start: wire('iDisplayStart', orElse(int(0, 1_000_000), 0)),
      from: wire('startDate', orElse(date, '')),
      to: wire('endDate', orElse(date, '')),
    },
    { blasts: wire('BLASTS', rows(progressRow)) },
    {
      about:
        'A page of the blasts of one campaign or of the account, newest first; with both dates all that began or are to begin on those days (500 at most).',
    },
  ),
  scheduled: call(
    'blast/scheduledBlasts',
    { campaign: wire('inpBatchId', id) },
    {
      blasts: wire(
        'BLASTS',
        rows({
          id: wire('BLASTID', int()),
          /** The campaign under which it is shown. */
          campaign: wire('BATCHID', int()),
          at: wire('SCHEDULED_DT', text(40)),
          /** `YYYY-MM-DD HH:mm:ss` on each contact's own clock; '': all at one moment. */
          localTime: wire('LOCALTIME', text(19)),
          queued: wire('QUEUED', int()),
        }),
      ),
    },
    {
      about:
        'Blasts that wait for their time and will send this campaign as it is then, alone or in an A/B test; the next one first, 20 at most.',
    },
  ),
  sendTest: call(
    'blast/sendTest',
    { campaign: wire('inpBatchId', id), channel: shortCode, phone: wire('inpContactString', text(64)) },
    {},
    { sends: true, about: 'Starts the campaign for one number, to try it before a blast.' },
  ),
  setState: call(
    'blast/setBlastState',
    {
      blast: wire('inpBlastId', id),
      state: wire('inpState', raw<'paused' | 'running' | 'cancelled'>('paused | running | cancelled')),
    },
    {},
    { about: 'Pauses, resumes or cancels a blast.' },
  ),
  reasons: call(
    'blast/blastReasons',
    { blast: wire('inpBlastId', id) },
    {
      reasons: wire(
        'REASONS',
        rows({
          status: wire('STATUS', text(20)),
          reason: wire('REASON', text(1000)),
          /** The carrier's code, verbatim. */
          code: wire('CODE', text(100)),
          count: wire('COUNT', int()),
        }),
      ),
    },
    { about: 'Every targeted contact in exactly one bucket; the buckets add up to the audience.' },
  ),
};
