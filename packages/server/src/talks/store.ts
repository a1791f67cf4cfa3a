/** All SQL on talks that campaigns keep as tests. */
import { copiedTalk } from '@parley/engine';
import { changed, type Db, first, sql } from '../platform/db/database.ts';

export type KeptTalk = { id: number; name: string; text: string };

/** In the order in which they were kept; null when the account has no such campaign or template. */
export async function listTalks(db: Db, accountId: number, campaignId: number): Promise<KeptTalk[] | null> {
  const row = await first(
    db,
    sql<{ talks: KeptTalk[] }>`
      select coalesce((
        select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'text', t.talk) order by t.id)
        from talks t where t.account_id = ${accountId} and t.campaign_id = c.id
      ), '[]') as talks
      from campaigns c where c.account_id = ${accountId} and c.id = ${campaignId}`,
  );
  return row?.talks ?? null;
}

/**
 * How many talks a campaign keeps; nobody adds one before the transaction ends. Undefined: there is no such
 * campaign.
 */
export async function countLocked(
  trx: Db,
  accountId: number,
  campaignId: number,
): Promise<number | undefined> {
  const locked = await first(
    trx,
    sql<{ id: number }>`
      select id from campaigns where account_id = ${accountId} and id = ${campaignId} for no key update`,
  );
  if (!locked) return undefined;
  const row = await first(
    trx,
    sql<{ count: number }>`
      select count(*)::int as count from talks where account_id = ${accountId} and campaign_id = ${campaignId}`,
  );
  return row?.count ?? 0;
}

type NewTalk = { campaignId: number; name: string; text: string };

/** Answers the id. */
export async function insertTalk(
  trx: Db,
  accountId: number,
  { campaignId, name, text }: NewTalk,
  at: Date,
): Promise<number> {
  const row = await first(
    trx,
    sql<{ id: number }>`
      insert into talks (account_id, campaign_id, name, talk, created_at)
      values (${accountId}, ${campaignId}, ${name}, ${text}, ${at}) returning id`,
  );
  if (!row) throw new Error('A talk was not stored.');
  return row.id;
}

/**
 * Keeps a talk as `to` makes it of what it is; who changes it at the same time comes after. Needs a
 * transaction. False: there is no such talk.
 */
export async function changeTalk(
  trx: Db,
  accountId: number,
  id: number,
  to: (talk: KeptTalk) => Omit<KeptTalk, 'id'>,
): Promise<boolean> {
  const talk = await first(
    trx,
    sql<KeptTalk>`
      select id, name, talk as text from talks where account_id = ${accountId} and id = ${id} for update`,
  );
  if (!talk) return false;
  const { name, text } = to(talk);
  await changed(
    trx,
    sql`update talks set name = ${name}, talk = ${text} where account_id = ${accountId} and id = ${id}`,
  );
  return true;
}

/** False: there is no such talk. */
export async function deleteTalk(db: Db, accountId: number, id: number): Promise<boolean> {
  const count = await changed(db, sql`delete from talks where account_id = ${accountId} and id = ${id}`);
  return count === 1;
}

/**
 * Gives a campaign, whose steps are copies, the talks of the one that it was copied from. `stepIds`: of the
 * copies by those of their originals.
 */
export async function copyTalks(
  trx: Db,
  accountId: number,
  { from, to, stepIds, at }: { from: number; to: number; stepIds: ReadonlyMap<number, number>; at: Date },
): Promise<void> {
  const kept = (await listTalks(trx, accountId, from)) ?? [];
  if (kept.length === 0) return;
  await changed(
    trx,
    sql`
      insert into talks (account_id, campaign_id, name, talk, created_at)
      select ${accountId}::bigint, ${to}::bigint, name, talk, ${at}::timestamptz
      from unnest(${kept.map(({ name }) => name)}::text[], ${kept.map(({ text }) => copiedTalk(text, stepIds))}::text[])
        with ordinality as given (name, talk, place) order by place`,
  );
}
