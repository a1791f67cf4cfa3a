/**
 * Conversations are started by the trigger call, many at a time, each with an idempotency key and called
 * again until it is answered. The process that takes and sends them is killed (kill -9) in the midst of it,
 * again and again, and another one started; with `--database 1` it is PostgreSQL. Every call is answered in
 * the end, and everybody has one message; the centre got none twice.
 *
 *   node dev/kill-starts.ts [--kills 8] [--starts 1500 (between two kills)] [--callers 16] [--database 0] [--seed 1]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { flowOf } from '@parley/engine';
import { startSmsc } from '../packages/server/src/carriers/testing/smsc.ts';
import { newPair } from '../packages/server/src/credentials/keys.ts';
import { insertCredential } from '../packages/server/src/credentials/store.ts';
import { type Db, first, rows, sql, transact } from '../packages/server/src/platform/db/database.ts';
import { createSecrets } from '../packages/server/src/platform/secrets.ts';
import { storeFlow } from '../packages/server/src/testing/flows.ts';
import {
  client,
  connectSmpp,
  end,
  makeAccount,
  onGround,
  SECRET_KEY,
  say,
  startWorker,
  until,
} from './faults/ground.ts';
import { readOptions } from './faults/options.ts';

const FIRST_PHONE = 12_120_000_000;
const CAMPAIGN = 9_000;
const PATIENCE_MS = 60_000;
/** A call whose first try was cut off takes 5 s. */
const UNANSWERED_MS = 30_000;

const { kills, starts, callers, database, seed, random } = readOptions({
  kills: 8,
  starts: 1500,
  callers: 16,
  database: 0,
});
const killed = database ? 'PostgreSQL' : 'their process';
say(`seed ${seed}, ${kills} kills of ${killed}, ${starts} starts between them, ${callers} callers`);

await onGround(async ({ dataDir, postgres, db }) => {
  const smsc = await startSmsc();
  const taken = new Map<string, number>();
  smsc.answer((pdu, session) => {
    const to = `+${pdu.destination_addr}`;
    taken.set(to, (taken.get(to) ?? 0) + 1);
    session.send(pdu.response({ message_id: String(1_000_000 + taken.size) }));
    return true;
  });
  const start = () => startWorker(postgres.url, dataDir);
  let worker = await start();
  try {
    const ask = client(() => worker.url);
    const { accountId } = await makeAccount(ask, db, 1, null);
    const text = { type: 'final-message', id: CAMPAIGN + 1, text: 'Your order is on its way.' } as const;
    await storeFlow(db, accountId, flowOf(CAMPAIGN, [text]), '');
    await connectSmpp(db, ask, accountId, smsc.settings, null);
    const call = createCaller(() => worker.url, await addCredential(db, accountId));
    for (let kill = 0; kill <= kills; kill += 1) {
      await until(async () => smsc.isReceiving(), PATIENCE_MS, 'a process is bound');
      const before = call.answered.size;
      const streaming = call.stream(starts);
      if (kill < kills) {
        const enough = starts * (0.1 + 0.6 * random());
        await until(async () => call.answered.size - before > enough, PATIENCE_MS, 'some are started');
        if (database) await postgres.killAndStart();
        else await end(worker.process, 'SIGKILL');
        if (!database) worker = await start();
      }
      await streaming;
    }
    const waiting = () => first(db, sql`select 1 from outbox limit 1`);
    await until(async () => !(await waiting()), PATIENCE_MS, 'everything is sent');
    await sleep(1_000);
    return await judge(db, accountId, call, taken);
  } finally {
    await end(worker.process, 'SIGTERM');
    await smsc.stop();
  }
});

type Pair = { accessKey: string; secretKey: string };
type Caller = ReturnType<typeof createCaller>;

async function addCredential(db: Db, accountId: number): Promise<Pair> {
  const pair = newPair();
  const credential = {
    name: 'Shop',
    accessKey: pair.accessKey,
    secretEncrypted: createSecrets(SECRET_KEY).encrypt(pair.secretKey),
    now: new Date(),
  };
  await transact(db, (trx) => insertCredential(trx, accountId, credential));
  return pair;
}

/** Starts conversations, each with a number of its own, until each is answered. */
function createCaller(at: () => string, { accessKey, secretKey }: Pair) {
  const answered = new Set<string>();
  let begun = 0;

  async function startOne(phone: string): Promise<void> {
    const query = new URLSearchParams({
      inpContactString: phone,
      inpBatchId: String(CAMPAIGN),
      inpUserName: accessKey,
      inpPassword: secretKey,
    });
    for (;;) {
      const response = await fetch(`${at()}/api/v1/triggerSMS?${query}`, {
        headers: { 'idempotency-key': `start-of-${phone.slice(1)}` },
        signal: AbortSignal.timeout(UNANSWERED_MS),
      }).catch(() => null);
      const body = (await response?.json().catch(() => null)) as { RESULT?: number } | null;
      if (body?.RESULT === 1) return void answered.add(phone);
      await sleep(50);
    }
  }

  return {
    answered,
    async stream(count: number): Promise<void> {
      const last = begun + count;
      const caller = async () => {
        while (begun < last) {
          begun += 1;
          await startOne(`+${FIRST_PHONE + begun}`);
        }
      };
      await Promise.all(Array.from({ length: callers }, caller));
    },
  };
}

async function judge(
  db: Db,
  accountId: number,
  { answered }: Caller,
  taken: ReadonlyMap<string, number>,
): Promise<boolean> {
  const found = await rows(
    db,
    sql<{ phone: string; messages: number; unsettled: number; doubtful: number }>`
      select c.phone, count(*) as messages,
        count(*) filter (where m.status in ('queued', 'held', 'sending')) as unsettled,
        count(*) filter (where m.status = 'unknown') as doubtful
      from messages m join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      where m.account_id = ${accountId} group by c.phone`,
  );
  const people = new Map(found.map((each) => [each.phone, each]));
  const wrong = [...answered].filter((phone) => {
    const { messages = 0, unsettled = 0, doubtful = 0 } = people.get(phone) ?? {};
    const came = taken.get(phone) ?? 0;
    return messages !== 1 || came > 1 || (came === 0 && doubtful === 0) || unsettled > 0;
  });
  const strangers = found.filter(({ phone }) => !answered.has(phone));
  const doubtful = found.filter((each) => each.doubtful > 0);
  const good = wrong.length + strangers.length === 0 && answered.size === (kills + 1) * starts;
  say(
    `${good ? 'PASS' : 'FAIL'}: ${answered.size} starts answered; lost, doubled or unsettled ${wrong.length}, nobody asked for ${strangers.length}; in doubt after a kill ${doubtful.length}, of which the centre has ${doubtful.filter(({ phone }) => taken.has(phone)).length}`,
  );
  return good;
}
