/** All SQL on published versions: stored once, and never changed but for whether they can still be used. */
import { compareFlows } from '@parley/engine';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';
import { flowPublished } from './hooks.ts';
import { type FlowRow, fromRow, publishedStepsOf, type StoredFlow, stepsOf, toFlow } from './store.ts';

export type FlowVersion = {
  number: number;
  message: string;
  /** The version whose content it is again; 0: it was new. */
  restored: number;
  /** Who published it; '' for somebody who is gone. */
  by: string;
  /** ISO instant. */
  at: string;
};
export type FlowVersions = {
  /** The version that new conversations begin with; 0: nothing was published. */
  live: number;
  /** The draft says what the live version says, also after edits that were taken back; false without one. */
  isDraftLive: boolean;
  versions: FlowVersion[];
};

/** A page of versions, those below a number, newest first; null when the account has no such campaign. */
export async function listVersions(
  db: Db,
  accountId: number,
  campaignId: number,
  before: number | null,
): Promise<FlowVersions | null> {
  const row = await first(
    db,
    sql<VersionsRow>`
      select c.id, c.version, coalesce(c.live_version, 0) as live, ${stepsOf(accountId)} as steps, (
          select ${publishedStepsOf(accountId)} from flow_versions v
          where v.account_id = ${accountId} and v.campaign_id = c.id and v.number = c.live_version
        ) as published, coalesce((
          select jsonb_agg(page order by page.number desc) from (
            select v.number, v.message, coalesce(v.restored, 0) as restored, coalesce(u.email, '') as by, to_char(v.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
            from flow_versions v left join users u on u.id = v.published_by
            where v.account_id = ${accountId} and v.campaign_id = c.id and v.number < coalesce(${before}::bigint, v.number + 1)
            order by v.number desc limit ${PAGE_LIMITS.versions}
          ) page), '[]') as versions
      from campaigns c where c.account_id = ${accountId} and c.id = ${campaignId} and not c.is_template`,
  );
  if (!row) return null;
  const { published, live, versions } = row;
  return {
    live,
    isDraftLive: published !== null && saysTheSame(row, { ...row, steps: published }),
    versions,
  };
}

type VersionsRow = FlowRow & Omit<FlowVersions, 'isDraftLive'> & { published: FlowRow['steps'] | null };

const saysTheSame = (before: FlowRow, after: FlowRow): boolean =>
  compareFlows(toFlow(fromRow(before)).steps, toFlow(fromRow(after)).steps).length === 0;

/** A published version; null when the account has no such campaign, or the campaign no such version. */
export async function readVersion(
  db: Db,
  accountId: number,
  campaignId: number,
  number: number,
): Promise<StoredFlow | null> {
  const row = await first(
    db,
    sql<FlowRow>`
      select v.campaign_id as id, v.draft_version as version, ${publishedStepsOf(accountId)} as steps from flow_versions v
      where v.account_id = ${accountId} and v.campaign_id = ${campaignId} and v.number = ${number}`,
  );
  return row ? fromRow(row) : null;
}

/** The number of the live version and the draft that it was; undefined when nothing was published. */
export function liveVersion(
  db: Db,
  accountId: number,
  campaignId: number,
): Promise<{ number: number; draftVersion: number } | undefined> {
  return first(
    db,
    sql<{ number: number; draftVersion: number }>`
      select v.number, v.draft_version as "draftVersion" from campaigns c
      join flow_versions v on v.account_id = c.account_id and v.campaign_id = c.id and v.number = c.live_version
      where c.account_id = ${accountId} and c.id = ${campaignId}`,
  );
}

export type NewVersion = {
  accountId: number;
  campaignId: number;
  number: number;
  draftVersion: number;
  message: string;
  restored: number | null;
  by: number;
  at: Date;
};

/** Stores the draft, which must be locked, as a version and makes it what is live. */
export async function insertVersion(trx: Db, version: NewVersion): Promise<void> {
  const { accountId, campaignId, number, draftVersion, message, restored, by, at } = version;
  await changed(
    trx,
    sql`
      insert into flow_versions (account_id, campaign_id, number, draft_version, message, restored, finished, published_by, published_at)
      values (${accountId}, ${campaignId}, ${number}, ${draftVersion}, ${message}, ${restored}, true, ${by}, ${at})`,
  );
  await changed(
    trx,
    sql`
      with stored as (
        insert into published_steps (account_id, campaign_id, number, id, position, version, step)
        select account_id, campaign_id, ${number}, id, position, version, step from steps
        where account_id = ${accountId} and campaign_id = ${campaignId}
      ) ${flowPublished.one(accountId, campaignId, number)}`,
  );
}

/** A live version, and whether it can be used as far as is known. */
export type CheckedVersion = FlowRow & { number: number; finished: boolean };

/** The live versions with a step that names one of these (`step_references`). */
export function liveMentioning(
  trx: Db,
  accountId: number,
  names: RawBuilder<unknown>,
): Promise<CheckedVersion[]> {
  return rows(
    trx,
    sql<CheckedVersion>`
      select v.campaign_id as id, v.draft_version as version, v.number, v.finished, ${publishedStepsOf(accountId)} as steps
      from campaigns c
      join flow_versions v on v.account_id = c.account_id and v.campaign_id = c.id and v.number = c.live_version
      where c.account_id = ${accountId} and (c.id, c.live_version) in (
        select m.campaign_id, m.number from published_steps m
        where m.account_id = ${accountId} and step_references(m.step) && ${names})`,
  );
}

/** Of live versions that can be used now and could not be, or the reverse. */
export async function flipLiveFinished(
  trx: Db,
  accountId: number,
  versions: readonly { id: number; number: number }[],
): Promise<void> {
  if (versions.length === 0) return;
  await changed(
    trx,
    sql`
      update flow_versions v set finished = not v.finished
      from unnest(${versions.map(({ id }) => id)}::bigint[], ${versions.map(({ number }) => number)}::int[])
        as given (campaign_id, number)
      where v.account_id = ${accountId} and v.campaign_id = given.campaign_id and v.number = given.number`,
  );
}
