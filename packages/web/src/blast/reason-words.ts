/** What became of people, in words. */
import type { calls, ReplyOf } from '@parley/contract';

export type Bucket = ReplyOf<typeof calls.blast.reasons>['reasons'][number];

/** In the order of the table. */
const STATUS_WORDS: Record<string, string> = {
  delivered: 'Delivered',
  sent: 'Sent, no receipt yet',
  sending: 'Being handed over',
  queued: 'Waiting',
  held: 'Held back',
  undelivered: 'Not delivered',
  failed: 'Failed',
  expired: 'Expired',
  unknown: 'In doubt',
  skipped: 'Skipped',
  'not queued': 'Not queued',
};
/** A receipt that tells no more than a code: the carrier has lost track of the text. */
const LOST_TRACK = 'Sent, the carrier cannot say more';
export const statusWords = ({ status, code }: Pick<Bucket, 'status' | 'code'>) =>
  status === 'sent' && code !== '' ? LOST_TRACK : (STATUS_WORDS[status] ?? status);
export const STATUS_ORDER = Object.keys(STATUS_WORDS);

/** Our own reasons; a carrier's are its own words. */
const REASON_WORDS: Record<string, string> = {
  filtered: 'Did not meet the filters',
  'opted-out': 'Opted out',
  'already-blasted': 'Had this campaign already',
  erased: 'The person was erased',
  frequency: 'Had as many blasts as your account allows',
  'nothing-to-send': 'Nothing to send to this person',
  balance: 'Balance too low',
  'day-limit': 'Longer than the channel may send in a whole day',
  cancelled: 'The blast was cancelled',
  loop: 'Two machines seemed to talk',
  'quiet-hours': 'Quiet hours where the person is',
  'local-time': 'Its time has not come where the person is',
};

/** '' for what needs no reason. */
export const reasonWords = (reason: string) => REASON_WORDS[reason] ?? reason;

export const bucketWords = (bucket: Bucket) =>
  [statusWords(bucket), reasonWords(bucket.reason)].filter(Boolean).join(': ');
