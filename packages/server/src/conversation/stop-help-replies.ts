/**
 * Answers to the words that are handled before any flow. Free of charge: they come from us, not from a
 * campaign.
 */

export type AccountContact = {
  /** The account's name. */
  name: string;
  /** How to reach it, as it wrote it; may be empty. */
  contactInfo: string;
};

/**
 * The one confirmation after an opt-out (CTIA Messaging Principles 5.1.3: names the sender, says that nothing
 * more comes).
 */
export function stopReply({ name }: AccountContact): string {
  return `${name}: You're opted out and won't get any more messages. Reply START to opt back in.`;
}

export function startReply({ name }: AccountContact): string {
  return `${name}: You're opted back in. Reply HELP for help, STOP to opt out. Msg & data rates may apply.`;
}

/** To somebody who opted out and texted a keyword, where the channel is set so. */
export function startHint({ name }: AccountContact): string {
  return `${name}: You're opted out, so we didn't send anything. Reply START to opt back in.`;
}

export function helpReply({ name, contactInfo }: AccountContact): string {
  const reach =
    contactInfo.trim() === '' ? 'Thanks for reaching out.' : `Need help? Contact: ${contactInfo.trim()}.`;
  return `${name}: ${reach} Reply STOP to opt out. Msg & data rates may apply.`;
}
