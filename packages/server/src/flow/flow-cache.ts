/**
 * Flows for conversations: read once per version, so that the engine's own caches (keyed by the Flow object)
 * hit.
 */
import type { Flow } from '@parley/engine';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { type FlowRow, fromRow, stepsOf, toFlow } from './store.ts';

/** A flow that people may begin; `finished`: its check finds no error. */
export type LiveFlow = Flow & { finished: boolean };

/** Flows kept by one process; a flow is a few kilobytes. */
const KEPT = 2_000;

export type FlowCache = {
  /**
   * The flows of live campaigns, in one statement; steps travel only when the campaign changed since it was
   * read here. Deleted, foreign and unknown campaigns and templates are not in the answer.
   */
  flowsOf: (db: Db, accountId: number, campaignIds: readonly number[]) => Promise<Map<number, LiveFlow>>;
};

export function createFlowCache(): FlowCache {
  /** Oldest use first. The name of the database is part of the key: a process may work on several. */
  const kept = new Map<string, { flow: LiveFlow; database: string }>();

  function keep(key: string, entry: { flow: LiveFlow; database: string }): void {
    kept.delete(key);
    kept.set(key, entry);
    const oldest = kept.keys().next().value;
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  }

  return {
    async flowsOf(db, accountId, campaignIds) {
      const ids = [...new Set(campaignIds)];
      if (ids.length === 0) return new Map();
      const known = ids.map((id) => kept.get(`${accountId}:${id}`));
      const found = await rows(
        db,
        sql<FlowRow & { database: string; finished: boolean; steps: FlowRow['steps'] | null }>`
          select c.id, c.version, c.finished, current_database() as database,
            case when c.version = k.version and k.database = current_database() then null else ${stepsOf(accountId)} end as steps
          from unnest(${ids}::bigint[], ${known.map((entry) => entry?.flow.version ?? 0)}::int[],
            ${known.map((entry) => entry?.database ?? '')}::text[]) as k (id, version, database)
          join campaigns c on c.account_id = ${accountId} and c.id = k.id
          where not c.is_template and c.deleted_at is null`,
      );
      const flows = new Map<number, LiveFlow>();
      for (const row of found) {
        const at = ids.indexOf(row.id);
        const flow = liveFlow(row, row.steps === null ? known[at]?.flow : toFlow(fromRow(row)));
        keep(`${accountId}:${row.id}`, { flow, database: row.database });
        flows.set(row.id, flow);
      }
      return flows;
    },
  };
}

/** What a flow names may have gone, or come back, without an edit of it. */
function liveFlow({ finished }: { finished: boolean }, read: LiveFlow | Flow | undefined): LiveFlow {
  if (!read) throw new Error('A flow was left out that was not kept.');
  return 'finished' in read && read.finished === finished ? read : { ...read, finished };
}

const shared = createFlowCache();

/** {@link FlowCache.flowsOf} of the process's own cache. */
export const flowsOf = shared.flowsOf;
