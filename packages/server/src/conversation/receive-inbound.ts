/** Incoming texts, committed in groups (groups.ts). A text is acknowledged after its commit. */

import type { LiveMessage } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import type { InboundText } from '../carriers/index.ts';
import { isAnsweredElsewhere } from '../catch-all/index.ts';
import { publishBalance } from '../credits/index.ts';
import { isOverdrawn } from '../messages/index.ts';
import type { Transactions } from '../platform/db/pipeline.ts';
import { storable } from '../platform/db/storable.ts';
import { metricsOf } from '../platform/metrics.ts';
import type { Services } from '../platform/services.ts';
import { OpenSpan, tracesOf } from '../platform/traces/traces.ts';
import { createAccountBatcher } from './account-batcher.ts';
import { processInboundBatch, type Received } from './inbound-batch.ts';
import { isDuplicate } from './inbound-store.ts';
import { isStale } from './store.ts';
import { type EnteredText, tracedGroup } from './trace-texts.ts';

const TRIES = 3;
const LONGEST_ID = 200;

/**
 * Takes one incoming text; resolves when it and everything that follows from it is stored. The same carrier
 * id on the same channel twice has one effect, and both get the id of the one stored message.
 */
export function receiveInbound(
  services: Services,
  incoming: InboundText & { accountId: number },
): Promise<{ duplicate: boolean; inboundId: number }> {
  const { accountId, text, carrierMessageId } = incoming;
  const traces = tracesOf(services);
  return enter(services, accountId, {
    ...incoming,
    text: storable(text, TEXT_LIMITS.message),
    carrierMessageId: storable(carrierMessageId, LONGEST_ID),
    ...(traces && { span: new OpenSpan('text received', 'consumer', traces.current()) }),
  });
}

const enter = createAccountBatcher('texts', take);

async function take(
  services: Services,
  transact: Transactions,
  accountId: number,
  texts: readonly EnteredText[],
): Promise<Received[]> {
  const group = tracedGroup(services, accountId, texts);
  const received = await overtaking((requireFullBalance) =>
    transact((trx, commit) =>
      processInboundBatch({ trx, commit, requireFullBalance }, services, accountId, texts),
    ),
  );
  group?.stored(received);
  const { texts: counted } = metricsOf(services);
  for (const { duplicate } of received) counted.inc({ is: duplicate ? 'again' : 'new' });
  if (services.live.hasListeners(accountId)) tellBrowsers(services, accountId, texts, received);
  return received;
}

/**
 * What another process stored meanwhile is committed now: the next look sees it. `requireFullBalance`: the
 * balance may be taken to last.
 */
async function overtaking<T>(attempt: (requireFullBalance: boolean) => Promise<T>): Promise<T> {
  for (let tries = 1, requireFullBalance = true; ; tries += 1) {
    try {
      return await attempt(requireFullBalance);
    } catch (error) {
      if (isOverdrawn(error)) requireFullBalance = false;
      else if (!(isDuplicate(error) || isStale(error) || isAnsweredElsewhere(error))) throw error;
      if (tries >= TRIES) throw error;
    }
  }
}

function tellBrowsers(
  services: Services,
  accountId: number,
  texts: readonly InboundText[],
  received: readonly Received[],
): void {
  texts.forEach((text, n) => {
    const { duplicate = true, inboundId = 0, campaignId = null } = received[n] ?? {};
    if (duplicate) return;
    const message: LiveMessage = {
      type: 'inbox',
      message: {
        id: inboundId,
        phone: text.phone,
        text: text.text,
        campaign: campaignId ?? 0,
        at: text.at.toISOString(),
      },
    };
    services.live.publish(accountId, message);
    publishBalance(services, accountId);
  });
}
