/**
 * An installation spread with Citus: its nodes are killed (kill -9) in turn, each comes back after some
 * seconds, at random places of a blast with texts coming in to two accounts on two nodes. Nobody is lost,
 * nobody gets it twice, every acknowledged text is stored and answered once, and the screens are back within
 * 30 s after the node is. Needs a Citus kit (dev/faults/citus-nodes.ts).
 *
 *   node dev/kill-citus.ts [--people 50000] [--faults 6] [--down 3 (s)] [--texters 4] [--seed 1]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { flowOf } from '@parley/engine';
import { twilioSignature } from '../packages/server/src/carriers/twilio.ts';
import {
  type Db,
  first,
  openDatabase,
  rows,
  script,
  sql,
} from '../packages/server/src/platform/db/database.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { storeFlow } from '../packages/server/src/testing/flows.ts';
import { phones } from '../packages/server/src/testing/people.ts';
import { NODES, nodeOf, startCitus } from './faults/citus-nodes.ts';
import {
  type Ask,
  type Book,
  blast,
  check,
  client,
  end,
  inFolder,
  isGood,
  makeAccount,
  readBlast,
  say,
  send,
  startBook,
  startWorker,
  textOf,
  until,
  type Worker,
} from './faults/ground.ts';
import { readOptions } from './faults/options.ts';

const SCREENS_WITHIN_MS = 30_000;
const DRAIN_MS = 1_800_000;
/** The first fault comes while the blast is asked for and fanned out. */
const FIRST_WITHIN_MS = 3_000;
const BLAST = 1_000_001;
const ANSWER = 1_000_011;
const ANSWERED_WITH = 'Welcome';
/** A carrier that hears nothing asks again. */
const CARRIER_WAITS_MS = 15_000;
const TEXT_PAUSE_MS = 100;
/** Times longer than a statement of a person's call. */
const PATIENCE = 20;
const ASKED_AGAIN_MS = 500;
const REPEATED = 0.1;

const { people, faults, down, texters, seed, random } = readOptions({
  people: 50_000,
  faults: 6,
  down: 3,
  texters: 4,
});
say(`seed ${seed}, a blast of ${people}, ${faults} faults, a node is down for ${down} s`);

/** An account, and the people who text to it. */
type Place = { ask: Ask; accountId: number; listId: number; node: number; acknowledged: Map<string, string> };

const nodes = await startCitus();
await inFolder(async (dataDir) => {
  // Before the server starts: to spread a new installation takes minutes on a busy machine.
  await onNode(0, migrate);
  const { db, close } = openDatabase(nodes.url, 3);
  const book = await startBook(seed, 0);
  const worker = await startWorker(nodes.url, dataDir, undefined, {
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
  });
  worker.process.stdout?.pipe(process.stderr);
  const state = { isOver: false, asked: 0, refused: 0 };
  try {
    const first = await openAccount(db, worker, book, people, []);
    const second = await openAccount(db, worker, book, 100, [first.node]);
    // What was made so far is not to be read back after each fault.
    for (const node of NODES) await onNode(node, (each) => script(each, 'checkpoint'));
    say(`the blast's account lies on node ${first.node}, the other on node ${second.node}`);
    const texting = Array.from({ length: texters }, (_, n) => keepTexting(worker, [first, second], n, state));
    const quick = await goThrough(db, book, worker, first);
    state.isOver = true;
    await Promise.all(texting);
    const settled = async () => (await unsettled(db)) === 0;
    await until(settled, DRAIN_MS, 'all answers are settled');
    const found = await check(db, first.accountId, BLAST, await book.read(textOf(BLAST)));
    const texts = await Promise.all([first, second].map((place) => judgeTexts(db, place, book)));
    const prepared = await leftPrepared();
    say(`${state.asked} texts and repetitions, asked again ${state.refused} times`);
    say(`blast: ${JSON.stringify(found)}`);
    for (const each of texts) say(`texts: ${JSON.stringify(each)}`);
    say(`prepared transactions left: ${prepared}`);
    const good = quick && isGood(found, people) && texts.every(({ isGood }) => isGood) && prepared === 0;
    say(`${good ? 'PASS' : 'FAIL'}: seed ${seed}`);
    return good;
  } finally {
    state.isOver = true;
    await end(worker.process, 'SIGTERM');
    await book.stop();
    await close();
  }
}).finally(nodes.stop);

