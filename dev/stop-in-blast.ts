/**
 * Thousands of people text STOP while a blast goes out to them: no request to the carrier may begin more than
 * a second after a STOP was acknowledged. The carrier is a server on a real socket, the STOPs are signed
 * webhooks; the server runs as it ships, in a process of its own on a durable PostgreSQL.
 *
 *   node dev/stop-in-blast.ts [--people 100000] [--stops 10000] [--rate 500] [--seed 1]
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { launchBlast } from '../packages/server/src/blasts/launch.ts';
import { twilioSignature } from '../packages/server/src/carriers/twilio.ts';
import { type Db, first, rows, sql } from '../packages/server/src/platform/db/database.ts';
import type { Addresses } from '../packages/server/src/platform/db/embedded.ts';
import {
  AUTH_TOKEN,
  createAccount,
  createCrowd,
  createDatabase,
  INBOUND_PATH,
  openServices,
  PUBLIC_URL,
  say,
  startHelper,
  withPostgres,
} from './bench/ground.ts';
import { readOptions } from './faults/options.ts';

/** The promise: nothing begins later than this after the acknowledgement. */
const PROMISE_MS = 1_000;
/** A blast that takes longer after the last STOP hangs. */
const LONGEST_MS = 10 * 60_000;

const {
  people: PEOPLE,
  stops: STOPS,
  rate: RATE,
  seed,
  random,
} = readOptions({ people: 100_000, stops: 10_000, rate: 500 });

/** Texted when so many of the blast are out. */
type Stop = { phone: string; when: number };

/**
 * Everybody is texted in the order of contacts: half of the STOPs come in the last two seconds before the
 * person's turn, the others earlier.
 */
async function chooseStops(db: Db, accountId: number): Promise<Stop[]> {
  const people = await rows(
    db,
    sql<{ phone: string }>`
      select phone from contacts where account_id = ${accountId} and not opted_out order by id limit ${PEOPLE}`,
  );
  const chosen = new Set<number>();
  while (chosen.size < Math.min(STOPS, people.length)) chosen.add(Math.floor(random() * people.length));
  return [...chosen]
    .map((place) => {
      const when = random() < 0.5 ? place - random() * 2 * RATE : random() * place;
      return { phone: people[place]?.phone ?? '', when };
    })
    .sort((one, other) => one.when - other.when);
}

/** Texts STOP as the carrier reports it; answers when it was acknowledged. */
async function textStop(url: string, phone: string, to: string): Promise<number> {
  const fields = new URLSearchParams({ MessageSid: `MO${phone}`, From: phone, To: to, Body: 'STOP' });
  const response = await fetch(url + INBOUND_PATH, {
    method: 'POST',
    body: fields,
    headers: { 'x-twilio-signature': twilioSignature(AUTH_TOKEN, PUBLIC_URL + INBOUND_PATH, fields) },
  });
  await response.text();
  if (response.status !== 200) throw new Error(`A STOP was answered with ${response.status}.`);
  return Date.now();
}

