/**
 * What the database knows of how everything goes, over all accounts: looked up when somebody reads the
 * metrics, each figure the same from whichever process it is asked.
 */
import { Gauge, type Registry } from 'prom-client';
import { oldestUnplayed } from '../conversation/index.ts';
import { type Db, first, rows, sql, transact } from '../platform/db/database.ts';

/** In ms. A database in trouble must not keep whoever watches it waiting. */
const LONGEST_MS = '2000';

const NAMES = {
  parley_outbox_due: 'Single messages that are due and not handed over',
  parley_outbox_lag_seconds: 'Since when the oldest of them is due',
  parley_blast_lag_seconds: 'Since when the oldest chunk of a blast that is not paused is due',
  parley_timers_lag_seconds: 'How late the waits of conversations are',
  parley_api_calls_lag_seconds: 'How late API calls of conversations are',
  parley_webhooks_lag_seconds: 'How late webhooks are',
  parley_blasts_sending: 'Blasts that are being sent',
  parley_circuits_open: 'Connections to carriers that are given up for the moment',
  parley_messages_unconfirmed: 'Messages of which nobody knows whether the carrier took them',
  parley_replies_unpaid: 'Replies that no balance has paid for',
  parley_texts_unplayed: 'Texts that the carrier heard were stored, and that are not played yet',
  parley_texts_unplayed_lag_seconds: 'How long the oldest of them has waited',
} as const;

type Figure = keyof typeof NAMES;
type OfConsumer = { consumer: string; events: number; lag: number };

/** Puts the figures of the database into a register; answers how they are looked up anew. */
export function watchDatabase(own: Registry): (db: Db, now: Date) => Promise<void> {
  const registers = [own];
  const gauges = Object.entries(NAMES).map(([name, help]) => ({
    name: name as Figure,
    gauge: new Gauge({ name, help, registers }),
  }));
  const up = new Gauge({
    name: 'parley_database_up',
    help: 'Whether the database answered this time',
    registers,
  });
  const consumers = { labelNames: ['consumer'], registers } as const;
  const events = new Gauge({
    name: 'parley_feed_events',
    help: 'Events that wait for those who act on them',
    ...consumers,
  });
  const feedLag = new Gauge({
    name: 'parley_feed_lag_seconds',
    help: 'How long the oldest of these events has waited',
    ...consumers,
  });
  const processes = new Gauge({
    name: 'parley_processes',
    help: 'Processes that have told of themselves within a minute',
    labelNames: ['role'],
    registers,
  });
  return async (db, now) => {
    for (const { gauge } of gauges) gauge.reset();
    for (const gauge of [events, feedLag, processes]) gauge.reset();
    const found = await readFigures(db, now).catch(() => null);
    up.set(found ? 1 : 0);
    if (!found) return;
    for (const { name, gauge } of gauges) gauge.set(found.figures[name]);
    for (const { consumer, ...of } of found.feed) {
      events.set({ consumer }, of.events);
      feedLag.set({ consumer }, of.lag);
    }
    for (const { role, count } of found.processes) processes.set({ role }, count);
  };
}

/** All of them at one moment. @throws when the database takes longer than two seconds. */
export async function readFigures(db: Db, now: Date) {
  return transact(db, async (trx) => {
    await sql`select set_config('statement_timeout', ${LONGEST_MS}, true)`.execute(trx);
    const figures = await first(trx, figuresOf(now));
    if (!figures) throw new Error('The database answered without a row.');
    const feed = await rows(
      trx,
      sql<OfConsumer>`
        select w.consumer, count(f.id) as events,
          greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(f.at)), 0))::float8 as lag
        from (values ('automations'), ('webhooks')) as w (consumer)
        left join event_feed f on f.consumer = w.consumer group by w.consumer`,
    );
    const processes = await rows(
      trx,
      sql<{ role: string; count: number }>`
        select role, count(*) as count from worker_processes
        where at > ${now}::timestamptz - interval '1 minute' group by role`,
    );
    return { figures, feed, processes };
  });
}

/** Seconds since the earliest of what is due; 0: nothing is. */
const lag = (earliest: ReturnType<typeof sql>, now: Date) =>
  sql`coalesce(extract(epoch from ${now}::timestamptz - (${earliest})), 0)::float8`;

const figuresOf = (now: Date) => sql<Record<Figure, number>>`
  select
    (select count(*) from outbox where due_at <= ${now}) as parley_outbox_due,
    ${lag(sql`select min(due_at) from outbox where due_at <= ${now}`, now)} as parley_outbox_lag_seconds,
    ${lag(sql`select min(due_at) from send_chunks where due_at <= ${now} and not paused`, now)} as parley_blast_lag_seconds,
    ${lag(sql`select min(due_at) from timers where due_at <= ${now}`, now)} as parley_timers_lag_seconds,
    ${lag(sql`select min(due_at) from api_calls where due_at <= ${now}`, now)} as parley_api_calls_lag_seconds,
    ${lag(sql`select min(due_at) from webhook_jobs where due_at <= ${now}`, now)} as parley_webhooks_lag_seconds,
    (select count(*) from blasts where state in ('fanning', 'running')) as parley_blasts_sending,
    (select count(*) from connection_states where state ->> 'circuit' = 'open') as parley_circuits_open,
    (select count(*) from unconfirmed_messages) as parley_messages_unconfirmed,
    (select count(*) from unpaid_replies) as parley_replies_unpaid,
    (select count(*) from unplayed_texts) as parley_texts_unplayed,
    greatest(0, ${lag(oldestUnplayed, now)}) as parley_texts_unplayed_lag_seconds`;
