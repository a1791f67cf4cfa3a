/**
 * What happens in each hour, over all processes, for the System screen: errors by their words, answers of
 * carriers, receipts. Each process adds what it counted anyway since it last did.
 */
import type { Counter } from 'prom-client';
import { numberArray, textArray } from '../platform/db/arrays.ts';
import { type Db, rows, sql, transact } from '../platform/db/database.ts';
import { errorsTold } from '../platform/log.ts';
import { startLoop } from '../platform/loop.ts';
import { metricsOf } from '../platform/metrics.ts';
import { inRuntime } from '../platform/runtime.ts';
import type { Background, Services } from '../platform/services.ts';

const TELL_EVERY_MS = 60_000;
const KEPT_MS = 48 * 3_600_000;
const HOUR_MS = 3_600_000;

export type CountKind = 'error' | 'answer' | 'receipt';
export type HourlyCount = { kind: CountKind; name: string; count: number; lastAt: Date };
type Told = { kind: CountKind; name: string; total: number };

/** What this process has told already. */
const toldOf = inRuntime(() => new Map<string, number>());

/** Of a carrier and its answer, the name is both with a space between. */
async function totalsOf(services: Services): Promise<Told[]> {
  const { handedOver, receipts } = metricsOf(services);
  return [
    ...[...errorsTold(services.log)].map(([name, total]) => ({ kind: 'error' as const, name, total })),
    ...(await totals(handedOver, 'answer', ['carrier', 'answer'])),
    ...(await totals(receipts, 'receipt', ['status'])),
  ];
}

async function totals(counter: Counter, kind: CountKind, labels: readonly string[]): Promise<Told[]> {
  const { values } = await counter.get();
  return values.map(({ labels: of, value }) => ({
    kind,
    name: labels.map((label) => String((of as Record<string, unknown>)[label])).join(' '),
    total: value,
  }));
}

/** Adds what happened in this process since it last did so; what cannot be stored is added the next time. */
export async function tellCounts(services: Services): Promise<void> {
  const { db, clock } = services;
  const told = toldOf(services);
  const keyOf = ({ kind, name }: Told) => `${kind} ${name}`;
  const all = await totalsOf(services);
  const fresh = all
    .map((each) => ({ ...each, count: each.total - (told.get(keyOf(each)) ?? 0) }))
    .filter(({ count }) => count > 0);
  const now = clock.now();
  await transact(db, async (trx) => {
    await sql`delete from hourly_counts where hour < ${new Date(now.getTime() - KEPT_MS)}`.execute(trx);
    if (fresh.length > 0) await addCounts(trx, fresh, now);
  });
  for (const each of all) told.set(keyOf(each), each.total);
}

/** Always in one order, so that two processes wait for each other in turn. */
async function addCounts(trx: Db, fresh: readonly (Told & { count: number })[], now: Date): Promise<void> {
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const of = <T>(pick: (each: Told & { count: number }) => T) => fresh.map(pick);
  await sql`
    insert into hourly_counts as h (hour, kind, name, count, last_at)
    select ${hour}, kind, name, count, ${now} from unnest(
      ${textArray(of(({ kind }) => kind))}::text[], ${textArray(of(({ name }) => name))}::text[],
      ${numberArray(of(({ count }) => count))}::bigint[]) as given (kind, name, count)
    order by kind, name
    on conflict (hour, kind, name) do update set count = h.count + excluded.count, last_at = excluded.last_at`.execute(
    trx,
  );
}

/** The last 24 hours, the most frequent first. */
export function countsOfDay(db: Db, now: Date): Promise<HourlyCount[]> {
  return rows(
    db,
    sql<HourlyCount>`
      select kind, name, sum(count)::float8 as count, max(last_at) as "lastAt" from hourly_counts
      where hour > ${new Date(now.getTime() - 24 * HOUR_MS)} group by kind, name order by 3 desc, kind, name`,
  );
}

export function startHourlyCounts(services: Services): Background {
  const once = async () => {
    await tellCounts(services);
    return false;
  };
  const loop = startLoop({ name: 'hourly counts', log: services.log, pauseMs: TELL_EVERY_MS, once });
  return {
    async stop() {
      await loop.stop();
      await tellCounts(services).catch(() => undefined);
    },
  };
}
