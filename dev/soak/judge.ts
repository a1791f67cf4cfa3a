/** Whether the soak went well: memory, what was lost, what the log said. */
import { type Db, first, rows, sql } from '../../packages/server/src/platform/db/database.ts';
import type { SoakCarrier } from './carrier.ts';
import type { Sample } from './probe.ts';

export type DatabaseSample = { at: number; connections: number; megabytes: number };

/**
 * Memory is flat when the last third has no more than this over the middle third, by their medians: a
 * twentieth and 4 MB of the heap (without garbage), a tenth and 16 MB of the whole process.
 */
const BOUNDS = { heapMb: [1.05, 4], outsideMb: [1.1, 8], rssMb: [1.1, 16], open: [1.1, 10] } as const;

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const highest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0);

function thirdsOf<T>(all: readonly T[]): [T[], T[], T[]] {
  const at = (third: number) => Math.round((all.length * third) / 3);
  return [all.slice(0, at(1)), all.slice(at(1), at(2)), all.slice(at(2))];
}

/** What the last two thirds grew by in an hour, as the straight line nearest to them has it. */
function slopePerHour(samples: readonly { at: number; value: number }[]): number {
  const late = samples.slice(Math.floor(samples.length / 3));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [midAt, midValue] = [mean(late.map(({ at }) => at)), mean(late.map(({ value }) => value))];
  const sum = (of: (at: number, value: number) => number) =>
    late.reduce((total, { at, value }) => total + of(at - midAt, value - midValue), 0);
  return (sum((at, value) => at * value) / sum((at) => at * at)) * 3_600_000;
}

type Verdict = { what: string; passed: boolean; found: unknown };

const round = (value: number) => Math.round(value * 10) / 10;

export function judgeMemory(samples: readonly Sample[]): Verdict[] {
  return Object.entries(BOUNDS).map(([name, [times, plus]]) => {
    const of = (sample: Sample) => sample[name as keyof typeof BOUNDS];
    const [begin = 0, middle = 0, last = 0] = thirdsOf(samples).map((third) => median(third.map(of)));
    const perHour = slopePerHour(samples.map((sample) => ({ at: sample.at, value: of(sample) })));
    return {
      what: `${name} of the last third against the middle one`,
      passed: samples.length >= 9 && last <= middle * times + plus,
      found: { thirds: [begin, middle, last].map(round), perHour: round(perHour), samples: samples.length },
    };
  });
}

export function judgeDatabase(samples: readonly DatabaseSample[]): Verdict {
  const [, middle, last] = thirdsOf(samples).map((third) =>
    highest(third.map(({ connections }) => connections)),
  ) as [number, number, number];
  const megabytes = [samples[0]?.megabytes ?? 0, samples.at(-1)?.megabytes ?? 0].map(round);
  return {
    what: 'connections to the database',
    passed: last <= middle + 5,
    found: { most: [middle, last], megabytes },
  };
}

/** Nothing waits any more. */
export async function isDrained(db: Db, accountId: number): Promise<boolean> {
  const row = await first(
    db,
    sql<{ left: number }>`
      select (select count(*) from outbox) + (select count(*) from send_chunks) + (select count(*) from event_feed)
        + (select count(*) from webhook_deliveries where account_id = ${accountId} and state = 'pending')
        + (select count(*) from automaton_starts where account_id = ${accountId} and state = 'waiting')
        + (select count(*) from messages where account_id = ${accountId} and status in ('queued', 'held', 'sending'))
        as left`,
  );
  return row?.left === 0;
}

/** Our books against those of the carrier and of the receiver of webhooks. */
export async function judgeBooks(
  db: Db,
  accountId: number,
  carrier: SoakCarrier,
  hooks: ReadonlySet<string>,
): Promise<Verdict[]> {
  const found = await rows(
    db,
    sql<{ id: number; status: string }>`
      select id, status::text from messages where account_id = ${accountId}`,
  );
  const counts = await first(
    db,
    sql<{ texts: number; deliveries: number; delivered: number; ledger: boolean }>`
      select (select count(*) from inbound_messages where account_id = ${accountId}) as texts,
        (select count(*) from webhook_deliveries where account_id = ${accountId}) as deliveries,
        (select count(*) from webhook_deliveries where account_id = ${accountId} and state = 'delivered') as delivered,
        (select balance + reserved + spent = granted from balances where account_id = ${accountId}) as ledger`,
  );
  const byStatus: Record<string, number> = {};
  for (const { status } of found) byStatus[status] = (byStatus[status] ?? 0) + 1;
  const wentOut = found.filter(({ id }) => carrier.taken.has(String(id)));
  const settled = wentOut.filter(({ status }) => status === 'delivered' || status === 'undelivered');
  const twice = [...carrier.taken.values()].filter((times) => times > 1).length;
  const { texts = 0, deliveries = 0, delivered = 0, ledger = false } = counts ?? {};
  return [
    {
      what: 'every text is stored once',
      passed: texts === carrier.texts.sent && carrier.texts.refused === 0,
      found: { ...carrier.texts, stored: texts },
    },
    {
      what: 'every message went out once, and every receipt is in the books',
      passed:
        twice === 0 &&
        wentOut.length === found.length &&
        carrier.taken.size === found.length &&
        settled.length === carrier.told.size &&
        carrier.receipts.refused === 0,
      found: {
        messages: byStatus,
        taken: carrier.taken.size,
        twice,
        told: carrier.told.size,
        ...carrier.receipts,
      },
    },
    {
      what: 'every event was told by webhook',
      passed: deliveries > 0 && delivered === deliveries && hooks.size === deliveries,
      found: { deliveries, delivered, received: hooks.size },
    },
    { what: 'the ledger holds', passed: ledger, found: ledger },
  ];
}
