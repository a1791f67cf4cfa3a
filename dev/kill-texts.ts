/**
 * Texts stream in over SMPP with a window of 10, so that most are acknowledged before they are played. The
 * process that takes them is killed (kill -9) in the midst of it, again and again, and another one started.
 * Every text that was acknowledged is stored and answered once; one that was not, the centre sends again, and
 * it may be stored again, for SMPP gives texts no id. With `--database 1` it is PostgreSQL that is killed and
 * started again, and the process lives.
 *
 *   node dev/kill-texts.ts [--kills 8] [--texts 1500 (between two kills)] [--window 10] [--database 0] [--seed 1]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { flowOf } from '@parley/engine';
import { type Smsc, startSmsc } from '../packages/server/src/carriers/testing/smsc.ts';
import { type Db, first, rows, sql } from '../packages/server/src/platform/db/database.ts';
import { storeFlow } from '../packages/server/src/testing/flows.ts';
import { client, connectSmpp, end, makeAccount, onGround, say, startWorker, until } from './faults/ground.ts';
import { readOptions } from './faults/options.ts';

const FIRST_PHONE = 12_120_000_000;
const CAMPAIGN = 9_000;
const ANSWER = 'Thanks for joining!';
const BOUND_MS = 60_000;
const PLAYED_MS = 60_000;
/** Nobody answers a text for so long: whoever had it is dead. */
const UNANSWERED_MS = 3_000;

const { kills, texts, window, database, seed, random } = readOptions({
  kills: 8,
  texts: 1500,
  window: 10,
  database: 0,
});
const killed = database ? 'PostgreSQL' : 'their process';
say(`seed ${seed}, ${kills} kills of ${killed}, ${texts} texts between them, window ${window}`);

await onGround(async ({ dataDir, postgres, db }) => {
  const smsc = await startSmsc();
  const answered = new Map<string, number>();
  smsc.answer((pdu, session) => {
    const to = `+${pdu.destination_addr}`;
    answered.set(to, (answered.get(to) ?? 0) + 1);
    session.send(pdu.response({ message_id: String(1_000_000 + answered.size) }));
    return true;
  });
  const start = () => startWorker(postgres.url, dataDir);
  let worker = await start();
  const centre = createCentre(smsc);
  let unplayed = 0;
  try {
    const ask = client(() => worker.url);
    const { accountId } = await makeAccount(ask, db, 1, null);
    const text = { type: 'final-message', id: CAMPAIGN + 1, text: ANSWER } as const;
    await storeFlow(db, accountId, flowOf(CAMPAIGN, [text]), 'JOIN');
    await connectSmpp(db, ask, accountId, smsc.settings, null);
    for (let kill = 0; kill <= kills; kill += 1) {
      await until(async () => centre.isBound(), BOUND_MS, 'a process is bound');
      const streaming = centre.stream(texts);
      if (kill < kills) {
        await until(
          async () => centre.acknowledgedNow() > texts * (0.1 + 0.6 * random()),
          BOUND_MS,
          'some are taken',
        );
        if (database) await postgres.killAndStart();
        else await end(worker.process, 'SIGKILL');
        const left = await first(db, sql<{ count: number }>`select count(*) as count from unplayed_texts`);
        unplayed += left?.count ?? 0;
        if (!database) worker = await start();
      }
      await streaming;
    }
    const rest = () =>
      first(
        db,
        sql<{ count: number }>`
      select (select count(*) from unplayed_texts) + (select count(*) from outbox) as count`,
      );
    await until(async () => (await rest())?.count === 0, PLAYED_MS, 'everything is played');
    await sleep(1_000);
    return await judge(db, centre.sent, answered, unplayed);
  } finally {
    await end(worker.process, 'SIGTERM');
    await smsc.stop();
  }
});

/** Sends texts, each from a number of its own, until each is acknowledged; `sent`: how often that was. */
function createCentre(smsc: Smsc) {
  const sent = new Map<string, number>();
  let acknowledged = 0;
  const isBound = () => smsc.isReceiving();

  async function sendOne(phone: number): Promise<void> {
    for (;;) {
      if (!isBound()) {
        await sleep(50);
        continue;
      }
      const name = `+${phone}`;
      sent.set(name, (sent.get(name) ?? 0) + 1);
      const delivering = smsc.deliver({
        source_addr: String(phone),
        source_addr_ton: 1,
        destination_addr: '12125550100',
        data_coding: 0,
        short_message: 'JOIN',
      });
      const status = await Promise.race([delivering, sleep(UNANSWERED_MS, null)]).catch(() => null);
      if (status === 0) break;
    }
    acknowledged += 1;
  }

  return {
    sent,
    isBound,
    acknowledgedNow: () => acknowledged,
    /** Resolves when all are acknowledged. */
    async stream(count: number): Promise<void> {
      const from = FIRST_PHONE + sent.size;
      acknowledged = 0;
      let next = 0;
      const sender = async () => {
        while (next < count) {
          next += 1;
          await sendOne(from + next - 1);
        }
      };
      await Promise.all(Array.from({ length: window }, sender));
    },
  };
}

async function judge(
  db: Db,
  sent: ReadonlyMap<string, number>,
  answered: ReadonlyMap<string, number>,
  unplayed: number,
): Promise<boolean> {
  const found = await rows(
    db,
    sql<{ phone: string; stored: number; replies: number }>`
      select c.phone,
        (select count(*) from inbound_messages i where i.account_id = c.account_id and i.contact_id = c.id) as stored,
        (select count(*) from messages m where m.account_id = c.account_id and m.contact_id = c.id) as replies
      from contacts c where c.phone >= ${`+${FIRST_PHONE}`}`,
  );
  const people = new Map(found.map((one) => [one.phone, one]));
  const wrong = [...sent].filter(([phone, times]) => {
    const { stored = 0, replies = 0 } = people.get(phone) ?? {};
    return stored < 1 || stored > times || replies !== stored || (answered.get(phone) ?? 0) > replies;
  });
  const again = [...sent.values()].filter((times) => times > 1).length;
  const silent = [...sent.keys()].filter((phone) => !answered.has(phone)).length;
  const good = wrong.length === 0 && unplayed > 0;
  say(
    `${good ? 'PASS' : 'FAIL'}: ${sent.size} texts acknowledged (${again} sent again), ${unplayed} of them stored and not played when ${killed} was killed; lost, doubled or unanswered: ${wrong.length}; replies that were on their way in a kill, and that the centre did not get: ${silent}`,
  );
  return good;
}
