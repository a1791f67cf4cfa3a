/** Flows whose steps mention something that came, went or changed its name are checked again. */
import type { Flow } from '@parley/engine';
import type { RawBuilder } from 'kysely';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { tell } from '../platform/hook.ts';
import { usabilityChanged } from './hooks.ts';
import { type FlowRow, fromRow, isUsable, namesOfTags, stepsOf, toFlow, worldOf } from './store.ts';
import { flipLiveFinished, liveMentioning } from './version-store.ts';

type Checked = FlowRow & { finished: boolean };

/**
 * Checks flows again whose steps mention something that came, went or changed its name, drafts and what is
 * live, and keeps the result (ISFINISHED). To be called in the transaction that adds, renames or deletes a
 * tag (`tagNames`: old and new name) or deletes a list, or deletes or restores a campaign.
 */
export async function recheckMentions(
  trx: Db,
  accountId: number,
  changes: { tagNames?: readonly string[]; lists?: readonly number[]; campaigns?: readonly number[] },
): Promise<void> {
  const { tagNames = [], lists = [], campaigns = [] } = changes;
  const ids = [...lists.map((id) => `list ${id}`), ...campaigns.map((id) => `campaign ${id}`)];
  const names = sql`(${ids}::text[] || ${namesOfTags(tagNames)})`;
  const live = await liveMentioning(trx, accountId, names);
  await flipLiveFinished(trx, accountId, await differing(trx, accountId, live));
  const drafts = await differing(trx, accountId, await draftsMentioning(trx, accountId, names));
  if (drafts.length === 0) return;
  await tell(
    usabilityChanged,
    trx,
    accountId,
    drafts.map(({ id }) => id),
  );
}

function draftsMentioning(trx: Db, accountId: number, names: RawBuilder<unknown>): Promise<Checked[]> {
  return rows(
    trx,
    sql<Checked>`
      select c.id, c.version, c.finished, ${stepsOf(accountId)} as steps from campaigns c
      where c.account_id = ${accountId} and c.id in (
        select m.campaign_id from steps m
        where m.account_id = ${accountId} and step_references(m.step) && ${names})`,
  );
}

/** Those that can be used now and could not be, or the reverse. */
async function differing<F extends Checked>(trx: Db, accountId: number, checked: readonly F[]): Promise<F[]> {
  if (checked.length === 0) return [];
  const flows: Flow[] = checked.map((row) => toFlow(fromRow(row)));
  const world = await worldOf(
    trx,
    accountId,
    flows.flatMap((flow) => flow.steps),
  );
  const found: F[] = [];
  for (const [index, row] of checked.entries()) {
    const flow = flows[index];
    if (flow && (await isUsable(flow, world)) !== row.finished) found.push(row);
  }
  return found;
}