/** An account on none of the nodes named, with a keyword and a number for texts. */
async function openAccount(
  db: Db,
  worker: Worker,
  book: Book,
  size: number,
  otherThan: number[],
): Promise<Place> {
  for (let n = 1; ; n += 1) {
    const ask = client(() => worker.url);
    const { accountId, listId } = await makeAccount(ask, db, size, book, `faults-${size}-${n}@example.com`);
    const node = await nodeOf(db, accountId);
    if (otherThan.includes(node)) continue;
    const token = { webhookToken: tokenOf(accountId) };
    await sql`update channels set connection = connection || ${JSON.stringify(token)}::jsonb where account_id = ${accountId}`.execute(
      db,
    );
    const channel = await first(
      db,
      sql<{ id: number }>`select id from channels where account_id = ${accountId}`,
    );
    await sql`
      insert into channel_lookups (key, account_id, channel_id)
      values (${`twilio:${tokenOf(accountId)}`}, ${accountId}, ${channel?.id})`.execute(db);
    const flow = flowOf(ANSWER, [{ type: 'final-message', id: ANSWER, text: ANSWERED_WITH }]);
    await storeFlow(db, accountId, flow, 'coffee');
    return { ask, accountId, listId, node, acknowledged: new Map() };
  }
}

function tokenOf(accountId: number): string {
  return `faults-${accountId}`;
}

/**
 * One who texts to both accounts in turn, each text from another number, until the run is over; asks again
 * until each is acknowledged, as carriers do.
 */
async function keepTexting(
  worker: Worker,
  places: readonly Place[],
  texter: number,
  state: { isOver: boolean; asked: number; refused: number },
): Promise<void> {
  for (let n = 0; !state.isOver; n += 1) {
    const place = places[n % places.length] as Place;
    const [phone = ''] = phones(1, 1_000_000 + (texter + 1) * 500_000 + n * 10);
    const id = `SM${texter}-${n}`;
    for (let times = random() < REPEATED ? 2 : 1; times > 0; times -= 1) {
      state.asked += 1;
      while (!(await text(worker, place.accountId, phone, id))) {
        state.refused += 1;
        await sleep(ASKED_AGAIN_MS);
      }
    }
    place.acknowledged.set(id, phone);
    await sleep(TEXT_PAUSE_MS);
  }
}

/** Whether it was acknowledged. */
async function text(worker: Worker, accountId: number, from: string, id: string): Promise<boolean> {
  const path = `/carriers/twilio/${tokenOf(accountId)}/inbound`;
  const fields = new URLSearchParams({ MessageSid: id, From: from, To: '+15552000001', Body: 'coffee' });
  const signature = twilioSignature('secret', worker.url + path, fields);
  const response = await fetch(worker.url + path, {
    method: 'POST',
    body: fields,
    headers: { 'x-twilio-signature': signature },
    signal: AbortSignal.timeout(CARRIER_WAITS_MS),
  }).catch(() => null);
  await response?.arrayBuffer().catch(() => null);
  if (response && response.status >= 400 && response.status < 500)
    throw new Error(`A text was refused with ${response.status}.`);
  return response?.ok === true;
}

