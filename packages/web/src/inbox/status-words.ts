import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

const WORDS: Record<string, string> = {
  queued: wordings.statusWords.waitingToBeSent,
  held: wordings.statusWords.heldForQuietHours,
  sending: wordings.statusWords.beingSent,
  unknown: wordings.statusWords.deliveryUnconfirmed,
  sent: common.sent,
  delivered: common.delivered,
  undelivered: common.notDelivered,
  failed: common.failed,
  expired: wordings.statusWords.expired,
  skipped: common.notSent,
};

const REASONS: Record<string, string> = {
  'opted-out': wordings.statusWords.theNumberHasOptedOut,
  erased: wordings.statusWords.thePersonWasErased,
  paused: wordings.statusWords.thePersonPausedTexts,
  frequency: wordings.statusWords.thePersonReachedYourSending,
  balance: wordings.statusWords.thereWerentEnoughCredits,
  'day-limit': wordings.statusWords.itsLongerThanTheChannel,
  loop: wordings.statusWords.theConversationWasStuck,
};

/** How a text of ours stands, in words; a reason that has none is shown as it is. */
export function messageStatusWords(status: string, reason: string): string {
  if (status === 'held' && reason === 'balance') return wordings.statusWords.onHoldUntilYouAdd;
  const words = WORDS[status] ?? status;
  return reason === '' || status === 'delivered' ? words : `${words}: ${REASONS[reason] ?? reason}`;
}
