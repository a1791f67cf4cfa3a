/**
 * What a worker that died had in hand: sent again where the carrier takes a reference once, else listed as
 * unknown, never resent.
 */

import { NO_ANSWER, type StoredMessage, type SubmitResult } from '../messages/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import type { ChannelSender } from './channel-sender.ts';
import { STOPPED } from './failure-guard.ts';
import type { PhoneMessages } from './submission-slices.ts';

export type Recovery<M> = {
  /** Made ready, and never submitted: it waits again. */
  ready: M[];
  /** The carrier takes our reference once: it is submitted again. */
  again: M[];
  /** Nobody can know. */
  unknown: SubmitResult[];
};

/** Sorts messages in 'sending' that nobody is handing over any more. */
export function recoverAbandoned<M extends StoredMessage>(
  { carrier }: ChannelSender,
  inHand: readonly M[],
  wasSubmitted: (message: M) => boolean,
): Recovery<M> {
  const doubtful = inHand.filter(wasSubmitted);
  const mayGoAgain = (message: M) => carrier.supportsIdempotencyKey && !message.optedOut;
  return {
    ready: inHand.filter((message) => !wasSubmitted(message)),
    again: doubtful.filter(mayGoAgain),
    unknown: doubtful
      .filter((message) => !mayGoAgain(message))
      .map(({ id }) => ({ messageId: id, outcome: { ...NO_ANSWER, status: 'unknown', reason: STOPPED } })),
  };
}

/** What was made ready and certainly not submitted. */
export const waitAgain = (messages: readonly { id: number }[]): SubmitResult[] =>
  messages.map(({ id }) => ({ messageId: id, outcome: { ...NO_ANSWER, status: 'queued' } }));

/** Stored messages as they are handed over: those to one phone together, in their order. */
export function groupByContact(
  accountId: number,
  line: ChannelSender,
  messages: readonly StoredMessage[],
  now: Date,
): PhoneMessages[] {
  const byContact = Map.groupBy(messages, (message) => message.contactId);
  return [...byContact.values()].map((members) => ({
    messages: members.map(({ id, phone, body, media }) => ({
      id,
      accountId,
      channelId: line.id,
      from: line.number,
      to: phone,
      body: body ?? '',
      media,
    })),
    segments: members.reduce((sum, { segments }) => sum + segments, 0),
    firstTry: members[0]?.firstTry ?? now,
  }));
}

/** Messages in 'sending' within a range of ids. */
export async function readUnconfirmed(
  db: Db,
  accountId: number,
  firstMessage: number,
  lastMessage: number,
): Promise<StoredMessage[]> {
  return rows(
    db,
    sql<StoredMessage>`
      select m.id, m.contact_id as "contactId", m.body, m.media, m.segments, m.sent_at as "firstTry", c.phone,
        o.phone is not null or c.erased_at is not null as "optedOut"
      from messages m
      join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      left join suppressions o on o.account_id = ${accountId} and o.phone = c.phone
      where m.account_id = ${accountId} and m.id between ${firstMessage} and ${lastMessage} and m.status = 'sending'
      order by m.id`,
  );
}
