/** Messages one by one and page by page: what programs read. */
import type { MessageState } from '@parley/contract/api/index.ts';
import type { RawBuilder } from 'kysely';
import { textWithoutCode } from '../platform/code-text.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';

export type MessageRecord = {
  id: number;
  contactId: number;
  channelId: number;
  campaignId: number | null;
  blastId: number | null;
  origin: string;
  status: MessageState;
  reason: string | null;
  /** Null: a blast's message whose turn has not come. */
  text: string | null;
  credits: number;
  createdAt: Date;
  sentAt: Date | null;
  settledAt: Date | null;
};

const columns = sql`
  m.id, m.contact_id as "contactId", m.channel_id as "channelId", m.campaign_id as "campaignId", m.blast_id as "blastId",
  m.origin, m.status::text, m.reason, ${textWithoutCode} as text, m.credits, m.created_at as "createdAt",
  m.sent_at as "sentAt", m.settled_at as "settledAt"`;

export function findMessage(db: Db, accountId: number, id: number): Promise<MessageRecord | undefined> {
  return first(
    db,
    sql<MessageRecord>`select ${columns} from messages m where m.account_id = ${accountId} and m.id = ${id}`,
  );
}

/** Times are of one contact's messages: only these lie in their order. */
export type MessageFilter = {
  contactId?: number | undefined;
  createdFrom?: Date | undefined;
  createdBefore?: Date | undefined;
};

/** The next messages before one, newest first; of a contact by their time, of all by their ids. */
export function messagesBehind(
  db: Db,
  accountId: number,
  { contactId, createdFrom, createdBefore }: MessageFilter,
  { behind, limit }: { behind: number; limit: number },
): Promise<MessageRecord[]> {
  const byTime = contactId !== undefined;
  const given: RawBuilder<unknown>[] = [sql`m.account_id = ${accountId}`];
  if (byTime) given.push(sql`m.contact_id = ${contactId}`);
  if (createdFrom !== undefined) given.push(sql`m.created_at >= ${createdFrom}`);
  if (createdBefore !== undefined) given.push(sql`m.created_at < ${createdBefore}`);
  if (behind > 0 && !byTime) given.push(sql`m.id < ${behind}`);
  if (behind > 0 && byTime)
    given.push(sql`(m.created_at, m.id) < (
      select last.created_at, last.id from messages last where last.account_id = ${accountId} and last.id = ${behind})`);
  return rows(
    db,
    sql<MessageRecord>`
      select ${columns} from messages m where ${sql.join(given, sql` and `)}
      order by ${byTime ? sql`m.created_at desc, m.id desc` : sql`m.id desc`} limit ${limit}`,
  );
}
