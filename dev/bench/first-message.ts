/**
 * A blast of a million as a marketer sends it, over HTTP: the review's time, the time from Send Now to the
 * first message at the carrier, and the server's memory while it goes on.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, first, openDatabase, sql } from '../../packages/server/src/platform/db/database.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import {
  createAccount,
  createCrowd,
  createDatabase,
  GOLD,
  type Helper,
  type Result,
  residentMb,
  say,
  startHelper,
  withPostgres,
} from './ground.ts';
import { startSink } from './sink.ts';

const RECIPIENTS = Number(process.env.RECIPIENTS ?? 1_000_000);
const REVIEWS = 3;
const REVIEW_SECONDS = 3;
const FIRST_SECONDS = 1;
const MEMORY_MB = 300;
/** The blast is watched this long, whether it is over or not. */
const WATCH_SECONDS = Number(process.env.WATCH_SECONDS ?? 60);

type Reply = { RESULT: number; MESSAGE: string; ELLIGIBLECOUNT: number; LISTCOUNT: number };

export async function benchBlast(server: Addresses): Promise<Result[]> {
  const url = await createDatabase(server, 'bench_blast');
  const sink = await startSink();
  const { db, close } = openDatabase(url, 2);
  const account = await createAccount(db, sink.url);
  const crowd = await createCrowd(db, account.accountId, RECIPIENTS);
  const app = await startHelper('app-server.ts', { DATABASE_URL: url, BACKGROUND: '1' });
  const ask = await signUp(app, db, account.accountId);
  const pid = app.process.pid ?? 0;
  const fields = {
    inpBatchId: String(account.campaignId),
    inpTargetListIds: crowd.lists.join(','),
    inpTagfilter: JSON.stringify(GOLD.map((filter) => ({ type: 'CDF', ...filter }))),
  };
  const idle = residentMb(pid);

  const reviews: number[] = [];
  let eligible = 0;
  for (let n = 0; n < REVIEWS; n += 1) {
    const begin = performance.now();
    const review = await ask('blast/GetBlastToListStats', fields);
    reviews.push((performance.now() - begin) / 1000);
    if (review.RESULT !== 1) throw new Error(review.MESSAGE);
    eligible = review.ELLIGIBLECOUNT;
  }
  await sink.reset();
  const sentAt = Date.now();
  const sent = await ask('blast/BlastToList', { ...fields, inpSchedule: '2020-01-01 00:00:00' });
  if (sent.RESULT !== 1) throw new Error(sent.MESSAGE);
  const answered = (Date.now() - sentAt) / 1000;
  const watched = await watch(sink, pid);
  const progress = await first(
    db,
    sql<{
      total: number;
      sent: number;
    }>`select total, sent from blasts where account_id = ${account.accountId}`,
  );
  await app.stop();
  await sink.stop();
  await close();
  const seconds = (watched.first - sentAt) / 1000;
  const above = watched.peakMb - idle;
  say(
    `blast: reviews ${reviews.map((each) => each.toFixed(2)).join(', ')} s; answered in ${answered.toFixed(2)} s`,
  );
  say(
    `blast: ${progress?.total} queued, ${progress?.sent} sent after ${WATCH_SECONDS} s; memory ${idle.toFixed(0)} → ${watched.peakMb.toFixed(0)} MB`,
  );
  const quickest = Math.min(...reviews);
  return [
    row(
      `first message at the carrier, ${eligible} recipients`,
      `${seconds.toFixed(2)} s`,
      FIRST_SECONDS - seconds,
      `≤ ${FIRST_SECONDS} s`,
    ),
    row(
      `review counts over ${crowd.recipients} contacts`,
      `${quickest.toFixed(2)} s`,
      REVIEW_SECONDS - quickest,
      `≤ ${REVIEW_SECONDS} s`,
    ),
    row('memory of the server above idle', `${above.toFixed(0)} MB`, MEMORY_MB - above, `< ${MEMORY_MB} MB`),
  ];
}

function row(path: string, ours: string, spare: number, required: string): Result {
  return { path, floor: '–', ours, ratio: '–', required, met: spare >= 0 };
}

/** Signs a user up and puts them into the prepared account; answers how to ask with their cookie. */
async function signUp(
  app: Helper,
  db: Db,
  accountId: number,
): Promise<(path: string, fields: Record<string, string>) => Promise<Reply>> {
  let cookie = '';
  const ask = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(`http://127.0.0.1:${app.port}/session/api/${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { cookie },
    });
    const set = response.headers.getSetCookie().map((each) => each.split(';')[0]);
    if (set.length > 0) cookie = set.join('; ');
    return (await response.json()) as Reply;
  };
  await ask('registration/RegisterNewUser', {
    inpEmail: 'bench@example.com',
    inpPassword: 'correct horse battery staple',
    inpPhoneNumber: '2125550100',
  });
  await sql`update sessions set account_id = ${accountId}`.execute(db);
  await sql`update account_users set account_id = ${accountId}`.execute(db);
  return ask;
}

async function watch(
  sink: Awaited<ReturnType<typeof startSink>>,
  pid: number,
): Promise<{ first: number; peakMb: number }> {
  let peakMb = 0;
  const end = Date.now() + WATCH_SECONDS * 1000;
  let taken = await sink.taken();
  while (Date.now() < end && taken.count < RECIPIENTS) {
    await sleep(250);
    peakMb = Math.max(peakMb, residentMb(pid));
    taken = await sink.taken();
  }
  if (taken.count === 0) throw new Error('No message left.');
  return { first: taken.first, peakMb };
}

if (import.meta.main) for (const result of await withPostgres(benchBlast)) say(JSON.stringify(result));
