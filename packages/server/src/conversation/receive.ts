/** Incoming texts, committed in groups (groups.ts). A text is acknowledged after its commit. */
import type { LiveMessage } from '@parley/contract';
import type { Transactions } from '../platform/db/pipeline.ts';
import type { Services } from '../services.ts';
import { type Received, takeGroup } from './group.ts';
import { inGroups } from './groups.ts';
import { DuplicateRace, type InboundText } from './inbound.ts';

/**
 * Takes one incoming text; resolves when it and everything that follows from it is stored. The same carrier id on the same channel
 * twice has one effect, and both get the id of the one stored message.
 */
export function receive(
  services: Services,
  incoming: InboundText & { accountId: number },
): Promise<{ duplicate: boolean; inboundId: number }> {
  return enter(services, incoming.accountId, { ...incoming, text: storable(incoming.text) });
}

const enter = inGroups('texts', take);

/** What PostgreSQL cannot store is taken out: NUL and halves of surrogate pairs. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

async function take(
  services: Services,
  transact: Transactions,
  accountId: number,
  texts: readonly InboundText[],
): Promise<Received[]> {
  const attempt = () => transact((trx) => takeGroup(trx, services, accountId, texts));
  const received = await attempt().catch((error: unknown) => {
    // The other one is committed now: the second look sees it.
    if (error instanceof DuplicateRace) return attempt();
    throw error;
  });
  services.signals.wake('outbox');
  services.signals.wake('apiCalls');
  if (services.live.hasListeners(accountId)) tellBrowsers(services, accountId, texts, received);
  return received;
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
        ID: inboundId,
        CONTACTSTRING_VCH: text.phone,
        RESPONSE_VCH: text.text,
        BATCHID: campaignId ?? 0,
        CREATED_DT: text.at.toISOString(),
      },
    };
    services.live.tell(accountId, message);
  });
}
