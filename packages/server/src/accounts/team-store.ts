/** All SQL that writes who belongs to an account, and invitations. */

import type { TeamRole } from '@parley/contract';
import { changed, type Db, first, oneAtATime, rows, sql } from '../platform/db/database.ts';
import { tell } from '../platform/hook.ts';
import { emailKey } from './email.ts';
import { memberLeaves, userForgotten } from './hooks.ts';

/** `askedBy`: the owner who asks them to become one, too; '': nobody does. */
export type TeamMember = {
  id: number;
  email: string;
  role: TeamRole;
  lastSeen: Date | null;
  askedBy: string;
};
export type Invitation = { id: number; email: string; role: TeamRole; invitedBy: string; expires: Date };

export function listTeamMembers(db: Db, accountId: number): Promise<TeamMember[]> {
  return rows(
    db,
    sql<TeamMember>`
      select u.id, u.email, m.role, m.last_seen_at as "lastSeen", coalesce(m.owner_offer, '') as "askedBy"
      from account_users m join users u on u.id = m.user_id
      where m.account_id = ${accountId} order by m.role desc, u.email_key`,
  );
}

export function listInvitations(db: Db, accountId: number, at: Date): Promise<Invitation[]> {
  return rows(
    db,
    sql<Invitation>`
      select id, email, role, invited_by as "invitedBy", expires_at as expires from invitations
      where account_id = ${accountId} and expires_at > ${at} order by email_key`,
  );
}

/** Changes to a team wait for each other, so that two owners cannot remove one another at the same moment. */
export async function lockTeam(trx: Db, accountId: number): Promise<void> {
  await sql`select id from accounts where id = ${accountId} for update`.execute(trx);
}

export async function isTeamMember(db: Db, accountId: number, email: string): Promise<boolean> {
  const row = await first(
    db,
    sql<{ id: number }>`
      select u.id from account_users m join users u on u.id = m.user_id
      where m.account_id = ${accountId} and u.email_key = ${emailKey(email)}`,
  );
  return row !== undefined;
}

/** Stores an invitation; one for the same address takes the place of the one before. Answers its id. */
export async function storeInvitation(
  db: Db,
  accountId: number,
  given: {
    email: string;
    role: TeamRole;
    tokenHash: Buffer;
    by: { id: number; email: string };
    at: Date;
    expires: Date;
  },
): Promise<number> {
  const row = await first(
    db,
    sql<{ id: number }>`
      insert into invitations as i (account_id, email, email_key, role, token_hash, invited_by, invited_by_user, created_at, expires_at)
      values (${accountId}, ${given.email.trim()}, ${emailKey(given.email)}, ${given.role}, ${given.tokenHash},
        ${given.by.email}, ${given.by.id}, ${given.at}, ${given.expires})
      on conflict (account_id, email_key) do update set email = excluded.email, role = excluded.role,
        token_hash = excluded.token_hash, invited_by = excluded.invited_by, invited_by_user = excluded.invited_by_user, created_at = excluded.created_at,
        expires_at = excluded.expires_at
      returning id`,
  );
  if (!row) throw new Error('An invitation was not stored.');
  return row.id;
}

export function deleteInvitation(db: Db, accountId: number, id: number): Promise<number> {
  return changed(db, sql`delete from invitations where account_id = ${accountId} and id = ${id}`);
}

export type OpenInvitation = { id: number; accountName: string; email: string; role: TeamRole };

/**
 * The open invitation of an account that a link's secret belongs to. `lock`: nobody else may accept it
 * meanwhile.
 */
export function findInvitation(
  db: Db,
  accountId: number,
  tokenHash: Buffer,
  at: Date,
  lock = false,
): Promise<OpenInvitation | undefined> {
  return first(
    db,
    sql<OpenInvitation>`
      select i.id, a.name as "accountName", i.email, i.role
      from invitations i join accounts a on a.id = ${accountId}
      where i.account_id = ${accountId} and i.token_hash = ${tokenHash} and i.expires_at > ${at}
      ${lock ? sql`for update of i` : sql``}`,
  );
}

/** Adds a user to an account; one who belongs to it already keeps their role. */
export async function addMember(db: Db, accountId: number, userId: number, role: TeamRole): Promise<void> {
  await sql`
    insert into account_users (account_id, user_id, role) values (${accountId}, ${userId}, ${role})
    on conflict (account_id, user_id) do nothing`.execute(db);
}

/** A user without an account of their own. Breaks `users_email_key_key` when the address is taken. */
export async function insertInvitedUser(
  db: Db,
  user: { email: string; passwordHash: string; phone: string; at: Date },
): Promise<number> {
  const row = await first(
    db,
    sql<{ id: number }>`
      insert into users (email, email_key, password_hash, phone, created_at)
      values (${user.email}, ${emailKey(user.email)}, ${user.passwordHash}, ${user.phone}, ${user.at})
      returning id`,
  );
  if (!row) throw new Error('A user was not stored.');
  return row.id;
}

