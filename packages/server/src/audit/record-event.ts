/**
 * Writes down what somebody did, in the transaction of the act: there is no act without its note, and no note
 * without its act.
 */
import type { Act, ActKind } from '@parley/contract';
import type { RawBuilder } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import { type Db, oneAtATime, sql } from '../platform/db/database.ts';

/** Who acts, and when: a call's context is one. */
export type Actor = {
  accountId: number;
  /** 0: nobody of the account; then `actorName` may say what program it was. */
  caller: { userId: number; actorName?: string };
  clock: Clock;
  address?: string;
};

export type Done = {
  act: Act;
  /** What it was done to; its name is looked up: before it is deleted, after it is made. */
  kind?: ActKind;
  id?: number;
  /** Never a secret, never the number of a contact. */
  detail?: string;
};

/** Notes an act in the account of whoever did it. */
export async function recordAuditEvent(trx: Db, by: Actor, done: Done): Promise<void> {
  const { kind, id = 0 } = done;
  const name = kind ? NAMES[kind](by.accountId, id) : sql`''`;
  await insertActs(trx, by, done, sql`select ${by.accountId}::bigint as account_id, ${name} as name`);
}

/**
 * Notes what concerns a user themselves, such as their password, in all their accounts. `by`: who did it;
 * `user`: whose it is.
 */
export async function recordAuditEventOfUser(
  trx: Db,
  by: Omit<Actor, 'accountId'>,
  user: number,
  done: Omit<Done, 'kind' | 'id'>,
): Promise<void> {
  await oneAtATime(trx);
  const name = by.caller.userId === user ? sql`''` : NAMES.user(0, user);
  const accounts = sql`select m.account_id, ${name} as name from account_users m where m.user_id = ${user}`;
  await insertActs(trx, by, by.caller.userId === user ? done : { ...done, kind: 'user', id: user }, accounts);
}

async function insertActs(
  trx: Db,
  { caller, clock, address = '' }: Omit<Actor, 'accountId'>,
  { act, kind, id, detail = '' }: Done,
  accounts: RawBuilder<unknown>,
): Promise<void> {
  const user = caller.userId || null;
  await sql`
    with named as materialized (
      select a.account_id, left(coalesce(a.name, ''), 255) as name,
        coalesce((select u.email from users u where u.id = ${user}), ${caller.actorName ?? ''}::text) as actor
      from (${accounts}) a
    )
    insert into audit_log (account_id, at, user_id, actor, action, target_kind, target_id, name, detail, address)
    select account_id, ${clock.now()}, ${user}::bigint, actor, ${act}, ${kind ?? ''}, ${id ?? null}::bigint, name,
      ${detail.slice(0, 255)}, ${address.slice(0, 64)}
    from named`.execute(trx);
}

const ofAccount =
  (table: string, column = 'name') =>
  (accountId: number, id: number) =>
    sql`
  (select t.${sql.ref(column)} from ${sql.table(table)} t where t.account_id = ${accountId} and t.id = ${id})`;

const NAMES: Record<ActKind, (accountId: number, id: number) => RawBuilder<unknown>> = {
  campaign: ofAccount('campaigns'),
  blast: (accountId, id) => sql`(
    select c.name from blasts b join campaigns c on c.account_id = ${accountId} and c.id = b.campaign_id
    where b.account_id = ${accountId} and b.id = ${id})`,
  list: ofAccount('lists'),
  tag: ofAccount('tags'),
  segment: ofAccount('segments'),
  channel: ofAccount('channels'),
  automaton: ofAccount('automata'),
  credential: ofAccount('credentials'),
  'api-key': ofAccount('api_keys'),
  webhook: ofAccount('webhook_endpoints', 'url'),
  report: ofAccount('reports', 'title'),
  import: ofAccount('imports', 'file_name'),
  invitation: ofAccount('invitations', 'email'),
  user: (_, id) => sql`(select t.email from users t where t.id = ${id})`,
  // People are known by their number, which is not written down here.
  contact: () => sql`''`,
};
