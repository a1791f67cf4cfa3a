/** Texts as who follows one sees them: a span for each, and one for the group that they were stored in. */
import type { InboundText } from '../carriers/index.ts';
import type { NewMessage } from '../messages/index.ts';
import type { Services } from '../platform/services.ts';
import { OpenSpan, tracesOf } from '../platform/traces/traces.ts';
import type { TurnResult } from './turn.ts';

/** `span`: where texts are traced; `unplayedId`: it is stored and acknowledged. */
export type EnteredText = InboundText & { span?: OpenSpan; unplayedId?: number };
type Stored = { inboundId: number; duplicate: boolean; campaignId: number | null };

/**
 * Begins the span of a group; null: nothing is traced. A text that is answered is in the trace of its first
 * answer, one without an answer in a trace of its own id.
 */
export function tracedGroup(services: Services, accountId: number, texts: readonly EnteredText[]) {
  const traces = tracesOf(services);
  if (!traces) return null;
  const group = new OpenSpan('texts played together', 'internal');
  return {
    stored(received: readonly Stored[]): void {
      const own = group.settle();
      texts.forEach(({ span, channelId }, n) => {
        const { inboundId = 0, duplicate = false, campaignId = null } = received[n] ?? {};
        if (!span) return;
        span.join({ ...traces.ofText(inboundId), spanId: '' });
        span.links.push(own);
        group.links.push(span.settle());
        traces.end(span, {
          'parley.account.id': accountId,
          'parley.channel.id': channelId,
          'parley.text.id': inboundId,
          'parley.text.again': duplicate,
          'parley.campaign.id': campaignId,
        });
      });
      traces.end(group, { 'parley.account.id': accountId, 'parley.group.size': texts.length });
    },
  };
}

/** Each message names the text that it comes of, where texts are traced. */
export function nameCauses(
  texts: readonly (Pick<EnteredText, 'span'> & { contactId: number })[],
  messages: readonly NewMessage[],
  results: readonly TurnResult[],
): void {
  const spans = new Map(texts.flatMap(({ contactId, span }) => (span ? [[contactId, span]] : [])));
  if (spans.size === 0) return;
  const name = (message: NewMessage, contactId: number) => {
    const cause = spans.get(contactId);
    if (cause) message.cause = cause;
  };
  for (const message of messages) if (message.origin !== 'notify') name(message, message.contactId);
  for (const result of results) for (const message of result.messages) name(message, result.contactId);
}
