/**
 * All SQL on steps. A stored step is the engine's Step as jsonb, without id and position, which are columns.
 */
import {
  type AccountHoldings,
  answerWords,
  type Flow,
  referencesOf,
  type Step,
  usableInPieces,
} from '@parley/engine';
import { normaliseKeyword } from '@parley/rules/keyword.ts';
import type { RawBuilder } from 'kysely';
import { allOptOutWords } from '../accounts/index.ts';
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { inSlices } from '../platform/slices.ts';
import { flowEdited } from './hooks.ts';

/** A step with the number of its edit (VERSION). */
export type StoredStep = { step: Step; version: number };
export type StoredFlow = { campaignId: number; version: number; steps: StoredStep[] };
type StepRow = { id: number; position: number; version: number; step: Omit<Step, 'id' | 'position'> };

const toStored = ({ id, position, version, step }: StepRow): StoredStep => ({
  step: { ...step, id, position } as Step,
  version,
});

/** A step as it is kept. */
export function toJson({ id: _, position: __, ...step }: Step): string {
  return JSON.stringify(step);
}

/** The engine's flow of a stored one. */
export function toFlow({ campaignId, version, steps }: StoredFlow): Flow {
  return { campaignId, version, steps: steps.map(({ step }) => step) };
}

/** The steps of campaign row `c` as JSON, in RQ order. */
export const stepsOf = (accountId: number) =>
  asJson(sql`from steps s where s.account_id = ${accountId} and s.campaign_id = c.id`);

/** The steps of version row `v` as JSON, in the same form. */
export const publishedStepsOf = (accountId: number) =>
  asJson(sql`
    from published_steps s
    where s.account_id = ${accountId} and s.campaign_id = v.campaign_id and s.number = v.number`);

