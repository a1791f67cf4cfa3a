/** The send pump with one worker, against a bare loop that posts the same bodies to the same sink, in interleaved rounds. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBlast } from '../../packages/server/src/blast/index.ts';
import { startFanOut } from '../../packages/server/src/blast/jobs.ts';
import { first, rows, script, sql } from '../../packages/server/src/platform/db/database.ts';
import type { Services } from '../../packages/server/src/services.ts';
import {
  type Account,
  createAccount,
  createCrowd,
  createDatabase,
  openServices,
  PUBLIC_URL,
  type Result,
  runHelper,
  STATUS_PATH,
  say,
  withPostgres,
} from './ground.ts';
import { perSecond, startSink } from './sink.ts';

const MESSAGES = 30_000;
const ROUNDS = 3;
const REQUIRED = 0.65;

export async function benchPump(server: string): Promise<Result> {
  const url = await createDatabase(server, 'bench_pump');
  const { services, close } = openServices(url);
  const sink = await startSink();
  const account = await createAccount(services.db, sink.url);
  const crowd = await createCrowd(services.db, account.accountId, MESSAGES);
  const bodies = join(tmpdir(), `parley-bodies-${process.pid}.json`);
  writeFileSync(bodies, JSON.stringify(await bodiesOf(services, account)));
  const ours: number[] = [];
  const floors: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await sink.reset();
    const bareCpu = await runHelper('bare-loop.ts', { SINK: sink.url, BODIES: bodies });
    floors.push(perSecond(await sink.taken()));
    await queue(services, account, crowd.lists);
    await sink.reset();
    const pumpCpu = await runHelper('pump-worker.ts', { DATABASE_URL: url });
    const taken = await sink.taken();
    await checkSent(services, taken.count);
    ours.push(perSecond(taken));
    say(
      `pump round ${round}: bare ${floors.at(-1)?.toFixed(0)}/s (${bareCpu} ms CPU), pump ${ours.at(-1)?.toFixed(0)}/s (${pumpCpu} ms CPU)`,
    );
  }
  await sink.stop();
  await close();
  const ratio = Math.max(...ours) / Math.max(...floors);
  return {
    path: 'send pump, one worker',
    floor: `${Math.max(...floors).toFixed(0)}/s`,
    ours: `${Math.max(...ours).toFixed(0)}/s`,
    ratio: ratio.toFixed(2),
    required: `≥ ${REQUIRED}`,
    met: ratio >= REQUIRED,
  };
}

/** Queues the blast with nothing sending. */
async function queue(
  services: Services,
  { accountId, channelId, campaignId }: Account,
  listIds: number[],
): Promise<void> {
  const { db } = services;
  await script(
    db,
    'truncate messages, send_chunks, due_blasts; delete from blast_reviews; delete from blasts',
  );
  const fanOut = startFanOut(services);
  await launchBlast(services, accountId, {
    campaignId,
    sourceCampaignId: campaignId,
    channelId,
    listIds,
    filters: [],
    abCampaignIds: [],
    membersSince: null,
    scheduledFor: null,
    automatonId: null,
  });
  while (await first(db, sql`select 1 from due_blasts where account_id = ${accountId}`))
    await new Promise((resolve) => setTimeout(resolve, 20));
  await fanOut.stop();
  await script(db, 'checkpoint');
}

/** What the pump posts, as the carrier's client writes it. */
async function bodiesOf({ db }: Services, { accountId, channelId }: Account): Promise<string[]> {
  const channel = await first(
    db,
    sql<{
      number: string;
    }>`select number from channels where account_id = ${accountId} and id = ${channelId}`,
  );
  const people = await rows(
    db,
    sql<{ phone: string; name: string }>`
      select phone, tags ->> '1' as name from contacts where account_id = ${accountId} and not opted_out order by id`,
  );
  return people.map(({ phone, name }, n) => {
    const text = `Hello ${name}, our autumn sale begins on Friday. Reply STOP to end.`;
    const callback = `${PUBLIC_URL}${STATUS_PATH}?ref=${n * 100}`;
    return `To=${encodeURIComponent(phone)}&From=${encodeURIComponent(channel?.number ?? '')}&Body=${encodeURIComponent(text)}&StatusCallback=${encodeURIComponent(callback)}`;
  });
}

async function checkSent({ db }: Services, count: number): Promise<void> {
  const row = await first(
    db,
    sql<{ sent: number; all: number }>`
      select count(*) filter (where status = 'sent') as sent, count(*) as all from messages`,
  );
  if (row?.sent !== count || row.all !== count)
    throw new Error(`The sink took ${count}, the database has ${row?.sent} sent of ${row?.all}.`);
}

if (import.meta.main) say(JSON.stringify(await withPostgres(benchPump)));
