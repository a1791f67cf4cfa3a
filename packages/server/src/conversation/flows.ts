/** Flows of campaigns that are not deleted, kept in memory by version: a flow is read once and compiled once. */
import type { Flow, Step } from '@parley/engine';
import { type Db, rows, sql } from '../platform/db/database.ts';

const KEPT = 1_000;
const known = new Map<string, Flow>();

export async function activeFlows(
  db: Db,
  accountId: number,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, Flow>> {
  const flows = new Map<number, Flow>();
  if (campaignIds.length === 0) return flows;
  const versions = await rows(
    db,
    sql<{ id: number; version: number }>`
      select id, version from campaigns
      where account_id = ${accountId} and id = any(${campaignIds}::bigint[]) and deleted_at is null and not is_template`,
  );
  for (const { id, version } of versions) {
    const key = `${accountId}:${id}:${version}`;
    const flow = known.get(key) ?? (await readFlow(db, accountId, id, version));
    remember(key, flow);
    flows.set(id, flow);
  }
  return flows;
}

async function readFlow(db: Db, accountId: number, campaignId: number, version: number): Promise<Flow> {
  const found = await rows(
    db,
    sql<{ id: number; position: number; step: Omit<Step, 'id' | 'position'> }>`
      select id, position, step from steps
      where account_id = ${accountId} and campaign_id = ${campaignId} order by position`,
  );
  const steps = found.map(({ id, position, step }) => ({ ...step, id, position }) as Step);
  return { campaignId, version, steps };
}

/** The least recently used one goes first. */
function remember(key: string, flow: Flow): void {
  known.delete(key);
  known.set(key, flow);
  if (known.size > KEPT) known.delete(known.keys().next().value as string);
}
