/**
 * Webhooks to one receiver: a backlog of events of many contacts, sent, answered and written down, against a
 * bare undici loop that posts the same bodies to the same sink over as many connections.
 */
import { WEBHOOK_LIMITS } from '@parley/rules/limits.ts';
import { Pool } from 'undici';
import { rows, script, sql, transact } from '../../packages/server/src/platform/db/database.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import type { Services } from '../../packages/server/src/platform/services.ts';
import { startSender } from '../../packages/server/src/webhooks/jobs.ts';
import { bodyOf } from '../../packages/server/src/webhooks/post-event.ts';
import { newWebhookSecret } from '../../packages/server/src/webhooks/signature.ts';
import { writeDeliveries } from '../../packages/server/src/webhooks/write-deliveries.ts';
import {
  createAccount,
  createDatabase,
  openServices,
  postgresMicros,
  type Result,
  say,
  timed,
} from './ground.ts';
import { perSecond, type Sink, startSink } from './sink.ts';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 20_000);
const GROUP = 500;
const ROUNDS = 3;
const REQUIRED = 0.3;

export async function benchWebhooks(server: Addresses): Promise<Result[]> {
  const { services, close } = openServices(await createDatabase(server, 'bench_webhooks'));
  const sink = await startSink();
  const { accountId } = await createAccount(services.db, sink.url);
  const people = await createPeople(services, accountId, sink.url);
  const floors: number[] = [];
  const ours: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const seconds = await timed(() => writeAll(services, accountId, people, round));
    floors.push(await bareLoop(sink, await bodiesOf(services, accountId)));
    const before = await micros(services);
    ours.push(await sendAll(services, accountId, sink));
    const [own, postgres] = (await micros(services)).map((spent, n) => (spent - (before[n] ?? 0)) / EVENTS);
    say(
      `webhooks, round ${round}: written ${(EVENTS / seconds).toFixed(0)}/s, bare ${floors.at(-1)?.toFixed(0)}/s, ours ${ours.at(-1)?.toFixed(0)}/s with ${own?.toFixed(0)} µs of a processor here and ${postgres?.toFixed(0)} in PostgreSQL each`,
    );
    await script(services.db, 'truncate webhook_deliveries');
  }
  await sink.stop();
  await close();
  const [floor, own] = [Math.max(...floors), Math.max(...ours)];
  return [
    {
      path: 'webhooks to one receiver',
      floor: `${floor.toFixed(0)}/s, bare undici`,
      ours: `${own.toFixed(0)}/s`,
      ratio: (own / floor).toFixed(2),
      required: `≥ ${REQUIRED}`,
      met: own / floor >= REQUIRED,
    },
  ];
}

/** Processor time so far, here and in PostgreSQL. */
async function micros({ db }: Services): Promise<number[]> {
  const { user, system } = process.cpuUsage();
  return [user + system, await postgresMicros(db)];
}

async function createPeople({ db, secrets }: Services, accountId: number, url: string): Promise<number[]> {
  await sql`
    insert into webhook_endpoints (account_id, url, description, kinds, enabled, secret_encrypted, created_at)
    values (${accountId}, ${`${url}/hook`}, '', array['list.joined'], true, ${secrets.encrypt(newWebhookSecret())}, now())`.execute(
    db,
  );
  const made = await rows(
    db,
    sql<{ id: number }>`
      insert into contacts (account_id, phone, created_at)
      select ${accountId}, '+1' || (2120000000 + n), now() from generate_series(1, ${EVENTS / 2}) n returning id`,
  );
  return made.map(({ id }) => id);
}

/** Two events of each contact, as the feed gives them: in groups. */
async function writeAll({ db }: Services, accountId: number, people: readonly number[], round: number) {
  const at = new Date();
  for (let from = 0; from < EVENTS; from += GROUP)
    await transact(db, (trx) =>
      writeDeliveries(
        trx,
        accountId,
        Array.from({ length: GROUP }, (_, n) => ({
          id: 0,
          kind: 'list.joined' as const,
          contactId: people[(from + n) % people.length] ?? 0,
          at,
          fact: `${round} ${from + n}`,
          properties: { list: 7 },
        })),
        at,
      ),
    );
  await script(db, 'vacuum analyze webhook_deliveries');
}

async function bodiesOf({ db }: Services, accountId: number): Promise<string[]> {
  const found = await rows(
    db,
    sql<{ webhookId: string; type: string; at: Date; data: unknown }>`
      select webhook_id as "webhookId", kind as type, at, data from webhook_deliveries where account_id = ${accountId}`,
  );
  return found.map(bodyOf);
}

async function bareLoop(sink: Sink, bodies: string[]): Promise<number> {
  await sink.reset();
  const pool = new Pool(sink.url, { connections: WEBHOOK_LIMITS.atOnce, pipelining: 1 });
  const headers = { 'content-type': 'application/json' };
  const lane = async () => {
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop())
      await (await pool.request({ path: '/hook', method: 'POST', headers, body })).body.text();
  };
  await Promise.all(Array.from({ length: WEBHOOK_LIMITS.atOnce }, lane));
  await pool.close();
  return perSecond(await sink.taken());
}

async function sendAll(services: Services, accountId: number, sink: Sink): Promise<number> {
  await sink.reset();
  const sender = startSender(services);
  const isPending = sql`
    select from webhook_deliveries where account_id = ${accountId} and state = 'pending' limit 1`;
  while ((await rows(services.db, isPending)).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 50));
  await sender.stop();
  const taken = await sink.taken();
  if (taken.count !== EVENTS) throw new Error(`The receiver got ${taken.count} of ${EVENTS} events.`);
  return perSecond(taken);
}
