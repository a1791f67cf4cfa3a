/** What imports do to contacts, as parts of their statements. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { fedContacts } from './store.ts';
import { fedValues } from './tag-values.ts';

/**
 * For a statement with the CTEs `given` (phone, zone, tags) of an import, the contacts of them that are
 * `known` (phone) and those whose opt-out has `returned` (phone). `added` are the contacts that it makes (id,
 * opted_out, tags, fresh), opted out when the number is: an import never lifts an opt-out. A number that
 * another transaction adds meanwhile is taken by the conflict clause, and is not `fresh`.
 */
export const addImported = (db: Db, accountId: number, now: Date): RawBuilder<unknown> => sql`
  added as (
    insert into contacts as c (account_id, phone, tags, time_zone, opted_out, created_at)
    select ${accountId}, g.phone, g.tags, g.zone,
      exists (select from suppressions o where o.account_id = ${accountId} and o.phone = g.phone)
        or exists (select from returned where returned.phone = g.phone), ${now}
    from given g
    where not exists (select from known k where k.phone = g.phone)
    order by g.phone
    on conflict (account_id, phone) do update set tags = c.tags || excluded.tags
    returning c.id, c.opted_out, c.tags, xmax = 0 as fresh
  )${fedContacts(db, accountId, sql`(select id from added where fresh)`, now) ?? sql``}`;

/**
 * For a statement with the CTE `changing` (id, tags_set, tags_before): `tagged` (the same) are the contacts
 * that have got the values, beside those that they keep. Of those that were added beside (`addImported`) the
 * values are told, too.
 */
export const tagImported = (db: Db, accountId: number, now: Date): RawBuilder<unknown> => sql`
  tagged as (
    update contacts c set tags = c.tags || n.tags_set
    from changing n
    where c.account_id = ${accountId} and c.id = n.id
    returning c.id, n.tags_set, n.tags_before
  )${
    fedValues(
      db,
      accountId,
      sql`(
        select id, tags_before as before, tags_before || tags_set as after from tagged
        union all select id, '{}', tags from added where fresh)`,
      now,
    ) ?? sql``
  }`;

/**
 * Gives contacts the values back that they had before an import. `changes`: a select of (contact_id,
 * tags_set, tags_before). A value that was changed again since stays as it is. Webhooks alone are told, which
 * were told of the import: automata begin nothing because it is taken back.
 */
export async function restoreTags(
  trx: Db,
  accountId: number,
  changes: RawBuilder<unknown>,
  now: Date,
): Promise<void> {
  await sql`
    with restored as (
    update contacts c
    set tags = (c.tags - untouched.keys) || coalesce(
      (select jsonb_object_agg(b.key, b.value) from jsonb_each(i.tags_before) b where b.key = any(untouched.keys)), '{}')
    from (${changes}) as i (contact_id, tags_set, tags_before), lateral (
      select coalesce(array_agg(s.key), '{}') as keys from jsonb_each(i.tags_set) s, contacts now
      where now.account_id = ${accountId} and now.id = i.contact_id and now.tags -> s.key = s.value
    ) as untouched, contacts former
    where c.account_id = ${accountId} and c.id = i.contact_id
      and former.account_id = ${accountId} and former.id = i.contact_id
    returning c.id, former.tags as before, c.tags as after
    )${fedValues(trx, accountId, sql`restored`, now, 'webhooks') ?? sql``}
    select from restored`.execute(trx);
}

/**
 * Removes contacts that came by an import, a select of their ids, unless they are on a list still, wait for
 * one, or have a history. An opt-out stays by its number. They are locked first: who has just joined a list
 * is seen on it by the statement after that, and nobody joins one meanwhile.
 */
export async function removeImported(trx: Db, accountId: number, ids: RawBuilder<unknown>): Promise<void> {
  await sql`
    select from contacts c
    where c.account_id = ${accountId} and c.id in (${ids}) order by c.id for update`.execute(trx);
  await sql`
    delete from contacts c using (${ids}) as i (contact_id)
    where c.account_id = ${accountId} and c.id = i.contact_id
      and not exists (select from list_members m where m.account_id = ${accountId} and m.contact_id = c.id)
      and not exists (select from pending_members w where w.account_id = ${accountId} and w.contact_id = c.id)
      and not exists (select from messages m where m.account_id = ${accountId} and m.contact_id = c.id)
      and not exists (select from inbound_messages n where n.account_id = ${accountId} and n.contact_id = c.id)
      and not exists (select from preference_choices p where p.account_id = ${accountId} and p.contact_id = c.id)
      and not exists (select from custom_events e where e.account_id = ${accountId} and e.contact_id = c.id)
      and not exists (select from conversations v where v.account_id = ${accountId} and v.contact_id = c.id)
      and not exists (select from consents s where s.account_id = ${accountId} and s.phone = c.phone and s.source <> 'import')`.execute(
    trx,
  );
}
