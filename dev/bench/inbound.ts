/**
 * Inbound text → flow step → reply queued, over real HTTP to the carrier webhook, against an empty form handler in the same run.
 *
 *   node dev/bench/inbound.ts [postgres://… of an empty database]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flowOf, startSession } from '@parley/engine';
import { twilioSignature } from '../../packages/server/src/carriers/twilio.ts';
import { createFirstChannel, firstChannel } from '../../packages/server/src/channels/store.ts';
import { type Db, first, openDatabase, script, sql } from '../../packages/server/src/platform/db/database.ts';
import { startEmbedded } from '../../packages/server/src/platform/db/embedded.ts';
import { migrate } from '../../packages/server/src/platform/db/migrate.ts';
import { createSecrets } from '../../packages/server/src/platform/secrets.ts';
import { storeFlow } from '../../packages/server/src/testing/flows.ts';
import { formPost, type Load, load } from './http-load.ts';

const CONTACTS = 1_000_000;
const CONVERSATIONS = 200_000;
const CONNECTIONS = 64;
const SECONDS = 5;
const ROUNDS = 3;
const STEPS = 20;
const SECRET_KEY = 'a secret key for the benchmark only';
const AUTH_TOKEN = 'token';
const PUBLIC_URL = 'http://bench.example';
const PATH = '/carriers/twilio/bench/inbound';

export type InboundResult = { floor: Load; inbound: Load; ratio: number; stored: number; queued: number };

/** Fills the empty database at `url` and measures; the best of three interleaved rounds of each. */
export async function benchInbound(url: string): Promise<InboundResult> {
  const { db, close } = openDatabase(url, 2);
  await migrate(db);
  await fill(db);
  await close();
  return measureInbound(url);
}

/** Measures on a database that was filled before. */
export async function measureInbound(url: string): Promise<InboundResult> {
  const floor = await startServer('floor-server.ts', {});
  const app = await startServer('app-server.ts', { DATABASE_URL: url, SECRET_KEY, PUBLIC_URL });
  const floors: Load[] = [];
  const inbounds: Load[] = [];
  // Carrier ids that no run before used.
  let messages = Date.now() % 1_000_000_000;
  try {
    const empty = formPost('/empty', bodyOf(0).toString());
    for (let round = 0; round < ROUNDS; round++) {
      const common = { connections: CONNECTIONS, seconds: SECONDS };
      floors.push(await load({ ...common, port: floor.port, request: () => empty }));
      inbounds.push(await load({ ...common, port: app.port, request: () => signed(messages++) }));
    }
  } finally {
    floor.stop();
    app.stop();
  }
  const { db, close } = openDatabase(url, 1);
  const counts = await first(
    db,
    sql<{ stored: number; queued: number }>`
      select (select count(*) from inbound) as stored, (select count(*) from messages where status = 'queued') as queued`,
  );
  await close();
  const best = (all: Load[]) => all.reduce((one, other) => (other.perSecond > one.perSecond ? other : one));
  const [quickest, inbound] = [best(floors), best(inbounds)];
  return {
    floor: quickest,
    inbound,
    ratio: inbound.perSecond / quickest.perSecond,
    stored: counts?.stored ?? 0,
    queued: counts?.queued ?? 0,
  };
}

export function bodyOf(n: number): URLSearchParams {
  // A stride that visits every waiting contact before it comes back to one.
  const contact = (n * 7_919) % CONVERSATIONS;
  return new URLSearchParams({
    MessageSid: `SM${n}`,
    From: phoneOf(contact),
    To: '+15550000000',
    Body: `My answer number ${n} is here`,
  });
}

const phoneOf = (contact: number) => `+1${2_120_000_000 + contact}`;

export function signed(n: number): Buffer {
  const fields = bodyOf(n);
  const signature = twilioSignature(AUTH_TOKEN, PUBLIC_URL + PATH, fields);
  return formPost(PATH, fields.toString(), { 'x-twilio-signature': signature });
}

/** One account with a carrier's channel, a million contacts in its audience, and conversations that wait in a flow of 20 questions. */
async function fill(db: Db): Promise<number> {
  const now = new Date();
  const account = await first(
    db,
    sql<{ id: number }>`insert into accounts (name, created_at) values ('Bench', ${now}) returning id`,
  );
  const accountId = account?.id ?? 0;
  await sql`insert into balances (account_id, balance, granted) values (${accountId}, 1000000000, 1000000000)`.execute(
    db,
  );
  await createFirstChannel(db, accountId, now);
  const channel = await firstChannel(db, accountId);
  if (!channel) throw new Error('There is no channel.');
  const authToken = createSecrets(SECRET_KEY).encrypt(AUTH_TOKEN).toString('base64');
  const connection = { baseUrl: 'http://127.0.0.1:9', accountSid: 'AC1', authToken, webhookToken: 'bench' };
  await sql`
    update channels set connection_kind = 'twilio', connection = ${JSON.stringify(connection)}::jsonb
    where account_id = ${accountId}`.execute(db);
  await sql`
    insert into channel_lookups (key, account_id, channel_id) values ('twilio:bench', ${accountId}, ${channel.id})`.execute(
    db,
  );
  const steps = Array.from({ length: STEPS }, (_, n) => ({
    type: 'SHORTANSWER' as const,
    text: `Question ${n + 1}: how do you like it so far?`,
    next: n === STEPS - 1 ? 1 : 0,
  }));
  await storeFlow(db, accountId, flowOf(1, steps));
  const session = startSession({ campaignId: 1, seed: 1, variables: {} });
  const waiting = { ...session, position: 1, waiting: { for: 'reply', step: 1, until: null } };
  await script(
    db,
    `set statement_timeout = 0;
    insert into contacts (account_id, phone, tags, time_zone, created_at)
      select ${accountId}, '+1' || (2120000000 + n), '{}', 'America/New_York', now() from generate_series(0, ${CONTACTS - 1}) n;
    insert into list_members (account_id, list_id, contact_id, added_at)
      select ${accountId}, ${channel.audience}, id, now() from contacts;
    insert into conversations (account_id, channel_id, contact_id, campaign_id, active, session, turn, updated_at)
      select ${accountId}, ${channel.id}, id, 1, true, '${JSON.stringify(waiting)}', 1, now()
      from contacts where phone < '+1${2_120_000_000 + CONVERSATIONS}';`,
  );
  for (const table of ['contacts', 'list_members', 'conversations'])
    await script(db, `vacuum analyze ${table}`);
  return accountId;
}

async function startServer(
  file: string,
  env: Record<string, string>,
): Promise<{ port: number; stop: () => void }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}.`)));
    child.stdout.on('data', (chunk) => resolve(Number(String(chunk).trim())));
  });
  return { port, stop: () => child.kill() };
}

const line = (name: string, { perSecond, p50, p99, failed }: Load) =>
  `${name.padEnd(8)} ${perSecond.toFixed(0).padStart(7)}/s   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms   failed ${failed}\n`;

async function main(given: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const embedded = given === undefined ? await startEmbedded(folder) : null;
  try {
    const result = await benchInbound(given ?? embedded?.url ?? '');
    process.stdout.write(line('floor', result.floor));
    process.stdout.write(line('inbound', result.inbound));
    process.stdout.write(
      `ratio ${result.ratio.toFixed(3)}   stored ${result.stored}   queued ${result.queued}\n`,
    );
  } finally {
    await embedded?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await main(process.argv[2]);
