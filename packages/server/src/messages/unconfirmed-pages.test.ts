/** Pages, days and the file of what is in doubt: each row once, of its own account, blast and day. */
import { calls, type FormOf } from '@parley/contract';
import { beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { sql } from '../platform/db/database.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { idsOfUnconfirmed, noteUnconfirmed } from './unconfirmed.ts';

const harness = useHarness();
const db = () => harness().services.db;
type User = Client & { accountId: number };
let user: User;
let nextId = 100_000;

beforeEach(async () => {
  user = await newUser();
});

async function newUser(): Promise<User> {
  const one = await harness().newUser();
  await storeList(
    db(),
    one.accountId,
    'All',
    phones(2).map((phone) => ({ phone })),
  );
  return one;
}

/** Messages in doubt, tried at a moment, of a blast (0: single ones); answers their ids. */
async function doubt(of: User, count: number, blast = 0, tried = '2026-03-02T12:00:00Z'): Promise<number[]> {
  const { accountId } = of;
  const channelId = (await firstChannel(db(), accountId))?.id ?? 0;
  const ids = Array.from({ length: count }, (_, n) => nextId + n);
  nextId += count;
  await sql`
    insert into messages (account_id, id, channel_id, contact_id, blast_id, seq, origin, status, reason, body, credits, created_at, sent_at)
    select ${accountId}, id, ${channelId}, (select min(id) from contacts where account_id = ${accountId}), nullif(${blast}::int, 0),
      (id % 30000)::smallint, ${blast === 0 ? 'flow' : 'blast'}, 'unknown', 'No answer.', 'Text ' || id, 2, ${tried}, ${tried}
    from unnest(${ids}::bigint[]) id`.execute(db());
  await noteUnconfirmed(db(), accountId, ids);
  return ids;
}

const list = async (of: User, start = 0, filter: Partial<FormOf<typeof calls.delivery.inDoubt>> = {}) => {
  const { messages, total } = (await of.ask(calls.delivery.inDoubt, { start, ...filter })).values;
  return { total, ids: messages.map(({ id }) => id) };
};

test('each page follows the one before of its own list, whatever others have read meanwhile', async () => {
  const other = await newUser();
  const mine = (await doubt(user, 20)).toReversed();
  const theirs = (await doubt(other, 33)).toReversed();
  expect(await list(user)).toEqual({ total: 20, ids: mine.slice(0, 15) });
  expect(await list(other)).toEqual({ total: 33, ids: theirs.slice(0, 15) });
  expect(await list(user, 15)).toEqual({ total: 20, ids: mine.slice(15) });
  expect(await list(other, 15)).toEqual({ total: 33, ids: theirs.slice(15, 30) });
  // A narrower list of the same account.
  expect(await list(other, 15, { kind: 'blast' })).toEqual({ total: 0, ids: [] });
  expect(await list(other, 30)).toEqual({ total: 33, ids: theirs.slice(30) });
});

test('what comes to be in doubt between two pages puts nothing on both', async () => {
  const before = (await doubt(user, 20)).toReversed();
  expect(await list(user)).toEqual({ total: 20, ids: before.slice(0, 15) });
  const fresh = (await doubt(user, 3)).toReversed();
  // The list goes on as it was begun.
  expect(await list(user, 15)).toEqual({ total: 20, ids: before.slice(15) });
  expect(await list(user)).toEqual({ total: 23, ids: [...fresh, ...before].slice(0, 15) });
  expect(await list(user, 15)).toEqual({ total: 23, ids: [...fresh, ...before].slice(15) });
  // Jumped to, without the page before it.
  expect((await list(user, 16)).ids).toEqual(before.slice(13));
});

test('a day is the account’s own, from its first instant to the last', async () => {
  await user.ask(calls.account.save, { timeZone: 'America/New_York' });
  const tried = [
    '2026-03-02T04:59:59.999Z',
    '2026-03-02T05:00:00.000Z',
    '2026-03-03T04:59:59.999Z',
    '2026-03-03T05:00:00.000Z',
  ];
  const ids: number[] = [];
  for (const moment of tried) ids.push(...(await doubt(user, 1, 0, moment)));
  const [before = 0, first = 0, last = 0, after = 0] = ids;
  expect((await list(user, 0, { from: '2026-03-02', to: '2026-03-02' })).ids).toEqual([last, first]);
  expect((await list(user, 0, { from: '2026-03-02' })).ids).toEqual([after, last, first]);
  expect((await list(user, 0, { to: '2026-03-02' })).ids).toEqual([last, first, before]);
});

test('of two blasts and single messages each list has its own, and settling one leaves the others', async () => {
  const [one, other, single] = [await doubt(user, 3, 501), await doubt(user, 2, 502), await doubt(user, 4)];
  const filter = { blast: 0, search: '', kind: 'all', from: '', to: '' } as const;
  const ids = (more: object) => idsOfUnconfirmed(db(), user.accountId, { ...filter, ...more });
  expect(await ids({})).toEqual([...one, ...other, ...single]);
  expect(await ids({ blast: 501 })).toEqual(one);
  expect(await ids({ blast: 502 })).toEqual(other);
  expect(await ids({ kind: 'blast' })).toEqual([...one, ...other]);
  expect(await ids({ kind: 'single' })).toEqual(single);
  const [first = 0, ...rest] = single;
  const settled = await user.ask(calls.delivery.settle, { messages: [first], decision: 'sent' });
  expect(settled.values.settled).toBe(1);
  expect(await ids({})).toEqual([...one, ...other, ...rest]);
  // What is not in doubt is never noted as such.
  await noteUnconfirmed(db(), user.accountId, [first]);
  expect(await ids({ kind: 'single' })).toEqual(rest);
});

test('the file has each of many once, newest first, with the blast where there is one', async () => {
  const ofBlast = await doubt(user, 1, 501);
  const many = await doubt(user, 5_002);
  const { text } = await user.get('delivery/exportInDoubt');
  const [header, ...lines] = text.replace('\uFEFF', '').trim().split('\r\n');
  expect(header).toBe('"Number","Tried","What happened","Campaign","Blast","Credits","Text"');
  expect(lines.map((line) => Number(/"Text (\d+)"$/.exec(line)?.[1]))).toEqual(
    [...ofBlast, ...many].toReversed(),
  );
  const [phone = ''] = phones(2);
  const row = (blast: string, id: number | undefined) =>
    `"${phone}","2026-03-02T12:00:00.000Z","No answer.","","${blast}","2","Text ${id}"`;
  expect([lines[0], lines.at(-1)]).toEqual([row('', many.at(-1)), row('501', ofBlast[0])]);
});