/** A role that is set answers what was asked before. */
export function setRole(db: Db, accountId: number, userId: number, role: TeamRole): Promise<number> {
  return changed(
    db,
    sql`
      update account_users set role = ${role}, owner_offer = null, owner_offer_by = null
      where account_id = ${accountId} and user_id = ${userId}`,
  );
}

/** Notes which owner asks a member to become one. */
export function askToOwn(
  db: Db,
  accountId: number,
  userId: number,
  by: { id: number; email: string },
): Promise<number> {
  return changed(
    db,
    sql`
      update account_users set owner_offer = ${by.email}, owner_offer_by = ${by.id}
      where account_id = ${accountId} and user_id = ${userId}`,
  );
}

/**
 * Takes back whom somebody has invited, and asked to become an owner: it was not theirs to offer any more.
 */
export async function withdrawOffers(trx: Db, accountId: number, userId: number): Promise<void> {
  await sql`delete from invitations where account_id = ${accountId} and invited_by_user = ${userId}`.execute(
    trx,
  );
  await sql`
    update account_users set owner_offer = null, owner_offer_by = null
    where account_id = ${accountId} and owner_offer_by = ${userId}`.execute(trx);
}

/**
 * The same in all accounts: an invitation that they made for an address of their own would let them in again.
 */
export async function withdrawAllOffers(trx: Db, userId: number): Promise<void> {
  for (const { id } of await accountsOf(trx, userId)) await withdrawOffers(trx, id, userId);
}

/**
 * What somebody is in an account, and who asks them to become an owner. Undefined: they do not belong to it.
 */
export function membership(
  db: Db,
  accountId: number,
  userId: number,
): Promise<{ role: TeamRole; askedBy: string | null } | undefined> {
  return first(
    db,
    sql<{ role: TeamRole; askedBy: string | null }>`
      select role, owner_offer as "askedBy" from account_users
      where account_id = ${accountId} and user_id = ${userId}`,
  );
}

export type Member = { accountId: number; userId: number };

/** Those of some people who are in the account that stands beside them. */
export function membersAmong(db: Db, people: readonly Member[]): Promise<Member[]> {
  const accounts = people.map(({ accountId }) => accountId);
  return rows(
    db,
    sql<Member>`
      select account_id as "accountId", user_id as "userId" from account_users
      where account_id = any(${accounts}::bigint[]) and (account_id, user_id) in (
        select * from unnest(${accounts}::bigint[], ${people.map(({ userId }) => userId)}::bigint[]))`,
  );
}

/**
 * Takes a user out of an account (who listens ends the sessions in it); one who belongs to no account any
 * more is forgotten.
 */
export async function removeMember(trx: Db, accountId: number, userId: number, now: Date): Promise<number> {
  const theirs = sql`account_id = ${accountId} and user_id = ${userId}`;
  // Locked first, so that nothing is given to them any more.
  if (!(await first(trx, sql`select from account_users where ${theirs} for update`))) return 0;
  await tell(memberLeaves, trx, accountId, userId, now);
  const removed = await changed(trx, sql`delete from account_users where ${theirs}`);
  await forgetWithoutAccount(trx, userId);
  return removed;
}

/** Locked first, so that no account takes them in meanwhile. */
async function forgetWithoutAccount(trx: Db, userId: number): Promise<void> {
  await oneAtATime(trx);
  await sql`select id from users where id = ${userId} for update`.execute(trx);
  if (await first(trx, sql`select 1 from account_users where user_id = ${userId} limit 1`)) return;
  await tell(userForgotten, trx, userId);
  await sql`update accounts set founded_by = null where founded_by = ${userId}`.execute(trx);
  await sql`delete from users where id = ${userId}`.execute(trx);
}

export async function hasOwner(db: Db, accountId: number): Promise<boolean> {
  const row = await first(
    db,
    sql<{ role: string }>`
      select role from account_users where account_id = ${accountId} and role = 'owner' limit 1`,
  );
  return row !== undefined;
}

/** The accounts of a user with their roles. */
export function accountsOf(db: Db, userId: number): Promise<{ id: number; name: string; role: TeamRole }[]> {
  return rows(
    db,
    sql<{ id: number; name: string; role: TeamRole }>`
      select a.id, a.name, m.role from account_users m join accounts a on a.id = m.account_id
      where m.user_id = ${userId} order by lower(a.name), a.id`,
  );
}

export async function emailOf(db: Db, userId: number): Promise<string> {
  const row = await first(db, sql<{ email: string }>`select email from users where id = ${userId}`);
  if (!row) throw new Error('The user of a session is gone.');
  return row.email;
}
