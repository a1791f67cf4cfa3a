/**
 * What a message’s life looks like to who follows it (docs/decisions/0009): that it was queued, and its
 * receipts.
 */
import type { Receipt } from '../carriers/index.ts';
import type { Services } from '../platform/services.ts';
import { codeFact, epochMs, OpenSpan, type Traces, tracesOf } from '../platform/traces/traces.ts';
import type { NewMessage, QueuedMessage, QueueStatements } from './queue.ts';

type Traced = Pick<NewMessage, 'channelId' | 'contactId' | 'campaignId' | 'blastId' | 'origin' | 'cause'> & {
  id: number;
};

/**
 * Tells of the messages when their statement has been run. A cause that belongs to no trace yet comes into
 * that of its first message, which stands under it; the others have traces of their own, with links both
 * ways.
 */
export function tracedQueue(
  services: Services,
  accountId: number,
  messages: readonly Traced[],
): (statements: QueueStatements) => QueueStatements {
  const traces = tracesOf(services);
  if (!traces) return (statements) => statements;
  const from = epochMs();
  const around = traces.current();
  const byId = new Map(messages.map((message) => [message.id, message]));
  return ({ paid, ...others }) => ({
    ...others,
    paid: {
      ...paid,
      read(found) {
        const queued = paid.read(found);
        for (const each of queued) {
          const message = byId.get(each.id);
          if (message) tell(traces, { accountId, from, cause: message.cause ?? around }, message, each);
        }
        return queued;
      },
    },
  });
}

function tell(
  traces: Traces,
  { accountId, from, cause }: { accountId: number; from: number; cause: OpenSpan | null },
  { channelId, contactId, campaignId, blastId, origin }: Traced,
  { id, status, reason, credits }: QueuedMessage,
): void {
  const own = traces.ofMessage(id);
  const begins = cause !== null && cause.traceId === null;
  if (begins) cause.join({ traceId: own.traceId, spanId: '' });
  else cause?.links.push(own);
  const facts = {
    'parley.account.id': accountId,
    'parley.channel.id': channelId,
    'parley.contact.id': contactId,
    'parley.campaign.id': campaignId,
    'parley.blast.id': blastId,
    'parley.message.origin': origin,
    'parley.message.status': status,
    'parley.message.reason': reason,
    'parley.message.credits': credits,
  };
  const first = begins
    ? { parentId: cause.spanId, links: [] }
    : { parentId: null, links: cause ? [cause.settle()] : [] };
  traces.messageStage(id, { name: 'message queued', kind: 'producer', from, facts, first });
}

/**
 * A receipt has come; `stored` tells that it is stored. What brought it comes into the trace of its message.
 */
export function beginReceipt(traces: Traces, accountId: number, receipt: Receipt): { stored: () => void } {
  const { messageId, status, code } = receipt;
  const span = new OpenSpan('receipt stored', 'consumer', traces.current());
  const own = traces.ofMessage(messageId);
  span.join(own);
  if (span.traceId !== own.traceId) span.links.push(own);
  return {
    stored: () =>
      traces.end(span, {
        'parley.account.id': accountId,
        'parley.message.id': messageId,
        'parley.receipt.status': status,
        'parley.receipt.code': codeFact(code),
      }),
  };
}
