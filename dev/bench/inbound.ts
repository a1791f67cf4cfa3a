/**
 * Inbound text → flow step → reply queued, over real HTTP to the carrier webhook, signed, each stored before
 * its answer, against an empty form handler.
 */

import { flowOf, startSession } from '@parley/engine';
import { twilioSignature } from '../../packages/server/src/carriers/twilio.ts';
import { recountLists } from '../../packages/server/src/lists/member-counts.ts';
import {
  type Db,
  first,
  openDatabase,
  script,
  sql,
  transact,
} from '../../packages/server/src/platform/db/database.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import { storeFlow } from '../../packages/server/src/testing/flows.ts';
import {
  type Account,
  AUTH_TOKEN,
  best,
  cpuMicros,
  createAccount,
  createDatabase,
  type Helper,
  INBOUND_PATH,
  PUBLIC_URL,
  postgresMicros,
  type Result,
  SECRET_KEY,
  say,
  startHelper,
  withPostgres,
} from './ground.ts';
import { formPost, type Load, load } from './http-load.ts';

const CONTACTS = 1_000_000;
const CONVERSATIONS = 200_000;
const CONNECTIONS = 64;
const SECONDS = 5;
const ROUNDS = 3;
const STEPS = 20;
const CAMPAIGN = 2_000;
const REQUIRED = 0.3;

export async function benchInbound(server: Addresses): Promise<Result> {
  const url = await createDatabase(server, 'bench_inbound');
  const { db, close } = openDatabase(url, 2);
  await fillWithConversations(db, await createAccount(db, 'http://127.0.0.1:9'));
  const floor = await startHelper('floor-server.ts');
  const app = await startHelper('app-server.ts', { DATABASE_URL: url, SECRET_KEY, PUBLIC_URL });
  const requests = Array.from({ length: CONVERSATIONS }, (_, n) => inbound(n));
  const empty = requests.map((request) =>
    Buffer.from(request.toString('latin1').replace(/^POST \S+/, 'POST /empty'), 'latin1'),
  );
  const floors: Load[] = [];
  const ours: Load[] = [];
  let used = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const common = { connections: CONNECTIONS, seconds: SECONDS };
    const request = () => requests[used++ % CONVERSATIONS] as Buffer;
    const ground = await withCpu(db, floor, () =>
      load({ ...common, port: floor.port, request: (n) => empty[n % CONVERSATIONS] as Buffer }),
    );
    const real = await withCpu(db, app, () => load({ ...common, port: app.port, request }));
    floors.push(ground.result);
    ours.push(real.result);
    say(`inbound round ${round}: empty ${ground.words}, answered ${real.words}`);
  }
  await app.stop();
  await floor.stop();
  await check(db, ours, used);
  await close();
  const [quickest, answered] = [best(floors), best(ours)];
  const ratio = answered.perSecond / quickest.perSecond;
  return {
    path: `inbound text → flow step → reply queued, ${CONNECTIONS} connections`,
    floor: `${quickest.perSecond.toFixed(0)}/s`,
    ours: `${answered.perSecond.toFixed(0)}/s (p99 ${answered.p99.toFixed(0)} ms)`,
    ratio: ratio.toFixed(2),
    required: `≥ ${REQUIRED}`,
    met: ratio >= REQUIRED,
  };
}

/** A load with the processor time that its server and PostgreSQL spent on each request. */
async function withCpu(
  db: Db,
  helper: Helper,
  run: () => Promise<Load>,
): Promise<{ result: Load; words: string }> {
  const micros = async () => [cpuMicros(helper.process.pid ?? 0), await postgresMicros(db)];
  const before = await micros();
  const result = await run();
  const after = await micros();
  const [own, postgres] = after.map((value, n) =>
    ((value - (before[n] ?? 0)) / (result.perSecond * SECONDS)).toFixed(0),
  );
  return {
    result,
    words: `${result.perSecond.toFixed(0)}/s (${own} µs of processor each, PostgreSQL ${postgres})`,
  };
}

/**
 * The text of one of the people who wait in the flow; a stride, so that neighbours do not follow each other.
 */
