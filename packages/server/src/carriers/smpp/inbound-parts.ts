/**
 * Long incoming texts: parts are stored before they are acknowledged, and joined when the last one is here.
 */

import { joinEscapes } from '@parley/rules/gsm.ts';
import { type Db, rows, sql, transact } from '../../platform/db/database.ts';

export type InboundPart = {
  accountId: number;
  channelId: number;
  phone: string;
  reference: number;
  total: number;
  number: number;
  text: string;
};
export type Joined = {
  accountId: number;
  channelId: number;
  phone: string;
  reference: number;
  total: number;
  text: string;
  /** When the first part came. */
  since: Date;
};
type Row = { part: number; body: Buffer; at: Date };

/** Stores a part; answers the whole text when this was the missing one. */
export async function addPart(db: Db, part: InboundPart, now: Date): Promise<Joined | null> {
  const { accountId, channelId, phone, reference, total, number } = part;
  const key = `${accountId}/${channelId}/${phone}/${reference}/${total}`;
  const stored = await transact(db, async (trx) => {
    // Two parts at the same moment must see each other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
    await sql`
      insert into inbound_message_parts (account_id, channel_id, phone, reference, total, part, body, at)
      values (${accountId}, ${channelId}, ${phone}, ${reference}, ${total}, ${number},
        ${Buffer.from(part.text, 'utf16le')}, ${now})
      on conflict do nothing`.execute(trx);
    return rows(
      trx,
      sql<Row>`
        select part, body, at from inbound_message_parts
        where account_id = ${accountId} and channel_id = ${channelId} and phone = ${phone}
          and reference = ${reference} and total = ${total}
        order by part`,
    );
  });
  return stored.length < total ? null : { accountId, channelId, phone, reference, total, ...join(stored) };
}

/** Removes what was joined and handed on. */
export async function removeParts(db: Db, joined: Joined): Promise<void> {
  await sql`
    delete from inbound_message_parts
    where account_id = ${joined.accountId} and channel_id = ${joined.channelId} and phone = ${joined.phone}
      and reference = ${joined.reference} and total = ${joined.total}`.execute(db);
}

/** Texts of a channel whose missing parts no longer come, with what there is of them. */
export async function incompleteSince(
  db: Db,
  accountId: number,
  channelId: number,
  before: Date,
): Promise<Joined[]> {
  const found = await rows(
    db,
    sql<Row & { phone: string; reference: number; total: number }>`
      select phone, reference, total, part, body, at from inbound_message_parts
      where account_id = ${accountId} and channel_id = ${channelId} and at < ${before}
      order by phone, reference, total, part`,
  );
  const texts = Map.groupBy(found, ({ phone, reference, total }) => `${phone}/${reference}/${total}`);
  return [...texts.values()].map((parts) => {
    const [{ phone, reference, total }] = parts as [(typeof parts)[0]];
    return { accountId, channelId, phone, reference, total, ...join(parts) };
  });
}

function join(parts: readonly Row[]): { text: string; since: Date } {
  const text = joinEscapes(Buffer.concat(parts.map((each) => each.body)).toString('utf16le'));
  return { text, since: new Date(Math.min(...parts.map((each) => each.at.getTime()))) };
}
