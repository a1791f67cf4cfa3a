/** Which facts a count of steps is of: a campaign's, of days and a version. */
import { dayRange } from '@parley/rules/time-zone.ts';
import type { RawBuilder } from 'kysely';
import { zoneOf } from '../accounts/index.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
import { Malformed, NotFound } from '../platform/errors.ts';

export type AskedSteps = {
  campaign: number;
  version?: number | undefined;
  /** Days of the account's zone, both included; both or neither. */
  from?: string | undefined;
  to?: string | undefined;
};
/** `after`: the first moment behind the days; `made`: when the campaign was. */
export type Scope = {
  accountId: number;
  campaign: number;
  made: Date;
  version: number | null;
  days: { first: Date; after: Date } | null;
};

/** @throws NotFound for a foreign or unknown campaign, Malformed for days that are none. */
export async function scopeOf(db: Db, accountId: number, asked: AskedSteps): Promise<Scope> {
  const { campaign, version = null, from, to } = asked;
  if ((from === undefined) !== (to === undefined))
    throw new Malformed(from === undefined ? 'startDate' : 'endDate', 'Give both days, or neither.');
  if (from !== undefined && to !== undefined && to < from)
    throw new Malformed('endDate', 'endDate must not be before startDate.');
  const found = await first(
    db,
    sql<{ made: Date }>`
      select created_at as made from campaigns where account_id = ${accountId} and id = ${campaign} and not is_template`,
  );
  if (!found) throw new NotFound();
  const { made } = found;
  if (from === undefined || to === undefined) return { accountId, campaign, made, version, days: null };
  const range = dayRange(from, to, await zoneOf(db, accountId));
  return {
    accountId,
    campaign,
    made,
    version,
    days: { first: new Date(range.from), after: new Date(range.to) },
  };
}

/** Of a table with `account_id`, `campaign_id` and `at`. */
export function inScope(
  table: 'e' | 'v',
  { accountId, campaign, version, days }: Scope,
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`
    ${column('account_id')} = ${accountId} and ${column('campaign_id')} = ${campaign}
    ${version === null ? sql`` : sql`and ${column('version')} = ${version}`}
    ${days ? sql`and ${column('at')} >= ${days.first} and ${column('at')} < ${days.after}` : sql``}`;
}

/** Conversations that are going on, whatever the days. */
export const goingOn = ({ accountId, campaign, version }: Scope): RawBuilder<unknown> => sql`
  c.account_id = ${accountId} and c.campaign_id = ${campaign} and c.active
  ${version === null ? sql`` : sql`and coalesce((c.session->>'published')::integer, 0) = ${version}`}`;