export function inbound(n: number, conversations = CONVERSATIONS): Buffer {
  const contact = (n * 7_919) % conversations;
  const fields = new URLSearchParams({
    MessageSid: `SM${String(n).padStart(32, '0')}`,
    From: `+1${2_120_000_000 + contact}`,
    To: '+15552000001',
    Body: `I like it, number ${n}`,
    AccountSid: 'AC1',
  });
  return formPost(INBOUND_PATH, fields.toString(), {
    'x-twilio-signature': twilioSignature(AUTH_TOKEN, PUBLIC_URL + INBOUND_PATH, fields),
  });
}

/** A million people in the channel's audience; every fifth waits in the middle of a flow of 20 questions. */
export async function fillWithConversations(db: Db, account: Account): Promise<void> {
  const { accountId, channelId } = account;
  await script(
    db,
    `set statement_timeout = 0;
    insert into contacts (account_id, phone, tags, time_zone, created_at)
      select ${accountId}, '+1' || (2120000000 + n), '{}', 'America/New_York', now() from generate_series(0, ${CONTACTS - 1}) n;
    insert into list_members (account_id, list_id, contact_id, added_at)
      select ${accountId}, h.audience_list_id, c.id, now() from contacts c, channels h where h.id = ${channelId};`,
  );
  await storeConversations(db, account, CONVERSATIONS);
  await transact(db, (trx) => recountLists(trx, accountId));
  for (const table of ['contacts', 'list_members', 'conversations'])
    await script(db, `vacuum analyze ${table}`);
  await script(db, 'checkpoint');
}

/** The first so many of an account's numbers wait in the middle of a flow of 20 questions. */
export async function storeConversations(
  db: Db,
  { accountId, channelId }: Account,
  count: number,
): Promise<void> {
  const steps = Array.from({ length: STEPS }, (_, n) => ({
    type: 'open-question' as const,
    text: `Question ${n + 1}: how do you like it so far?`,
    next: n === STEPS - 1 ? CAMPAIGN + 1 : 0,
    id: CAMPAIGN + n + 1,
  }));
  await storeFlow(db, accountId, flowOf(CAMPAIGN, steps));
  const start = startSession({ campaignId: CAMPAIGN, seed: 1, variables: {} });
  const answered = steps.slice(0, STEPS / 2);
  const session = JSON.stringify({
    ...start,
    position: STEPS / 2 + 1,
    answers: Object.fromEntries(answered.map(({ id }) => [id, { raw: 'I like it', intent: '', score: '' }])),
    lastResponse: 'I like it',
    waiting: { for: 'reply', step: CAMPAIGN + STEPS / 2 + 1, until: null },
  });
  await script(
    db,
    `insert into conversations (account_id, channel_id, contact_id, campaign_id, active, session, turn, updated_at)
      select ${accountId}, ${channelId}, id, ${CAMPAIGN}, true, '${session}', 1, now()
      from contacts where account_id = ${accountId} and phone < '+1${2_120_000_000 + count}';`,
  );
}

/** Every text has one row, one event and one queued reply. */
async function check(db: Db, loads: readonly Load[], texts: number): Promise<void> {
  const failed = loads.reduce((sum, each) => sum + each.failed, 0);
  const row = await first(
    db,
    sql<{ stored: number; answers: number; replies: number; queued: number }>`
      select (select count(*) from inbound_messages where kind = 'answer') as stored,
        (select sum(count) from daily_campaign_counts where kind = 'response') as answers,
        (select count(*) from messages where status = 'queued') as replies,
        (select count(*) from outbox) as queued`,
  );
  const counts = Object.values(row ?? {});
  const { stored = 0 } = row ?? {};
  // The last requests of a round are cut off with their answers still to come; beyond one pass the ids
  // repeat.
  const missing = Math.min(texts, CONVERSATIONS) - stored;
  if (failed > 0 || counts.some((count) => count !== stored) || missing < 0 || missing > CONNECTIONS * ROUNDS)
    throw new Error(`${failed} failed; of ${texts} texts: ${JSON.stringify(row)}`);
}

if (import.meta.main) say(JSON.stringify(await withPostgres(benchInbound)));
