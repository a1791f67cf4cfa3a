const WORDS: Record<string, string> = {
  queued: 'Waiting to be sent',
  held: 'Held back until a better hour',
  sending: 'Being sent',
  unknown: 'Not known whether it arrived',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  failed: 'Failed',
  expired: 'Expired',
  skipped: 'Not sent',
};

const REASONS: Record<string, string> = {
  'opted-out': 'the number has opted out',
  erased: 'the person was erased',
  frequency: 'the person had as many blasts as your account allows',
  balance: 'there were not enough credits',
  'day-limit': 'it is longer than the channel may send in a whole day',
  loop: 'the conversation went in circles',
};

/** How a text of ours stands, in words; a reason that has none is shown as it is. */
export function statusWords(status: string, reason: string): string {
  if (status === 'held' && reason === 'balance') return 'On hold until you add credits';
  const words = WORDS[status] ?? status;
  return reason === '' || status === 'delivered' ? words : `${words}: ${REASONS[reason] ?? reason}`;
}
