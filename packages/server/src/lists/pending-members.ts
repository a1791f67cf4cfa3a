/**
 * Who waits for a YES before they are on a list with double opt-in, and which lists have people to ask. They
 * come into it with `enterList`.
 */
import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../platform/db/database.ts';
import type { DueWork } from '../platform/db/leases.ts';

/** A member to be. */
export type Waiting = { listId: number; contactId: number };

/** Through what somebody came to a list. */
export type Origin = {
  campaignId: number | null;
  campaignVersion: number | null;
  stepId: number | null;
  blastId: number | null;
};

/** The language of the question to them, of those that it is known in. */
export type AskedIn = { language: string };

/** Who has not been asked yet is to be asked in the language of the page that they came through. */
export async function noteLanguage(
  trx: Db,
  accountId: number,
  { listId, contactId, language }: Waiting & AskedIn,
): Promise<void> {
  await sql`
    update pending_members set language = ${language}
    where account_id = ${accountId} and list_id = ${listId} and contact_id = ${contactId} and asked_at is null`.execute(
    trx,
  );
}

/**
 * A statement, or a CTE of one, that notes where people who wait came from, and when they were asked; null:
 * not now.
 */
export function noteOrigins(
  accountId: number,
  people: readonly (Waiting & Origin & AskedIn & { askedAt: Date | null })[],
): RawBuilder<unknown> {
  const numbers = (key: keyof Waiting | keyof Origin) => people.map((each) => each[key]);
  return sql`
    update pending_members p set campaign_id = given.campaign_id, campaign_version = given.campaign_version,
      step_id = given.step_id, blast_id = given.blast_id, asked_at = coalesce(given.asked_at, p.asked_at),
      language = case when given.asked_at is null then p.language else given.language end
    from unnest(
      ${numbers('listId')}::bigint[], ${numbers('contactId')}::bigint[], ${numbers('campaignId')}::bigint[],
      ${numbers('campaignVersion')}::int[], ${numbers('stepId')}::bigint[], ${numbers('blastId')}::bigint[],
      ${people.map(({ askedAt }) => askedAt)}::timestamptz[], ${people.map(({ language }) => language)}::text[]
    ) as given (list_id, contact_id, campaign_id, campaign_version, step_id, blast_id, asked_at, language)
    where p.account_id = ${accountId} and p.list_id = given.list_id and p.contact_id = given.contact_id`;
}

/** They wait no more: they have confirmed, or what put them there was taken back. */
export async function stopWaiting(trx: Db, accountId: number, people: readonly Waiting[]): Promise<void> {
  await sql`
    delete from pending_members p
    using unnest(${people.map((each) => each.listId)}::bigint[], ${people.map((each) => each.contactId)}::bigint[])
      as given (list_id, contact_id)
    where p.account_id = ${accountId} and p.list_id = given.list_id and p.contact_id = given.contact_id`.execute(
    trx,
  );
}

/** Lists whose new members are to be asked. */
export const askingWork: DueWork = { table: 'confirmation_jobs', id: 'list_id' };

/** These people of a list were asked; the next ones are from `dueAt` on. */
export async function markAsked(
  trx: Db,
  accountId: number,
  {
    listId,
    people,
    dueAt,
  }: { listId: number; people: readonly (AskedIn & { contactId: number })[]; dueAt: Date },
  now: Date,
): Promise<void> {
  await sql`
    update pending_members p set asked_at = ${now}, language = given.language
    from unnest(${people.map(({ contactId }) => contactId)}::bigint[], ${people.map(({ language }) => language)}::text[])
      as given (contact_id, language)
    where p.account_id = ${accountId} and p.list_id = ${listId} and p.contact_id = given.contact_id`.execute(
    trx,
  );
  await sql`
    update confirmation_jobs set worker = null, leased_until = null, due_at = ${dueAt}
    where account_id = ${accountId} and list_id = ${listId}`.execute(trx);
}

/** Nobody of a list is left to be asked. */
export async function endAsking(trx: Db, accountId: number, listId: number): Promise<void> {
  await sql`
    delete from confirmation_jobs where account_id = ${accountId} and list_id = ${listId}`.execute(trx);
}

/** Those of these people who wait and meet `which` (of `p`) are to be asked once more. */
export async function askOnceMore(
  trx: Db,
  accountId: number,
  contactIds: readonly number[],
  which: RawBuilder<boolean>,
  now: Date,
): Promise<void> {
  await sql`
    with again as (
      update pending_members p set asked_at = null
      where p.account_id = ${accountId} and p.contact_id = any(${contactIds}::bigint[])
        and p.asked_at is not null and ${which}
      returning p.list_id
    )
    insert into confirmation_jobs (account_id, list_id, due_at)
    select distinct ${accountId}::bigint, list_id, ${now}::timestamptz from again
    on conflict (account_id, list_id) do update set due_at = least(confirmation_jobs.due_at, excluded.due_at)`.execute(
    trx,
  );
}
