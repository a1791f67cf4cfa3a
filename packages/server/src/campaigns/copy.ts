/** New campaigns and templates, made from the steps of others. */

import type { Step } from '@parley/engine';
import { remapSteps } from '@parley/engine';
import { FIRST_LANGUAGE } from '@parley/rules/languages.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { flowsOf, insertSteps, isUsable, loadFlow, reserveStepIds, worldOf } from '../flow/index.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import { cutName } from '../platform/names.ts';
import { copyTalks } from '../talks/index.ts';
import { findCampaign } from './store.ts';

export type NewCampaign = {
  accountId: number;
  /** One that was reserved for it; by itself the next one. */
  id?: number;
  name: string;
  isTemplate: boolean;
  /** The campaign or own template whose steps it has: so its language, and but for a run its talks. */
  madeFrom?: number;
  /** What it is written in, where that is known otherwise; without it and `madeFrom`: English. */
  language?: string;
  /** The template it is made from; 0: none. */
  templateId: number;
  templateType: number;
  icon: number;
  at: Date;
  /** An automata made it, as a copy for one of its runs. */
  run?: { of: number; by: number };
};

/**
 * Stores a campaign with copies of the steps given; the copies have ids of their own and point at each other.
 * Answers its id.
 */
export async function insertCampaign(trx: Db, made: NewCampaign, from: readonly Step[]): Promise<number> {
  const {
    accountId,
    id = null,
    name,
    isTemplate,
    templateId,
    templateType,
    icon,
    at,
    run,
    madeFrom,
    language = null,
  } = made;
  const ids = await reserveStepIds(trx, from.length);
  const stepIds = new Map(from.map((step, index) => [step.id, ids[index] ?? 0]));
  const steps = remapSteps(from, stepIds);
  const world = await worldOf(trx, accountId, steps);
  const finished = await isUsable({ campaignId: 0, version: 1, steps }, world);
  const campaign = await first(
    trx,
    sql<{ id: number }>`
      insert into campaigns (account_id, id, is_template, name, template_id, template_type, icon_id, finished, created_at, run_of, run_by, language)
      select ${accountId}, coalesce(${id}::bigint, nextval(pg_get_serial_sequence('campaigns', 'id'))), ${isTemplate}, ${name}, ${templateId}, ${templateType}, ${icon}, ${finished}, ${at},
        ${run?.of ?? null}, ${run?.by ?? null}, coalesce(${language}::text, (
          select c.language from campaigns c where c.account_id = ${accountId} and c.id = ${madeFrom ?? 0}), ${FIRST_LANGUAGE})
      returning id`,
  );
  if (!campaign) throw new Error('A campaign was not stored.');
  await insertSteps(trx, accountId, campaign.id, steps);
  if (madeFrom && !run) await copyTalks(trx, accountId, { from: madeFrom, to: campaign.id, stepIds, at });
  return campaign.id;
}

/**
 * Copies a campaign with its steps, without its keyword, as 'Copy of …': what is live for a run of an
 * automata (`runBy`), the draft for a person. A deleted campaign's copy is active; nothing of it is
 * published.
 */
export async function cloneCampaign(
  trx: Db,
  accountId: number,
  campaignId: number,
  at: Date,
  runBy: number | null = null,
): Promise<number> {
  const source = await findCampaign(trx, accountId, campaignId);
  const live = runBy === null ? null : (await flowsOf(trx, accountId, [campaignId])).get(campaignId);
  const flow = live ?? (await loadFlow(trx, accountId, campaignId));
  if (!source || !flow) throw new NotFound();
  const { templateId, templateType, icon } = source;
  const name = cutName(`Copy of ${source.name}`, TEXT_LIMITS.name);
  return insertCampaign(
    trx,
    {
      accountId,
      name,
      isTemplate: false,
      madeFrom: campaignId,
      templateId,
      templateType,
      icon,
      at,
      ...(runBy !== null && { run: { of: campaignId, by: runBy } }),
    },
    flow.steps,
  );
}
