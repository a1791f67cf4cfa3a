/**
 * A receiver of webhooks that is stopped while a hundred thousand events happen, and comes back. The server
 * is killed (kill -9) while it is away and again while it catches up. The receiver must get every event, each
 * contact's in their order; what a kill cut off may come twice, under the same id.
 *
 *   node dev/stopped-receiver.ts [--events 100000] [--away 30 (seconds)] [--seed 1]
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { feedEvents } from '../packages/server/src/feed/index.ts';
import { type Db, first, rows, sql, transact } from '../packages/server/src/platform/db/database.ts';
import { client, end, makeAccount, onGround, say, startWorker, until } from './faults/ground.ts';
import { readOptions } from './faults/options.ts';

const { events, away, seed } = readOptions({ events: 100_000, away: 30 });
/** Events of one contact. */
const EACH = 4;
const AT_ONCE = 5_000;
const DRAIN_MS = 1_200_000;
say(`seed ${seed}, ${events} events, receiver away for ${away} s`);

type Got = { repeated: number; outOfOrder: number; ids: Set<string> };

await onGround(async ({ dataDir, postgres, db }) => {
  const folder = join(dataDir, 'data');
  let worker = await startWorker(postgres.url, dataDir, folder, { PRIVATE_CARRIERS: '1' });
  const restart = async (when: string) => {
    await end(worker.process, 'SIGKILL');
    worker = await startWorker(postgres.url, dataDir, folder, { PRIVATE_CARRIERS: '1' });
    say(`killed ${when}, and up again`);
  };
  const receiver = await startReceiver();
  try {
    const ask = client(() => worker.url);
    const { accountId } = await makeAccount(ask, db, events / EACH, null);
    const inpKinds = JSON.stringify(['list.joined']);
    const added = await ask('webhooks/addWebhook', { inpUrl: receiver.url, inpKinds });
    if (added.RESULT !== 1) throw new Error(added.MESSAGE);
    await receiver.stop();
    await feedAll(db, accountId);
    await until(async () => (await waiting(db, accountId)) === events, DRAIN_MS, 'all events are deliveries');
    await restart('while the receiver is away');
    await sleep(away * 1_000);
    await receiver.start();
    const back = Date.now();
    await until(async () => receiver.got.ids.size > events / 3, DRAIN_MS, 'a third has come');
    const first = Date.now() - back;
    await restart(`with ${receiver.got.ids.size} received`);
    await until(async () => (await waiting(db, accountId)) === 0, DRAIN_MS, 'nothing waits');
    const seconds = (Date.now() - back) / 1000;
    const { ids, repeated, outOfOrder } = receiver.got;
    const missing = events - ids.size;
    say(
      `a third after ${(first / 1000).toFixed(0)} s, all ${seconds.toFixed(0)} s after the receiver was back`,
    );
    const good = missing === 0 && outOfOrder === 0;
    say(
      `${good ? 'PASS' : 'FAIL'}: ${JSON.stringify({ received: ids.size, missing, outOfOrder, repeated })}`,
    );
    return good;
  } finally {
    await end(worker.process, 'SIGTERM');
    await receiver.stop();
  }
});

/** Each contact joins lists 1 to 4, one after the other. */
async function feedAll(db: Db, accountId: number): Promise<void> {
  const people = await rows(
    db,
    sql<{ id: number }>`select id from contacts where account_id = ${accountId} order by id`,
  );
  const at = new Date();
  for (let list = 1; list <= EACH; list += 1)
    for (let from = 0; from < people.length; from += AT_ONCE) {
      const joined = people.slice(from, from + AT_ONCE).map(({ id }) => ({
        kind: 'list.joined' as const,
        contactId: id,
        at,
        fact: `${list} ${id}`,
        properties: { list },
      }));
      await transact(db, (trx) => feedEvents(trx, accountId, joined));
    }
}

/** How many deliveries are still to be made. */
async function waiting(db: Db, accountId: number): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`
      select count(*) as count from webhook_deliveries where account_id = ${accountId} and state = 'pending'`,
  );
  return row?.count ?? 0;
}

/** Counts what comes, and what comes before an earlier event of the same contact. */
async function startReceiver() {
  const got: Got = { repeated: 0, outOfOrder: 0, ids: new Set() };
  const next = new Map<string, number>();
  let port = 0;
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    request.on('end', () => {
      note(got, next, String(request.headers['webhook-id']), text);
      response.writeHead(204).end();
    });
  });
  const start = () =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', () => {
        ({ port } = server.address() as AddressInfo);
        resolve();
      });
    });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await start();
  return { got, url: `http://127.0.0.1:${port}/hook`, start, stop };
}

function note(got: Got, next: Map<string, number>, id: string, text: string): void {
  if (got.ids.has(id)) {
    got.repeated += 1;
    return;
  }
  got.ids.add(id);
  const { data } = JSON.parse(text) as { data: { contact: { id: string }; list: string } };
  const list = Number(/\d+$/.exec(data.list)?.[0]);
  const expected = next.get(data.contact.id) ?? 1;
  if (list !== expected) got.outOfOrder += 1;
  next.set(data.contact.id, list + 1);
}
