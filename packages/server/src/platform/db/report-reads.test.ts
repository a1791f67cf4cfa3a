/** Reports are read from a copy of the database while it is there, and say up to when it knows everything. */
import { connect, createServer, type Socket } from 'node:net';
import { calls } from '@parley/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { recordEvents } from '../../events/index.ts';
import { cloneDatabase, dropDatabase, inDatabase } from '../../testing/databases.ts';
import { storeSketch } from '../../testing/flows.ts';
import { TEMPLATE } from '../../testing/global-setup.ts';
import { type Client, useHarness } from '../../testing/harness.ts';
import { first, openDatabase, sql } from './database.ts';
import { openReportReads } from './report-reads.ts';

/** A database that nothing is copied to, so that what comes from it can be told apart. */
const COPY = `copy_${process.pid}`;
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const DAYS = { from: day(-2), to: day(2) };
const AWAY = 'is away; they come from the database itself';

/** A way to the copy that can be cut. */
const sockets = new Set<Socket>();
let isCut = false;
const door = createServer((client) => {
  if (isCut) return client.destroy();
  const { hostname, port } = new URL(inject('appUrl'));
  const inner = connect(Number(port), hostname);
  for (const socket of [client, inner]) {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      client.destroy();
      inner.destroy();
    });
  }
  client.pipe(inner).pipe(client);
});
await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
const way = new URL(inDatabase(inject('appUrl'), COPY));
way.hostname = '127.0.0.1';
way.port = String((door.address() as { port: number }).port);

const harness = useHarness({ config: { reportDatabaseUrl: way.href } });
let user: Client & { accountId: number };
const copy = openDatabase(inDatabase(inject('appUrl'), COPY), 1);

beforeAll(async () => {
  await cloneDatabase(inject('ownerUrls'), COPY, TEMPLATE);
  user = await harness().newUser();
  const { db } = harness().services;
  const { accountId } = user;
  await storeSketch(db, accountId, 8_001, [{ type: 'open-question', id: 80_001, text: 'How was it?' }]);
  const contact = await first(
    db,
    sql<{ id: number }>`
      insert into contacts (account_id, phone, created_at) values (${accountId}, '+12125550101', now()) returning id`,
  );
  const answer = { campaignId: 8_001, kind: 'response', stepId: 80_001, raw: 'Fine' } as const;
  await recordEvents(db, accountId, 'UTC', [{ ...answer, at: new Date(), contactId: contact?.id ?? 0 }]);
  // There, the account has no answers yet.
  await sql`insert into accounts (id, name, created_at) values (${accountId}, 'Copy', now())`.execute(
    copy.db,
  );
});
afterAll(async () => {
  await copy.close();
  for (const socket of sockets) socket.destroy();
  door.close();
  await dropDatabase(inject('ownerUrls'), COPY);
});

const answersByDay = async () => {
  const asked = await user.ask(calls.tiles.responsesOverTime, { ...DAYS, datapoint: 8_001 });
  expect(asked.RESULT).toBe(1);
  return asked.values.data.reduce((sum, day) => sum + Number(day.Responses), 0);
};
const asOf = async () => (await user.ask(calls.reports.recency, {})).values.asOf;
const beat = (at: Date) =>
  sql`
    insert into worker_processes (name, at, role, host) values ('one', ${at}, 'web', 'here')
    on conflict (name) do update set at = excluded.at`.execute(copy.db);

test('figures come from the copy, and say up to when it knows everything where it lags', async () => {
  expect(await answersByDay()).toBe(0);
  expect(await asOf()).toBe('');
  const minutesAgo = new Date(Date.now() - 120_000);
  await beat(minutesAgo);
  expect(await asOf()).toBe(minutesAgo.toISOString());
  await beat(new Date());
  expect(await asOf()).toBe('');
});

test('what the copy has not heard of is known: it is asked for where it is written', async () => {
  const unknown = await user.ask(calls.tiles.responsesOverTime, { ...DAYS, datapoint: 8_999 });
  expect(unknown.status).toBe(404);
  const byAnswer = { ...DAYS, datapoint: 8_001, orderBy: 'answer' };
  expect((await user.ask(calls.tiles.responses, byAnswer)).values.data.count).toBe(1);
  // A file is whole: not from a copy that lags.
  await beat(new Date(Date.now() - 120_000));
  const query = `startDate=${DAYS.from}&endDate=${DAYS.to}&id=8001`;
  expect((await user.get(`campaign/exportCampaignResponses?${query}`)).text).toContain('Fine');
});

test('while the copy is away reports come from the database itself, which is told once', async () => {
  isCut = true;
  for (const socket of sockets) socket.destroy();
  expect(await answersByDay()).toBe(1);
  expect(await answersByDay()).toBe(1);
  expect(await asOf()).toBe('');
  expect(
    harness()
      .logged()
      .filter((line) => line.includes(AWAY)),
  ).toHaveLength(1);
});

test.each([
  ['is not there', (url: string) => inDatabase(url, 'nowhere')],
  ['refuses us', (url: string) => Object.assign(new URL(url), { username: 'nobody' }).href],
])('a copy that %s is away, too', async (_what, addressOf) => {
  const { clock, log } = harness().services;
  const warned: unknown[] = [];
  const heard = Object.assign(Object.create(log), { warn: (...words: unknown[]) => warned.push(words) });
  const url = inject('appUrl');
  const places = { url, replicaUrl: addressOf(url), connections: 1 };
  const reads = openReportReads(places, { clock, log: heard });
  try {
    const read = () => reads.read((db) => first(db, sql<{ one: number }>`select 1 as one`));
    expect([await read(), await read(), await reads.asOf()]).toEqual([{ one: 1 }, { one: 1 }, null]);
    expect(warned).toEqual([[expect.anything(), expect.stringContaining(AWAY)]]);
  } finally {
    await reads.close();
  }
});
