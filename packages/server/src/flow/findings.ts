/** What is wrong with a flow, in its account: with what its steps name, and with where its switches lead. */
import { checkInPieces, type Finding, type Flow, switchTargets } from '@parley/engine';
import type { Db } from '../platform/db/database.ts';
import { inSlices } from '../platform/slices.ts';
import { flowsOf } from './flow-cache.ts';
import { hasKeyword, worldOf } from './store.ts';

/** The findings of the flow check against what the account has. */
export async function findingsOf(db: Db, accountId: number, flow: Flow): Promise<Finding[]> {
  const world = await worldOf(db, accountId, flow.steps);
  const isTexted = await hasKeyword(db, accountId, flow.campaignId);
  const others = await switchedTo(db, accountId, flow);
  return inSlices(checkInPieces(flow, { ...world, isTexted, others }));
}

/** As far as switches are followed: more campaigns, or a longer row of them, nobody wrote by mistake. */
const MOST_CAMPAIGNS = 200;
const MOST_ROUNDS = 20;

/** What the campaigns answer with that switches of a flow lead to, however far; a query for each round. */
async function switchedTo(db: Db, accountId: number, flow: Flow): Promise<Flow[]> {
  const known = new Map<number, Flow>();
  let wanted = switchTargets(flow);
  for (let round = 0; round < MOST_ROUNDS && known.size < MOST_CAMPAIGNS; round++) {
    const fresh = [...new Set(wanted)].filter((id) => id !== flow.campaignId && !known.has(id));
    if (fresh.length === 0) break;
    const found = [...(await flowsOf(db, accountId, fresh)).values()];
    for (const each of found) known.set(each.campaignId, each);
    wanted = found.flatMap(switchTargets);
  }
  return [...known.values()];
}
