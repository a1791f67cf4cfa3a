/**
 * Fan-out of a million recipients with opt-outs, duplicates and a tag filter, against a COPY of the same rows
 * into the same table.
 */

import { CHUNK, FIRST_CHUNK } from '../../packages/server/src/blasts/fanout.ts';
import { launchBlast } from '../../packages/server/src/blasts/index.ts';
import { startFanOut } from '../../packages/server/src/blasts/jobs.ts';
import { reviewBlast } from '../../packages/server/src/blasts/review.ts';
import { type Db, first, rows, script, sql } from '../../packages/server/src/platform/db/database.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import type { Services } from '../../packages/server/src/platform/services.ts';
import { connect, copyInto } from './copy.ts';
import {
  type Account,
  createAccount,
  createCrowd,
  createDatabase,
  GOLD,
  openServices,
  type Result,
  say,
  timed,
  withPostgres,
} from './ground.ts';

const RECIPIENTS = Number(process.env.RECIPIENTS ?? 1_000_000);
const ROUNDS = 2;
const REQUIRED = 0.55;

export async function benchFanOut(server: Addresses): Promise<Result> {
  const url = await createDatabase(server, 'bench_fanout');
  const { services, close } = openServices(url);
  const { db } = services;
  const account = await createAccount(db, 'http://127.0.0.1:9');
  const crowd = await createCrowd(db, account.accountId, RECIPIENTS);
  const ours: number[] = [];
  const floors: number[] = [];
  let queued = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    await empty(db);
    const { seconds, count } = await fanOut(services, account, crowd.lists);
    queued = count;
    const lines = await readLines(db);
    await empty(db);
    const floor = await copyRows(url, lines);
    ours.push(seconds);
    floors.push(floor);
    say(`fan-out round ${round}: ${count} rows in ${seconds.toFixed(2)} s, COPY ${floor.toFixed(2)} s`);
  }
  await close();
  const ratio = Math.min(...floors) / Math.min(...ours);
  return {
    path: `fan-out of ${queued} recipients`,
    floor: `${Math.min(...floors).toFixed(2)} s`,
    ours: `${Math.min(...ours).toFixed(2)} s (chunks of ${FIRST_CHUNK} and ${CHUNK})`,
    ratio: ratio.toFixed(2),
    required: `≥ ${REQUIRED}`,
    met: ratio >= REQUIRED,
  };
}

async function empty(db: Db): Promise<void> {
  await script(
    db,
    'truncate messages, send_chunks, blast_jobs; delete from blast_reviews; delete from blasts; checkpoint',
  );
}

/** Launches a blast and waits until all of it is queued. */
export async function fanOut(
  services: Services,
  { accountId, channelId, campaignId }: Account,
  listIds: number[],
): Promise<{ seconds: number; count: number }> {
  const target = { campaignId, channelId, listIds, filters: GOLD, abCampaignIds: [], membersSince: null };
  await reviewBlast(services, accountId, target, services.clock.now());
  const fanOutLoop = startFanOut(services);
  const seconds = await timed(async () => {
    const request = { ...target, scheduledFor: null, automatonId: null };
    const launched = await launchBlast(services, accountId, request);
    for (;;) {
      const due = await first(
        services.db,
        sql`select 1 from blast_jobs where account_id = ${accountId} and blast_id = ${launched.blastId}`,
      );
      if (!due) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  await fanOutLoop.stop();
  const row = await first(services.db, sql<{ count: number }>`select count(*) as count from messages`);
  return { seconds, count: row?.count ?? 0 };
}

/** The rows as COPY takes them, read in pages so that the driver does not hold them twice. */
async function readLines(db: Db): Promise<string[]> {
  const lines: string[] = [];
  for (let after = -1; ; ) {
    const page = await rows(
      db,
      sql<{ id: number; line: string }>`
        select id, account_id || E'\t' || id || E'\t' || channel_id || E'\t' || contact_id || E'\t' || campaign_id || E'\t'
          || blast_id || E'\t' || origin || E'\t' || status || E'\t' || created_at as line
        from messages where account_id > 0 and id > ${after} order by account_id, id limit 50000`,
    );
    for (const row of page) lines.push(row.line);
    const end = page.at(-1);
    if (!end) return lines;
    after = end.id;
  }
}

async function copyRows(url: string, lines: readonly string[]): Promise<number> {
  const client = await connect(url);
  const seconds = await timed(() =>
    copyInto(
      client,
      'messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, origin, status, created_at)',
      lines,
    ),
  );
  await client.end();
  return seconds;
}

if (import.meta.main) say(JSON.stringify(await withPostgres(benchFanOut)));
