/** Incoming texts, committed in groups (account-batcher.ts). */

import type { LiveMessage } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import type { InboundText } from '../carriers/index.ts';
import { isAnsweredElsewhere } from '../catch-all/index.ts';
import { publishBalance } from '../credits/index.ts';
import { isOverdrawn } from '../messages/index.ts';
import { isUnavailable } from '../platform/db/outage.ts';
import type { Transactions } from '../platform/db/pipeline.ts';
import { storable } from '../platform/db/storable.ts';
import { metricsOf } from '../platform/metrics.ts';
import type { Services } from '../platform/services.ts';
import { OpenSpan, tracesOf } from '../platform/traces/traces.ts';
import { createAccountBatcher } from './account-batcher.ts';
import { BehindUnplayed, PLAYED_ELSEWHERE, processInboundBatch, type Received } from './inbound-batch.ts';
import { isDuplicate } from './inbound-store.ts';
import { isStale } from './store.ts';
import { type EnteredText, tracedGroup } from './trace-texts.ts';
import { restUnplayed, type Unplayed, unplayedBefore } from './unplayed-texts.ts';

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
  return enterText(services, incoming.accountId, enteredText(services, incoming));
}

/** A text as it can be stored, its span begun. */
export function enteredText<T extends InboundText>(services: Services, incoming: T): T & EnteredText {
  const traces = tracesOf(services);
  return {
    ...incoming,
    text: storable(incoming.text, TEXT_LIMITS.message),
    carrierMessageId: storable(incoming.carrierMessageId, LONGEST_ID),
    ...(traces && { span: new OpenSpan('text received', 'consumer', traces.current()) }),
  };
}

/** Plays a text with the next group of its account; resolves after the commit. */
export const enterText = createAccountBatcher('texts', take, {
  // Nobody waits for a text that was acknowledged.
  isPatient: ({ unplayedId }) => unplayedId !== undefined,
  restMs: { least: 15, most: 90 },
});

/**
 * Of one person what came first is played first: what another process has stored and not played goes before
 * these, one after the other. One of them that fails is tried again later (play-left.ts), and holds up
 * nothing: what comes behind it may be a STOP.
 */
async function take(
  services: Services,
  transact: Transactions,
  accountId: number,
  texts: readonly EnteredText[],
): Promise<Received[]> {
  const play = (some: readonly EnteredText[], isInOrder: boolean) =>
    playGroup(services, transact, accountId, some, isInOrder);
  try {
    return await play(texts, true);
  } catch (error) {
    if (!(error instanceof BehindUnplayed)) throw error;
  }
  for (const before of await unplayedBefore(services.db, accountId, texts))
    await play([before], false).catch((error) => putOff(services, accountId, before, error));
  return play(texts, false);
}

/** A stored text that could not be played stays stored, and rests. After an outage it is tried at once. */
export async function putOff(
  services: Services,
  accountId: number,
  text: Unplayed,
  error: unknown,
): Promise<void> {
  services.log.error({ err: error, accountId }, 'a stored text could not be played');
  if (isUnavailable(error)) return;
  await restUnplayed(services.db, accountId, text, services.clock.now()).catch((failed) =>
    services.log.error({ err: failed, accountId }, 'a stored text could not be put off'),
  );
}

async function playGroup(
  services: Services,
  transact: Transactions,
  accountId: number,
  texts: readonly EnteredText[],
  isInOrder: boolean,
): Promise<Received[]> {
  const group = tracedGroup(services, accountId, texts);
  const received = await overtaking((requireFullBalance) =>
    transact((trx, commit) =>
      processInboundBatch({ trx, commit, requireFullBalance, isInOrder }, services, accountId, texts),
    ),
  );
  group?.stored(received);
  const { texts: counted } = metricsOf(services);
  for (const { duplicate, inboundId } of received)
    if (inboundId !== PLAYED_ELSEWHERE) counted.inc({ is: duplicate ? 'again' : 'new' });
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
