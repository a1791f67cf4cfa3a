/** All SQL that writes the rules of channels and lists. */
import { COUNTED } from '@parley/contract';
import { type Db, first, sql } from '../platform/db/database.ts';
import type { ChannelHours } from './rules.ts';

export type ChannelRules = ChannelHours & { disclosure: string; startHint: boolean };

export async function readChannelRules(
  db: Db,
  accountId: number,
  channelId: number,
  lock: 'locked' | 'read' = 'read',
): Promise<ChannelRules | undefined> {
  return first(
    db,
    sql<ChannelRules>`
      select quiet_usual as usual, quiet_from as from, quiet_to as to, state_hours as "byState", connection_kind as kind,
        disclosure, start_hint as "startHint"
      from channels where account_id = ${accountId} and id = ${channelId} and deleted_at is null
      ${lock === 'locked' ? sql`for update` : sql``}`,
  );
}

export async function saveChannelRules(
  db: Db,
  accountId: number,
  channelId: number,
  rules: Omit<ChannelRules, 'kind'>,
): Promise<void> {
  await sql`
      update channels set quiet_usual = ${rules.usual}, quiet_from = ${rules.from}, quiet_to = ${rules.to},
        state_hours = ${rules.byState}, disclosure = ${rules.disclosure},
        start_hint = ${rules.startHint}
      where account_id = ${accountId} and id = ${channelId} and deleted_at is null`.execute(db);
}

/** `pending` is counted up to {@link COUNTED}. */
export type ListRules = { kind: string; doubleOptIn: boolean; pending: number };

export async function readListRules(
  db: Db,
  accountId: number,
  listId: number,
): Promise<ListRules | undefined> {
  return first(
    db,
    sql<ListRules>`
      select kind, double_opt_in as "doubleOptIn", (
          select count(*) from (
            select from pending_members p where p.account_id = ${accountId} and p.list_id = ${listId} limit ${COUNTED + 1}
          ) few
        ) as pending
      from lists where account_id = ${accountId} and id = ${listId}`,
  );
}

export async function saveDoubleOptIn(db: Db, accountId: number, listId: number, on: boolean): Promise<void> {
  await sql`
    update lists set double_opt_in = ${on} where account_id = ${accountId} and id = ${listId}`.execute(db);
}
