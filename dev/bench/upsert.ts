/** Contacts by REST, 10,000 a request, against COPY of the same rows. */
import type { ApiScope } from '@parley/contract';
import { insertUser } from '../../packages/server/src/accounts/users.ts';
import { insertApiKey } from '../../packages/server/src/credentials/api-key-store.ts';
import { newApiKey } from '../../packages/server/src/credentials/api-keys.ts';
import {
  type Db,
  first,
  openDatabase,
  sql,
  transact,
} from '../../packages/server/src/platform/db/database.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import { connect, copyInto } from './copy.ts';
import {
  createAccount,
  createDatabase,
  PUBLIC_URL,
  type Result,
  SECRET_KEY,
  say,
  startHelper,
} from './ground.ts';

const A_REQUEST = 10_000;
const REQUESTS = 5;
const ROUNDS = 3;

export async function benchUpsert(server: Addresses): Promise<Result[]> {
  const url = await createDatabase(server, 'bench_upsert');
  const { db, close } = openDatabase(url, 1);
  const { accountId } = await createAccount(db, 'http://127.0.0.1:9');
  const key = await createKey(db, accountId);
  const app = await startHelper('app-server.ts', { DATABASE_URL: url, SECRET_KEY, PUBLIC_URL });
  const [copies, added, changed]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const copied = await timeCopy(url, accountId, round);
    const first = await timePut(app.port, key, round, 'Boston');
    const again = await timePut(app.port, key, round, 'Chicago');
    // The first round warms up.
    if (round === 0) continue;
    copies.push(copied);
    added.push(first);
    changed.push(again);
    say(
      `upsert, round ${round}: COPY ${copied.toFixed(0)}/s, added ${first.toFixed(0)}/s, changed ${again.toFixed(0)}/s`,
    );
  }
  await check(db, accountId);
  await app.stop();
  await close();
  const floor = Math.max(...copies);
  return [
    { path: 'contacts added by REST, 10,000 a request', best: Math.max(...added) },
    { path: 'contacts changed by REST, 10,000 a request', best: Math.max(...changed) },
  ].map(({ path, best }) => ({
    path,
    floor: `${floor.toFixed(0)}/s, COPY`,
    ours: `${best.toFixed(0)}/s`,
    ratio: (best / floor).toFixed(2),
    required: '',
    met: true,
  }));
}

/** A key of the REST API, of a user of its own. */
export async function createKey(
  db: Db,
  accountId: number,
  scopes: ApiScope[] = ['contacts:write'],
): Promise<string> {
  const at = new Date();
  const who = {
    email: 'bench@example.com',
    passwordHash: '',
    phone: '',
    timeZone: 'UTC',
    at,
    firstRunsIt: false,
  };
  const { userId } = await transact(db, (trx) => insertUser(trx, who));
  const { key, hash, lastCharacters } = newApiKey('live');
  const facts = { name: 'Bench', mode: 'live', scopes, lastCharacters, hash } as const;
  await transact(db, (trx) => insertApiKey(trx, accountId, { ...facts, userId, expiresAt: null, now: at }));
  return key;
}

const phoneOf = (round: number, n: number) => `+1${2_120_000_000 + round * REQUESTS * A_REQUEST + n}`;

/** Sends a round's contacts by REST; answers how many a second. */
export async function timePut(port: number, key: string, round: number, city: string): Promise<number> {
  const bodies = Array.from({ length: REQUESTS }, (_, request) =>
    JSON.stringify({
      contacts: Array.from({ length: A_REQUEST }, (_, n) => ({
        phone: phoneOf(round, request * A_REQUEST + n),
        tags: { Name: `Person ${n}`, Plan: city },
      })),
    }),
  );
  const start = performance.now();
  for (const body of bodies) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/contacts`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  }
  return (REQUESTS * A_REQUEST * 1_000) / (performance.now() - start);
}

/** The same people in an account of nobody. */
async function timeCopy(url: string, accountId: number, round: number): Promise<number> {
  const client = await connect(url);
  const at = new Date().toISOString();
  const lines = Array.from(
    { length: REQUESTS * A_REQUEST },
    (_, n) =>
      `${accountId}\t+44${phoneOf(round, n).slice(2)}\t{"1": "Person ${n}", "2": "Boston"}\tEurope/London\t${at}`,
  );
  const start = performance.now();
  await copyInto(client, 'contacts (account_id, phone, tags, time_zone, created_at)', lines);
  const took = performance.now() - start;
  await client.end();
  return (REQUESTS * A_REQUEST * 1_000) / took;
}

async function check(db: Db, accountId: number): Promise<void> {
  const stored = await first(
    db,
    sql<{ n: number }>`
      select count(*) as n from contacts
      where account_id = ${accountId} and phone like '+1%' and tags @> '{"2": "Chicago"}'`,
  );
  if (Number(stored?.n) !== (ROUNDS + 1) * REQUESTS * A_REQUEST)
    throw new Error(`${stored?.n} contacts have what was sent last.`);
}