/** The blast with its faults; whether the screens were back in time after each. */
async function goThrough(db: Db, book: Book, worker: Worker, place: Place): Promise<boolean> {
  const { ask, accountId, listId } = place;
  const isOver = async () => (await readBlast(db, accountId, BLAST))?.state === 'done';
  const outOf = async () => {
    const row = await readBlast(db, accountId, BLAST);
    return row ? row.total - row.queued : 0;
  };
  const begun = Date.now();
  let quick = true;
  const strike = async (node: number) => {
    const at = await outOf().catch(() => 0);
    await nodes.kill(node);
    await sleep(down * 1_000);
    await nodes.up(node);
    const back = Date.now();
    const sent = (await book.read(textOf(BLAST))).size;
    const screens = until(() => screensAnswer(worker, place), DRAIN_MS, 'the screens answer').then(
      () => Date.now() - back,
    );
    const goesOn = async () => (await book.read(textOf(BLAST))).size > sent || (await isOver());
    const after = at > 0 ? until(goesOn, DRAIN_MS, 'the blast goes on').then(() => Date.now() - back) : null;
    const [screensMs, blastMs] = [await screens, await after];
    quick &&= screensMs <= SCREENS_WITHIN_MS;
    const goes = blastMs === null ? '' : `, the blast goes on after ${blastMs} ms`;
    say(
      `killed ${node === 0 ? 'the coordinator' : `node ${node}`} with ${at} out; back: screens after ${screensMs} ms${goes}`,
    );
  };
  // The blast's own node, the coordinator, the other node, and so on.
  const order = [place.node, 0, 3 - place.node];
  const asked = blast(db, ask, accountId, listId, BLAST).catch(() => null);
  await sleep(Math.floor(random() * FIRST_WITHIN_MS));
  await strike(order[0] as number);
  await asked;
  if (!(await readBlast(db, accountId, BLAST))) await send(ask, listId, BLAST);
  for (let n = 1; n < faults; n += 1) {
    const at = Math.floor(((n - 0.5 + random() / 2) / faults) * people);
    await until(async () => (await outOf()) >= at || (await isOver()), DRAIN_MS, `the blast gets to ${at}`);
    if (await isOver()) break;
    await strike(order[n % order.length] as number);
  }
  await until(isOver, DRAIN_MS, 'the blast ends');
  say(`the blast took ${Math.round((Date.now() - begun) / 1_000)} s`);
  return quick;
}

/** Whether a load balancer would send people here, and they see a page of their list. */
async function screensAnswer(worker: Worker, { ask, listId }: Place): Promise<boolean> {
  const ready = await fetch(`${worker.url}/readyz`);
  await ready.arrayBuffer();
  if (!ready.ok) return false;
  return (await ask('members/ListMembers', { ListId: String(listId), iDisplayLength: '50' })).RESULT === 1;
}

/** Messages of any account that are still on their way. */
async function unsettled(db: Db): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`
      select count(*) as count from messages where status in ('queued', 'held', 'sending')`,
  );
  return row?.count ?? Number.NaN;
}

/** What became of the acknowledged texts of an account. `unknown`: answers listed as unconfirmed. */
async function judgeTexts(db: Db, { accountId, node, acknowledged }: Place, book: Book) {
  const stored = await rows(
    db,
    sql<{ id: string; phone: string; answers: number; unknown: number }>`
      select i.carrier_message_id as id, c.phone,
        (select count(*) from messages m
          where m.account_id = ${accountId} and m.contact_id = c.id and m.origin <> 'blast') as answers,
        (select count(*) from messages m
          where m.account_id = ${accountId} and m.contact_id = c.id and m.origin <> 'blast' and m.status = 'unknown') as unknown
      from inbound_messages i join contacts c on c.account_id = ${accountId} and c.id = i.contact_id
      where i.account_id = ${accountId}`,
  );
  const times = Map.groupBy(stored, ({ id }) => id);
  const taken = await book.read(ANSWERED_WITH);
  const found = {
    node,
    acknowledged: acknowledged.size,
    lost: [...acknowledged.keys()].filter((id) => !times.has(id)).length,
    storedTwice: [...times.values()].filter((each) => each.length > 1).length,
    answersOtherThanOne: stored.filter(({ answers }) => answers !== 1).length,
    gotTwice: stored.filter(({ phone }) => (taken.get(phone) ?? 0) > 1).length,
    gotNone: stored.filter(({ phone, unknown }) => unknown === 0 && !taken.has(phone)).length,
    unknown: stored.filter(({ unknown }) => unknown > 0).length,
  };
  const { lost, storedTwice, answersOtherThanOne, gotTwice, gotNone } = found;
  const isGood = acknowledged.size > 0 && lost + storedTwice + answersOtherThanOne + gotTwice + gotNone === 0;
  return { ...found, isGood };
}

async function onNode<T>(node: number, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(nodes.urlOf(node), 1, PATIENCE);
  return work(db).finally(close);
}

/** Transactions that a node prepared and nobody ended: Citus ends them by itself, within a minute. */
async function leftPrepared(): Promise<number> {
  const count = async () => {
    const prepared = sql<{ count: number }>`select count(*) as count from pg_prepared_xacts`;
    const counts = await Promise.all(NODES.map((node) => onNode(node, (db) => first(db, prepared))));
    return counts.reduce((sum, row) => sum + (row?.count ?? Number.NaN), 0);
  };
  await until(async () => (await count()) === 0, 90_000, 'Citus ends what was prepared').catch(() => null);
  return count();
}
