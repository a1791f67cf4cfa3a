/** What never changes about a blast while it is sent, read once. */

import type { Flow } from '@parley/engine';
import { first, sql } from '../platform/db/database.ts';
import { inRuntime } from '../platform/runtime.ts';
import type { Services } from '../platform/services.ts';
import type { LocalTime } from '../policy/index.ts';

export type BlastFacts = {
  id: number;
  channelId: number;
  /** As they were when it was reviewed, by campaign id. */
  flows: ReadonlyMap<number, Flow>;
  byAutomaton: boolean;
  /** The account's zone, for contacts whose own is not known. */
  timeZone: string;
  /** It goes at each person's own time; null: to everybody at one moment. */
  localTime: LocalTime | null;
  /** How long each message may be tried; null: as the channel is set. */
  timeToLiveMs: number | null;
};

const KEPT = 200;
const knownFacts = inRuntime(() => new Map<string, BlastFacts>());

export async function blastFacts(
  services: Services,
  accountId: number,
  blastId: number,
): Promise<BlastFacts> {
  const known = knownFacts(services);
  const key = `${accountId}/${blastId}`;
  const kept = known.get(key);
  if (kept) return kept;
  const row = await first(
    services.db,
    sql<{
      channelId: number;
      flows: Record<string, Flow>;
      automaton: number | null;
      timeZone: string;
      wall: string | null;
      launchedAt: Date;
      minutes: number | null;
    }>`
      select b.channel_id as "channelId", b.flows, b.automaton_id as automaton, a.time_zone as "timeZone",
        b.local_time as wall, b.created_at as "launchedAt", b.time_to_live_minutes as minutes
      from blasts b join accounts a on a.id = ${accountId}
      where b.account_id = ${accountId} and b.id = ${blastId}`,
  );
  if (!row) throw new Error(`There is no blast ${blastId}.`);
  const facts: BlastFacts = {
    id: blastId,
    channelId: row.channelId,
    flows: new Map(Object.entries(row.flows).map(([id, flow]) => [Number(id), flow])),
    byAutomaton: row.automaton !== null,
    timeZone: row.timeZone,
    localTime: row.wall === null ? null : { wall: row.wall, launchedAt: row.launchedAt },
    timeToLiveMs: row.minutes === null ? null : row.minutes * 60_000,
  };
  known.set(key, facts);
  if (known.size > KEPT) known.delete(known.keys().next().value as string);
  return facts;
}
