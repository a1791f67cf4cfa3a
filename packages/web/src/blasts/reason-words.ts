/** What became of people, in words. */
import type { calls, ReplyOf } from '@parley/contract';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

export type RecipientGroup = ReplyOf<typeof calls.blast.reasons>['reasons'][number];

/** In the order of the table. */
const STATUS_WORDS: Record<string, string> = {
  delivered: common.delivered,
  sent: wordings.shared.sentNoReceiptYet,
  sending: wordings.reasonWords.handingOff,
  queued: wordings.reasonWords.waiting,
  held: wordings.reasonWords.heldBack,
  undelivered: common.notDelivered,
  failed: common.failed,
  expired: wordings.reasonWords.expired,
  unknown: wordings.shared.unconfirmed,
  skipped: wordings.reasonWords.skipped,
  'not queued': wordings.reasonWords.notQueued,
};
/** A receipt that tells no more than a code: the carrier has lost track of the text. */
const LOST_TRACK = wordings.reasonWords.sentTheCarrierCantSay;
export const recipientStatusWords = ({ status, code }: Pick<RecipientGroup, 'status' | 'code'>) =>
  status === 'sent' && code !== '' ? LOST_TRACK : (STATUS_WORDS[status] ?? status);
export const STATUS_ORDER = Object.keys(STATUS_WORDS);

/** Our own reasons; a carrier's are its own words. */
const REASON_WORDS: Record<string, string> = {
  filtered: wordings.reasonWords.didntMatchTheFilters,
  'opted-out': common.optedOut,
  'already-blasted': wordings.reasonWords.hadThisCampaignAlready,
  erased: wordings.reasonWords.thePersonWasErased,
  paused: wordings.reasonWords.pausedTexts,
  frequency: wordings.reasonWords.reachedYourSendingLimit,
  'nothing-to-send': wordings.reasonWords.nothingToSend,
  balance: wordings.reasonWords.balanceTooLow,
  'day-limit': wordings.reasonWords.longerThanTheChannel,
  cancelled: wordings.reasonWords.theBlastWasCancelled,
  loop: wordings.reasonWords.twoMachinesSeemedToTalk,
  'quiet-hours': wordings.reasonWords.quietHoursWhereThePerson,
  'local-time': wordings.reasonWords.notTimeYetWhere,
};

/** '' for what needs no reason. */
export const reasonWords = (reason: string) => REASON_WORDS[reason] ?? reason;

export const recipientGroupWords = (group: RecipientGroup) =>
  [recipientStatusWords(group), reasonWords(group.reason)].filter(Boolean).join(': ');