async function run(postgres: Addresses): Promise<boolean> {
  say(`seed ${seed}: ${STOPS} STOPs in a blast of ${PEOPLE} at ${RATE} a second`);
  const url = await createDatabase(postgres, 'stops');
  const { services, close } = openServices(url);
  const sink = await startHelper('stop-sink.ts');
  const sinkUrl = `http://127.0.0.1:${sink.port}`;
  const { db } = services;
  const account = await createAccount(db, sinkUrl);
  const { accountId, channelId, campaignId } = account;
  // The texts of the crowd are longer than 160 characters in no case: a segment is a message.
  await sql`update channels set segments_per_second = ${RATE} where account_id = ${accountId}`.execute(db);
  const channel = await first(
    db,
    sql<{
      number: string;
    }>`select number from channels where account_id = ${accountId} and id = ${channelId}`,
  );
  const crowd = await createCrowd(db, accountId, PEOPLE);
  const stops = await chooseStops(db, accountId);
  const app = await startHelper('app-server.ts', { DATABASE_URL: url, BACKGROUND: '1' });
  const appUrl = `http://127.0.0.1:${app.port}`;
  const { blastId } = await launchBlast(services, accountId, {
    campaignId,
    channelId,
    listIds: crowd.lists.slice(0, 1),
    filters: [],
    abCampaignIds: [],
    membersSince: null,
    scheduledFor: null,
    automatonId: null,
  });
  const started = Date.now();
  const acknowledged = new Map<string, number>();
  const texting: Promise<void>[] = [];
  for (let next = 0; next < stops.length; ) {
    const out = await countOut(db, accountId, blastId);
    for (let stop = stops[next]; stop && stop.when <= out; stop = stops[next]) {
      const { phone } = stop;
      next += 1;
      texting.push(
        textStop(appUrl, phone, channel?.number ?? '').then((at) => {
          acknowledged.set(phone, at);
        }),
      );
    }
    await sleep(50);
  }
  await Promise.all(texting);
  say(`all STOPs acknowledged after ${Math.round((Date.now() - started) / 1000)} s`);
  await untilDone(db, accountId, blastId);
  const seconds = (Date.now() - started) / 1000;
  const seen = (await (await fetch(`${sinkUrl}/seen`)).json()) as Record<string, number>;
  const good = await report(db, accountId, blastId, acknowledged, seen, seconds);
  await app.stop();
  await sink.stop();
  await close();
  return good;
}

/** How many of the blast have left the queue. */
async function countOut(db: Db, accountId: number, blastId: number): Promise<number> {
  const blast = await first(
    db,
    sql<{ out: number }>`
      select total - queued as out from blasts where account_id = ${accountId} and id = ${blastId}`,
  );
  return blast?.out ?? 0;
}

async function untilDone(db: Db, accountId: number, blastId: number): Promise<void> {
  const end = Date.now() + LONGEST_MS;
  for (;;) {
    const blast = await first(
      db,
      sql<{ state: string }>`
        select state, pause_reason, total, queued, sent, unknown, failed, skipped from blasts
        where account_id = ${accountId} and id = ${blastId}`,
    );
    if (blast?.state === 'done') return;
    if (Date.now() > end) throw new Error(`The blast did not end: ${JSON.stringify(blast)}`);
    await sleep(500);
  }
}

async function report(
  db: Db,
  accountId: number,
  blastId: number,
  acknowledged: ReadonlyMap<string, number>,
  seen: Readonly<Record<string, number>>,
  seconds: number,
): Promise<boolean> {
  const after = [...acknowledged].flatMap(([phone, at]) => {
    const began = seen[phone];
    return began !== undefined && began > at ? [began - at] : [];
  });
  const late = after.filter((ms) => ms > PROMISE_MS).length;
  const before = [...acknowledged].filter(
    ([phone, at]) => (seen[phone] ?? Number.POSITIVE_INFINITY) <= at,
  ).length;
  const counts = await first(
    db,
    sql<{ total: number; skipped: number; optedOut: number }>`
      select b.total, b.skipped, (
          select count(*) from messages m
          where m.account_id = ${accountId} and m.blast_id = ${blastId} and m.status = 'skipped' and m.reason = 'opted-out'
        ) as "optedOut"
      from blasts b where b.account_id = ${accountId} and b.id = ${blastId}`,
  );
  say(`blast: ${JSON.stringify(counts)} in ${seconds.toFixed(0)} s`);
  say(
    `STOPs acknowledged: ${acknowledged.size}; texted before it: ${before}; never texted: ${acknowledged.size - before - after.length}`,
  );
  say(
    `requests begun after the acknowledgement: ${after.length}, the latest after ${Math.max(0, ...after)} ms; later than ${PROMISE_MS} ms: ${late}`,
  );
  say(late === 0 ? 'PASS' : 'FAIL');
  return late === 0;
}

if (!(await withPostgres(run))) process.exitCode = 1;
