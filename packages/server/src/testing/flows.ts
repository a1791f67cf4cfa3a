/** Puts flows written in short form into an account, for tests of what runs them. */
import { type Flow, flowOf, type StepShorthand } from '@parley/engine';
import { normaliseKeyword } from '@parley/rules/keyword.ts';
import { firstChannel } from '../channels/store.ts';
import { toJson } from '../flow/store.ts';
import { type Db, sql } from '../platform/db/database.ts';

/**
 * Stores a campaign with its steps under the ids of the flow, and its keyword on the account's first channel.
 */
export async function storeFlow(db: Db, accountId: number, flow: Flow, keyword = ''): Promise<void> {
  const { campaignId, version, steps } = flow;
  await sql`
    insert into campaigns (account_id, id, name, version, finished, created_at)
    values (${accountId}, ${campaignId}, ${`Campaign ${campaignId}`}, ${version}, true, ${new Date(0)})`.execute(
    db,
  );
  for (const step of steps)
    await sql`
      insert into steps (account_id, id, campaign_id, position, step)
      values (${accountId}, ${step.id}, ${campaignId}, ${step.position}, ${toJson(step)}::jsonb)
      `.execute(db);
  if (keyword !== '') await storeKeyword(db, accountId, campaignId, keyword);
}

/** `storeFlow` of sketched steps; step ids must be unique in the account. */
export async function storeSketch(
  db: Db,
  accountId: number,
  campaignId: number,
  steps: readonly StepShorthand[],
  keyword = '',
): Promise<Flow> {
  const flow = flowOf(campaignId, steps);
  await storeFlow(db, accountId, flow, keyword);
  return flow;
}

export async function storeKeyword(
  db: Db,
  accountId: number,
  campaignId: number,
  keyword: string,
): Promise<void> {
  const channel = await firstChannel(db, accountId);
  if (!channel) throw new Error('The account has no channel.');
  await sql`
    insert into keywords (account_id, channel_id, keyword_key, keyword, campaign_id)
    values (${accountId}, ${channel.id}, ${normaliseKeyword(keyword)}, ${keyword}, ${campaignId})`.execute(
    db,
  );
}
