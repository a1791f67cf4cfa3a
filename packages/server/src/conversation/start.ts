/** Starts a conversation with one person from outside: the trigger URL, test sends. */
import { type EngineEvent, startSession } from '@parley/engine';
import { displayPhone, timeZoneOf } from '@parley/rules/phone.ts';
import { type QueuedMessage, queueMessages } from '../delivery/queue.ts';
import { flowsOf } from '../flow/cache.ts';
import { ensureContacts } from '../members/store.ts';
import { optedOut } from '../optouts/store.ts';
import { type Db, first, sql, transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import type { Services } from '../services.ts';
import { newSeed, type Turn } from './turn.ts';
import { runTurns } from './turns.ts';

export type Start = {
  accountId: number;
  campaignId: number;
  channelId: number;
  /** E.164 */
  phone: string;
  /** Tokens of this conversation; they win over tags of the same name. */
  variables: Record<string, string>;
  by: Extract<EngineEvent, { type: 'started' }>['by'];
};

/**
 * Starts a campaign for one number, which becomes a contact; its active conversation on the channel ends. Nothing is stored when it
 * is refused.
 * @returns the messages of the opening, queued.
 * @throws NotFound for a foreign, unknown or deleted campaign.
 * @throws Refusal when the campaign has no steps, the number is opted out or the balance is too low.
 */
export async function startConversation(services: Services, start: Start): Promise<QueuedMessage[]> {
  const { accountId, phone, campaignId } = start;
  const queued = await transact(services.db, async (trx) => {
    const flow = (await flowsOf(trx, accountId, [campaignId])).get(campaignId);
    if (!flow) throw new NotFound();
    if (flow.steps.length === 0) throw new Refusal('This campaign has no steps yet.');
    if ((await optedOut(trx, accountId, [phone])).size > 0)
      throw new Refusal(`${displayPhone(phone)} has opted out and gets no messages.`);
    const turn: Turn = {
      channelId: start.channelId,
      contact: await contactFor(trx, accountId, phone, services.clock.now()),
      flow,
      session: startSession({ campaignId, seed: newSeed(), variables: start.variables }),
      event: { type: 'started', by: start.by, text: '' },
      blastId: null,
      turnNumber: 0,
    };
    const results = await runTurns(trx, services, accountId, [turn]);
    const messages = results.flatMap((result) => result.messages);
    const opening = await queueMessages(trx, services, accountId, messages);
    if (opening.some((message) => message.reason === 'balance'))
      throw new Refusal('The balance is too low to send these messages.');
    return opening;
  });
  services.signals.wake('outbox');
  services.signals.wake('apiCalls');
  return queued;
}

async function contactFor(trx: Db, accountId: number, phone: string, now: Date): Promise<Turn['contact']> {
  const [contact] = await ensureContacts(trx, accountId, [phone], now);
  const facts = await first(
    trx,
    sql<{ id: number; tags: Record<string, string>; timeZone: string | null }>`
      select id, tags, time_zone as "timeZone" from contacts where account_id = ${accountId} and id = ${contact?.id ?? 0}`,
  );
  if (!facts) throw new Error('The contact was not made.');
  return { id: facts.id, phone, tags: facts.tags, timeZone: facts.timeZone ?? timeZoneOf(phone) };
}