const asJson = (steps: RawBuilder<unknown>) => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('id', s.id, 'position', s.position, 'version', s.version, 'step', s.step) order by s.position)
    ${steps}), '[]')`;

/** Whether what campaign row `c` answers with can be used: what is live of it, without that its draft. */
export const isLiveFinished = (accountId: number) => sql<boolean>`coalesce((
  select l.finished from flow_versions l
  where l.account_id = ${accountId} and l.campaign_id = c.id and l.number = c.live_version), c.finished)`;

export type FlowRow = { id: number; version: number; steps: StepRow[] };
export const fromRow = ({ id, version, steps }: FlowRow): StoredFlow => ({
  campaignId: id,
  version,
  steps: steps.map(toStored),
});

/** A campaign's flow, deleted or not, or an own template's; null when the account has none of that id. */
export async function readFlow(
  db: Db,
  accountId: number,
  campaignId: number,
  isTemplate: boolean,
): Promise<StoredFlow | null> {
  const row = await first(
    db,
    sql<FlowRow>`
      select c.id, c.version, ${stepsOf(accountId)} as steps from campaigns c
      where c.account_id = ${accountId} and c.id = ${campaignId} and c.is_template = ${isTemplate}`,
  );
  return row ? fromRow(row) : null;
}

/** The flow of a campaign, deleted or not; null for an unknown or foreign id and for templates. */
export async function loadFlow(db: Db, accountId: number, campaignId: number): Promise<Flow | null> {
  const stored = await readFlow(db, accountId, campaignId, false);
  return stored && toFlow(stored);
}

/** Locks the campaign's row, then reads its steps: edits of one campaign happen one after the other. */
export async function lockFlow(
  trx: Db,
  accountId: number,
  campaignId: number,
  isTemplate: boolean,
): Promise<StoredFlow> {
  const locked = await first(
    trx,
    sql<{ version: number }>`
      select version from campaigns
      where account_id = ${accountId} and id = ${campaignId} and is_template = ${isTemplate} for update`,
  );
  if (!locked) throw new NotFound();
  const steps = await rows(
    trx,
    sql<StepRow>`
      select id, position, version, step from steps
      where account_id = ${accountId} and campaign_id = ${campaignId} order by position`,
  );
  return { campaignId, version: locked.version, steps: steps.map(toStored) };
}

/**
 * What steps may name: the account's tags, and of the lists, campaigns and keywords they do name those that
 * exist.
 */
export type FlowCheckFacts = AccountHoldings & {
  /** Campaigns that exist, deleted ones too. */
  ownCampaigns: number[];
};

export async function worldOf(db: Db, accountId: number, steps: readonly Step[]): Promise<FlowCheckFacts> {
  const { lists, campaigns } = referencesOf(steps);
  const answers = steps.flatMap((step) => ('intents' in step ? step.intents.flatMap(answerWords) : []));
  const row = await first(
    db,
    sql<FlowCheckFacts>`
      select
        array(select name from tags where account_id = ${accountId}) as tags,
        ${allOptOutWords(accountId)} as "optOutWords",
        (select name from accounts where id = ${accountId}) as program,
        array(select id from lists where account_id = ${accountId} and id = any(${lists}::bigint[])) as lists,
        array(select id from campaigns where account_id = ${accountId} and id = any(${campaigns}::bigint[])
          and not is_template and deleted_at is null) as campaigns,
        array(select id from campaigns where account_id = ${accountId} and id = any(${campaigns}::bigint[])
          and not is_template) as "ownCampaigns",
        array(select k.keyword_key from channels ch join keywords k on k.account_id = ch.account_id and k.channel_id = ch.id
          where ch.account_id = ${accountId} and k.keyword_key = any(${answers.map(normaliseKeyword)}::text[])) as keywords`,
  );
  if (!row) throw new Error('A select without a table gave no row.');
  return row;
}

/** Whether people can start a campaign by a keyword; true for a template, too: its campaigns may get one. */
export async function hasKeyword(db: Db, accountId: number, campaignId: number): Promise<boolean> {
  const row = await first(
    db,
    sql<{ texted: boolean }>`
      select c.is_template or exists (
          select from channels ch join keywords k on k.account_id = ch.account_id and k.channel_id = ch.id
          where ch.account_id = ${accountId} and k.campaign_id = c.id
        ) as texted
      from campaigns c where c.account_id = ${accountId} and c.id = ${campaignId}`,
  );
  return row?.texted ?? true;
}

/**
 * What brings people to the campaign `c`: a keyword, a catch-all, an automata that is on, a blast, the step
 * of another campaign, or a conversation that goes on. A test of it brings nobody.
 */
const leadsTo = (accountId: number) => sql`(
  exists (select from channels ch join keywords k on k.account_id = ch.account_id and k.channel_id = ch.id
    where ch.account_id = ${accountId} and k.campaign_id = c.id)
  or exists (select from catch_alls f where f.account_id = ${accountId} and c.id in (f.campaign_id, f.closed_campaign_id))
  or exists (select from automata a where a.account_id = ${accountId} and a.campaign_id = c.id and a.enabled)
  or exists (select from blasts b where b.account_id = ${accountId}
    and b.state in ('scheduled', 'fanning', 'running', 'paused') and (b.campaign_id = c.id or c.id = any(b.ab_campaign_ids)))
  or exists (select from steps s where s.account_id = ${accountId} and s.campaign_id <> c.id
    and step_references(s.step) && array['campaign ' || c.id::text])
  or exists (select from published_steps s where s.account_id = ${accountId} and s.campaign_id <> c.id
    and step_references(s.step) && array['campaign ' || c.id::text])
  or exists (select from conversations v where v.account_id = ${accountId} and v.campaign_id = c.id and v.active
    and exists (select from messages m where m.account_id = ${accountId} and m.contact_id = v.contact_id
      and m.campaign_id = c.id and m.origin in ('keyword', 'catch-all', 'blast', 'automata', 'trigger'))))`;

/** Whether people get the draft of a campaign: it was never published, and something leads to it. */
export async function isDraftReached(db: Db, accountId: number, campaignId: number): Promise<boolean> {
  const row = await first(
    db,
    sql`
      select from campaigns c
      where c.account_id = ${accountId} and c.id = ${campaignId} and c.live_version is null and ${leadsTo(accountId)}`,
  );
  return row !== undefined;
}

/** Whether people would get a deleted campaign again once it is restored, which takes back its keywords. */
export async function isReachedOnceRestored(db: Db, accountId: number, campaignId: number): Promise<boolean> {
  const row = await first(
    db,
    sql`
      select from campaigns c
      where c.account_id = ${accountId} and c.id = ${campaignId} and (c.former_keywords <> '[]' or ${leadsTo(accountId)})`,
  );
  return row !== undefined;
}

/** Whether a flow can be used, against what the account has. */
export function isUsable(flow: Flow, world: AccountHoldings): Promise<boolean> {
  return inSlices(usableInPieces(flow, world));
}

/** Characters of steps as they are kept. */
export const lengthOf = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => sum + toJson(step).length, 0);

/** Positions 1…n in the order of the ids given. */
const renumber = (accountId: number, campaignId: number, order: number[]) => sql`
  update steps s set position = o.position
  from unnest(${order}::bigint[]) with ordinality as o (id, position)
  where s.account_id = ${accountId} and s.campaign_id = ${campaignId} and s.id = o.id and s.position <> o.position`;

type Edit = { accountId: number; campaignId: number; finished: boolean };

export async function updateStep(trx: Db, edit: Edit, { step, version }: StoredStep): Promise<void> {
  const { accountId, campaignId, finished } = edit;
  await changed(
    trx,
    sql`
      with saved as (
        update steps set step = ${toJson(step)}::jsonb, version = ${version}
        where account_id = ${accountId} and campaign_id = ${campaignId} and id = ${step.id}
      ) ${flowEdited.one(accountId, campaignId, finished)}`,
  );
}

/** Inserts a step among the others, whose ids are given in their new order; answers its id. */
export async function insertStep(
  trx: Db,
  edit: Edit,
  step: Step,
  others: { before: number[]; after: number[] },
): Promise<number> {
  const { accountId, campaignId, finished } = edit;
  const order = [...others.before, 0, ...others.after];
  const row = await first(
    trx,
    sql<{ id: number }>`
      with added as (
        insert into steps (account_id, campaign_id, position, step)
        values (${accountId}, ${campaignId}, ${step.position}, ${toJson(step)}::jsonb) returning id
      ), ordered as (${renumber(accountId, campaignId, order)}), raised as (${flowEdited.one(accountId, campaignId, finished)})
      select id from added`,
  );
  if (!row) throw new Error('A step was not inserted.');
  return row.id;
}

export async function reorderSteps(trx: Db, edit: Edit, order: number[]): Promise<void> {
  const { accountId, campaignId, finished } = edit;
  await changed(
    trx,
    sql`with ordered as (${renumber(accountId, campaignId, order)}) ${flowEdited.one(accountId, campaignId, finished)}`,
  );
}

/**
 * Puts steps, with their ids, in the place of those of the draft. What differs gets this version: a save that
 * knows an older one meets it.
 */
export async function replaceSteps(
  trx: Db,
  { accountId, campaignId, finished }: Edit,
  steps: readonly Step[],
  version: number,
): Promise<void> {
  await changed(
    trx,
    sql`
      with given as materialized (
        select * from unnest(${steps.map(({ id }) => id)}::bigint[], ${steps.map(({ position }) => position)}::int[],
          ${steps.map(toJson)}::jsonb[]) as given (id, position, step)
      ), removed as (
        delete from steps s where s.account_id = ${accountId} and s.campaign_id = ${campaignId}
          and s.id not in (select id from given)
      ), stored as (
        insert into steps as s (account_id, id, campaign_id, position, version, step)
        select ${accountId}::bigint, id, ${campaignId}::bigint, position, ${version}, step from given
        on conflict (account_id, id) do update set position = excluded.position, step = excluded.step,
          version = case when s.step = excluded.step then s.version else excluded.version end
        where s.campaign_id = ${campaignId} and (s.step, s.position) is distinct from (excluded.step, excluded.position)
      ) ${flowEdited.one(accountId, campaignId, finished)}`,
  );
}

/** Deletes a step; `order` are the ids of those that stay. */
export async function deleteStep(trx: Db, edit: Edit, stepId: number, order: number[]): Promise<void> {
  const { accountId, campaignId, finished } = edit;
  await changed(
    trx,
    sql`
      with removed as (
        delete from steps where account_id = ${accountId} and campaign_id = ${campaignId} and id = ${stepId}
      ), ordered as (${renumber(accountId, campaignId, order)}) ${flowEdited.one(accountId, campaignId, finished)}`,
  );
}

/** Ids for steps that are about to be stored, so that their jumps can be written before. */
export async function reserveStepIds(trx: Db, count: number): Promise<number[]> {
  const reserved = await rows(
    trx,
    sql<{ id: number }>`
      select nextval(pg_get_serial_sequence('steps', 'id')) as id from generate_series(1, ${count})`,
  );
  return reserved.map(({ id }) => id);
}

/** Stores the steps of a new campaign, ids and positions as they are, in one statement. */
export async function insertSteps(
  trx: Db,
  accountId: number,
  campaignId: number,
  steps: readonly Step[],
): Promise<void> {
  if (steps.length === 0) return;
  await changed(
    trx,
    sql`
      insert into steps (account_id, id, campaign_id, position, step)
      select ${accountId}::bigint, id, ${campaignId}::bigint, position, step
      from unnest(${steps.map((step) => step.id)}::bigint[], ${steps.map((step) => step.position)}::int[],
        ${steps.map(toJson)}::jsonb[]) as given (id, position, step)`,
  );
}

/**
 * What `step_references` of a step has that stores one of these tags or names it in a token, where it stands
 * as in the text of the jsonb.
 */
export const namesOfTags = (names: readonly string[]): RawBuilder<unknown> => sql`array(
  select unnest(array['tag ' || lower(name), 'token ' || lower(right(left(to_jsonb(btrim(name))::text, -1), -1))])
  from unnest(${names}::text[]) as given (name))`;
