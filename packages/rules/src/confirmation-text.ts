/** What is asked of new people of a list with double opt-in. */

/** Also in the words of older questions, which may wait for an answer. */
export const ASKS = 'Reply YES to';

/** The question that a new member of a list with double opt-in gets. */
export function confirmationText(account: string, list: string): string {
  return `${account}: ${ASKS} confirm you'd like our texts (${list}). Reply STOP to opt out, HELP for help. Msg & data rates may apply.`;
}
