/**
 * Flows for conversations: read once per version, so that the engine's own caches (keyed by the Flow object)
 * hit.
 */
import type { Flow, Session } from '@parley/engine';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { type FlowRow, fromRow, publishedStepsOf, stepsOf, toFlow } from './store.ts';

/** A flow that people may begin; `finished`: its check finds no error. */
export type LiveFlow = Flow & { finished: boolean };

/** Flows kept by one process; a flow is a few kilobytes. */
const KEPT = 2_000;

/**
 * Which flow of a campaign. `published`: the version, 0 for a conversation that began before there was one,
 * null for what is live.
 */
export type WantedFlow = { campaignId: number; published: number | null };

/** What a new conversation begins with: the version published last; the draft where there is none. */
export const liveOf = (campaignId: number): WantedFlow => ({ campaignId, published: null });
/** What a conversation goes on with: the version that it began on. */
export const flowOfSession = ({
  campaignId,
  published = 0,
}: Pick<Session, 'campaignId' | 'published'>): WantedFlow => ({ campaignId, published });

/** The key of a flow among those that were read. */
export const flowKey = ({ campaignId, published }: WantedFlow) => `${campaignId} ${published ?? 'live'}`;
export type Flows = ReadonlyMap<string, LiveFlow>;

export type FlowCache = {
  /**
   * Flows of campaigns by {@link flowKey}, in one statement; steps travel only when they have changed since
   * they were read here. Deleted, foreign and unknown campaigns and templates are not in the answer. A
   * conversation that began on the draft goes on with version 1, which that draft became.
   */
  readFlows: (db: Db, accountId: number, wanted: readonly WantedFlow[]) => Promise<Map<string, LiveFlow>>;
  /** What is live of campaigns, by their ids. */
  flowsOf: (db: Db, accountId: number, campaignIds: readonly number[]) => Promise<Map<number, LiveFlow>>;
};

type Kept = { flow: LiveFlow; database: string };
type FoundRow = Omit<FlowRow, 'steps'> & {
  place: number;
  database: string;
  published: number | null;
  finished: boolean;
  steps: FlowRow['steps'] | null;
};

export function createFlowCache(): FlowCache {
  /** Oldest use first. The name of the database is part of the key: a process may work on several. */
  const kept = new Map<string, Kept>();

  function keep(key: string, entry: Kept): void {
    kept.delete(key);
    kept.set(key, entry);
    const oldest = kept.keys().next().value;
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  }

  async function readFlows(db: Db, accountId: number, all: readonly WantedFlow[]) {
    const wanted = [...new Map(all.map((each) => [flowKey(each), each])).values()];
    const flows = new Map<string, LiveFlow>();
    if (wanted.length === 0) return flows;
    const known = wanted.map((each) => kept.get(`${accountId}:${flowKey(each)}`));
    for (const row of await findFlows(db, accountId, wanted, known)) {
      const asked = wanted[row.place - 1];
      const flow = flowOfRow(row, known[row.place - 1]?.flow);
      if (!asked) throw new Error('A flow was found that nobody asked for.');
      const entry = { flow, database: row.database };
      // Who begins with it now goes on with the same object.
      keep(`${accountId}:${flowKey(flowOfSession(flow))}`, entry);
      keep(`${accountId}:${flowKey(asked)}`, entry);
      flows.set(flowKey(asked), flow);
    }
    return flows;
  }

  return {
    readFlows,
    async flowsOf(db, accountId, campaignIds) {
      const flows = await readFlows(db, accountId, campaignIds.map(liveOf));
      return new Map([...flows.values()].map((flow) => [flow.campaignId, flow]));
    },
  };
}

function flowOfRow({ published, finished, steps, ...row }: FoundRow, kept: LiveFlow | undefined): LiveFlow {
  if (steps !== null)
    return { ...toFlow(fromRow({ ...row, steps })), ...(published !== null && { published }), finished };
  if (!kept) throw new Error('A flow was left out that was not kept.');
  // What a flow names may have gone, or come back, without an edit of it.
  return kept.finished === finished ? kept : { ...kept, finished };
}

const ANY = -1;

function findFlows(
  db: Db,
  accountId: number,
  wanted: readonly WantedFlow[],
  known: readonly (Kept | undefined)[],
): Promise<FoundRow[]> {
  return rows(
    db,
    sql<FoundRow>`
      select k.place, c.id, found.version, v.number as published, coalesce(v.finished, c.finished) as finished, current_database() as database,
        case
          when found.version = k.version and coalesce(v.number, 0) = k.published and k.database = current_database()
            then null
          when v.number is null then ${stepsOf(accountId)}
          else ${publishedStepsOf(accountId)}
        end as steps
      from unnest(
        ${wanted.map(({ campaignId }) => campaignId)}::bigint[], ${wanted.map(({ published }) => published ?? ANY)}::int[],
        ${known.map((entry) => entry?.flow.version ?? 0)}::int[], ${known.map((entry) => entry?.flow.published ?? 0)}::int[],
        ${known.map((entry) => entry?.database ?? '')}::text[]
      ) with ordinality as k (id, asked, version, published, database, place)
      join campaigns c on c.account_id = ${accountId} and c.id = k.id
      left join flow_versions v on v.account_id = ${accountId} and v.campaign_id = c.id
        and v.number = case when k.asked = ${ANY} then c.live_version when c.live_version > 0 then greatest(k.asked, 1) end
      cross join lateral (select coalesce(v.draft_version, c.version) as version) found
      where not c.is_template and c.deleted_at is null`,
  );
}

const shared = createFlowCache();

/** {@link FlowCache.flowsOf} of the process's own cache. */
export const flowsOf = shared.flowsOf;
/** {@link FlowCache.readFlows} of the process's own cache. */
export const readFlows = shared.readFlows;
