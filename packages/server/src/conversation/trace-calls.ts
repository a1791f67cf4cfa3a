/** API calls of conversations as who follows one sees them. */
import type { Services } from '../platform/services.ts';
import { epochMs, OpenSpan, tracesOf } from '../platform/traces/traces.ts';
import type { ApiResult } from './api-call.ts';
import type { ApiCall } from './claim-due-work.ts';

/**
 * Begins the span of a try: all tries of a call are in one trace, whose `traceparent` the service gets, and
 * what the answer leads to is linked with it. Null: nothing is traced.
 */
export function tracedCall(services: Services, { accountId, channelId, contactId, id, request }: ApiCall) {
  const traces = tracesOf(services);
  if (!traces) return null;
  const span = new OpenSpan('API call of a conversation', 'client');
  let answer: ApiResult | null = null as ApiResult | null;
  span.join({ ...traces.ofCall(accountId, id), spanId: '' });
  return {
    traceparent: traces.traceparent(span),
    answered(result: ApiResult): void {
      answer = result;
      span.to = epochMs();
    },
    /** What the answer led to is stored. */
    over(): void {
      const facts = {
        'parley.account.id': accountId,
        'parley.channel.id': channelId,
        'parley.contact.id': contactId,
        'parley.call.id': id,
        'parley.call.failed_before': request.failed ?? 0,
        'http.request.method': request.verb,
        'http.response.status_code': answer?.status ?? null,
      };
      traces.end(span, facts, answer?.ok !== true);
    },
    within: <T>(work: () => T): T => traces.within(span, work),
  };
}
