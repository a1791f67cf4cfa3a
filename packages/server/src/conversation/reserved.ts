/** Answers to the words that are handled before any flow. Free of charge: they come from us, not from a campaign. */

export type Sender = {
  /** The account's name. */
  name: string;
  /** How to reach it, as it wrote it; may be empty. */
  contactInfo: string;
};

/** The one confirmation after an opt-out (CTIA Messaging Principles 5.1.3: names the sender, says that nothing more comes). */
export function stopReply({ name }: Sender): string {
  return `${name}: You are opted out and will get no more messages. Reply START to opt in again.`;
}

export function startReply({ name }: Sender): string {
  return `${name}: You are opted in again. Reply HELP for help, STOP to opt out. Msg & data rates may apply.`;
}

/** To somebody who opted out and texted a keyword, where the channel is set so. */
export function startHint({ name }: Sender): string {
  return `${name}: You are opted out, so nothing was sent. Reply START to opt in again.`;
}

export function helpReply({ name, contactInfo }: Sender): string {
  const reach = contactInfo.trim() === '' ? '' : ` Contact: ${contactInfo.trim()}.`;
  return `${name}: Help is here.${reach} Reply STOP to opt out. Msg & data rates may apply.`;
}
