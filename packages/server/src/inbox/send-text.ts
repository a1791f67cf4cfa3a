/** One text to one contact: by hand from the inbox, or from a program. */
import { isBlank } from '@parley/rules/blank.ts';
import { pauseBot } from '../conversation/index.ts';
import { type QueuedMessage, queueMessages } from '../messages/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { run } from '../platform/db/statement.ts';
import { invariant, NotFound, Refusal } from '../platform/errors.ts';
import { type KeptReply, keepReplies } from '../platform/http/intents.ts';
import type { Services } from '../platform/services.ts';
import { markThread } from './store.ts';
import { findThreadContact, type ThreadContact } from './thread-messages.ts';

/** A text within this time of the person's own is an answer to it: quiet hours do not hold it. */
const ANSWER_MS = 24 * 3_600_000;

/** Why a text to one person is not sent, in words. */
const SKIPPED: Record<string, string> = {
  'opted-out': 'This number has opted out. It gets nothing unless it texts START.',
  balance: 'You don’t have enough credits for this text.',
  loop: 'This conversation went back and forth too fast and is paused for a while.',
};

export type OneText = {
  contact: number;
  text: string;
  /** Null: the channel that they texted last, else the account's first one. */
  channelId: number | null;
  /** By hand it is an answer to what they texted, and campaigns are silent for a while. */
  by: 'hand' | 'program';
  /** What is to be stored together with the message. */
  keepReply?: ((trx: Db, message: number) => Promise<KeptReply>) | undefined;
};

/**
 * Queues a text and answers after the commit. Quiet hours hold it, unless a person answers a text.
 * @throws NotFound for a foreign or unknown contact, Refusal for what the gate does not let through: then
 * nothing is stored.
 */
export async function sendText(
  services: Services & { accountId: number },
  { contact, text, channelId: wanted, by, keepReply }: OneText,
): Promise<QueuedMessage> {
  const { db, accountId, clock, signals } = services;
  const person = await findThreadContact(db, accountId, contact);
  if (!person) throw new NotFound();
  if (isBlank(text)) throw new Refusal('Write a message first.', 'inpText');
  const channelId = wanted ?? person.channelId;
  if (channelId === null) throw new Refusal('There’s no channel to send from. Add one first.');
  const now = clock.now();
  const byHand = by === 'hand';
  const sent = await transact(db, async (trx) => {
    const [queued] = await queueMessages(trx, services, accountId, [
      {
        channelId,
        contactId: contact,
        campaignId: null,
        blastId: null,
        stepId: null,
        origin: byHand ? 'inbox' : 'api',
        purpose: byHand && isAnswer(person, now) ? 'response' : 'message',
        body: text,
        media: null,
      },
    ]);
    invariant(queued, 'one message is answered by one');
    if (queued.reason) throw new Refusal(SKIPPED[queued.reason] ?? 'This text can’t be sent.');
    if (byHand) {
      await pauseBot(trx, accountId, { channelId, contactId: contact }, now);
      await markThread(trx, accountId, contact, now, true);
    }
    if (keepReply) await run(trx, keepReplies(trx, accountId, [await keepReply(trx, queued.id)]));
    return queued;
  });
  signals.wake('outbox');
  services.live.publish(accountId, { type: 'thread', contact });
  return sent;
}

const isAnswer = ({ lastTextAt }: ThreadContact, now: Date) =>
  lastTextAt !== null && now.getTime() - lastTextAt.getTime() < ANSWER_MS;
