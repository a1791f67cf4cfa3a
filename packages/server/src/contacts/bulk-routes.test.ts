import { BASE, calls } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { sql, transact } from '../platform/db/database.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { type Person, phones, storeList, storeTag } from '../testing/people.ts';
import { untilWaitedFor } from '../testing/waits.ts';

const harness = useHarness();
const { lists, members, tags } = calls;
type User = Client & { accountId: number };

/** A user with a list of people and an empty one. */
async function setUp(people: readonly Person[]) {
  const user = await harness().newUser();
  const list = await storeList(harness().services.db, user.accountId, 'From', people);
  const target = (await user.ask(lists.add, { name: 'To' })).values.id;
  return { user, list, target };
}

async function idsOf(user: User, list: number) {
  const { values } = await user.ask(members.list, { list, length: 5_000 });
  return values.members.map((member) => member.contact);
}

async function countsOf(user: User, list: number) {
  const { count, optOuts } = (await user.ask(lists.info, { list })).values.info;
  return [count, optOuts];
}

/** Once somebody waits for the first list, the second one is free. */
async function expectOneOrder(
  { user, list, target }: Awaited<ReturnType<typeof setUp>>,
  move: () => unknown,
) {
  const { db } = harness().services;
  const lockOf = (id: number, wait = sql``) =>
    sql`select from lists where account_id = ${user.accountId} and id = ${id} for no key update ${wait}`;
  let moved: unknown;
  await transact(db, async (trx) => {
    await lockOf(list).execute(trx);
    moved = move();
    await untilWaitedFor(db);
    await lockOf(target, sql`nowait`).execute(trx);
  });
  expect(await moved).toMatchObject({ RESULT: 1 });
}

const crowd = (count: number): Person[] => phones(count).map((phone, n) => ({ phone, optedOut: n === 0 }));

describe('several members', () => {
  it('who are moved to and fro wait for each other, and never lock each other up', async () => {
    const lots = await setUp(crowd(4));
    const { user, list, target } = lots;
    const contacts = await idsOf(user, list);
    await user.ask(members.moveMany, { list, contacts, target });
    await expectOneOrder(lots, () => user.ask(members.moveMany, { list: target, contacts, target: list }));
    expect([await countsOf(user, list), await countsOf(user, target)]).toEqual([
      [4, 1],
      [0, 0],
    ]);
    const [phone = ''] = phones(1);
    await user.ask(members.move, { list, phone, target });
    await expectOneOrder(lots, () => user.ask(members.move, { list: target, phone, target: list }));
  });

  it('are copied, moved and removed, with the counts of both lists', async () => {
    const { user, list, target } = await setUp(crowd(5));
    const ids = await idsOf(user, list);
    const copy = await user.ask(members.copyMany, { list, contacts: ids.slice(0, 2), target });
    expect(copy.body).toMatchObject({ RESULT: 1, DONECOUNT: 2, NEXT: 0 });
    expect([await countsOf(user, list), await countsOf(user, target)]).toEqual([
      [5, 1],
      [2, 1],
    ]);
    // One is on the target already, and one is not on the list.
    const move = await user.ask(members.moveMany, { list, contacts: [...ids.slice(1, 4), 987_654], target });
    expect(move.values).toEqual({ done: 3, next: 0 });
    expect([await countsOf(user, list), await countsOf(user, target)]).toEqual([
      [2, 1],
      [4, 1],
    ]);
    const remove = await user.ask(members.removeMany, { list: target, contacts: ids });
    expect(remove.values).toEqual({ done: 4, next: 0 });
    expect(await countsOf(user, target)).toEqual([0, 0]);
    expect(await idsOf(user, list)).toEqual([ids[0], ids[4]]);
    expect(await user.ask(members.moveMany, { list, contacts: ids, target: list })).toMatchObject({
      status: 200,
      RESULT: 0,
    });
    expect(await user.ask(members.removeMany, { list })).toMatchObject({
      status: 400,
      DETAIL: 'ContactAddressIds',
    });
  });

  it('get one value of a tag; an empty one removes it', async () => {
    const { user, list } = await setUp(crowd(3));
    const tag = await storeTag(harness().services.db, user.accountId, 'City');
    const ids = await idsOf(user, list);
    const tagAs = (value: string, contacts: number[], name = 'city') =>
      user.ask(members.tagMany, { list, contacts, tag: name, value });
    expect((await tagAs('Rome', ids)).values).toEqual({ done: 3, next: 0 });
    expect((await tagAs('', ids.slice(1, 2))).values.done).toBe(1);
    const values = await Promise.all(
      ids.map(async (contact) => (await user.ask(tags.ofContact, { contact })).values.tags[0]),
    );
    expect(values.map((one) => [one?.id, one?.value])).toEqual([
      [Number(tag), 'Rome'],
      [Number(tag), ''],
      [Number(tag), 'Rome'],
    ]);
    expect(await tagAs('x', ids, 'Nothing')).toMatchObject({ status: 200, RESULT: 0, DETAIL: 'Tag' });
  });

  it('may be all of a long list, chunk by chunk', async () => {
    const { user, list, target } = await setUp(crowd(7_000));
    const first = await user.ask(members.moveMany, { list, all: true, target });
    expect(first.values.done).toBe(5_000);
    expect(first.values.next).toBeGreaterThan(0);
    expect([(await countsOf(user, list))[0], (await countsOf(user, target))[0]]).toEqual([2_000, 5_000]);
    const { next } = first.values;
    expect((await user.ask(members.moveMany, { list, all: true, after: next, target })).values).toEqual({
      done: 2_000,
      next: 0,
    });
    expect(await countsOf(user, target)).toEqual([7_000, 1]);
  });

  it('of another account, or for another account’s list, look like unknown ones', async () => {
    const [mine, theirs] = [await setUp(crowd(2)), await setUp(crowd(2))];
    const ids = await idsOf(mine.user, mine.list);
    const foreign = await mine.user.ask(members.copyMany, {
      list: mine.list,
      contacts: ids,
      target: theirs.target,
    });
    const unknown = await mine.user.ask(members.copyMany, {
      list: mine.list,
      contacts: ids,
      target: 987_654,
    });
    expect(foreign).toMatchObject({ status: 404, RESULT: 0 });
    expect(foreign.body).toEqual(unknown.body);
    // Whatever else is wrong with the call: a foreign list is not there.
    for (const call of [members.moveMany, members.removeMany])
      expect(await mine.user.ask(call, { list: theirs.list, target: theirs.list } as never)).toMatchObject({
        status: 404,
      });
    const theirIds = await idsOf(theirs.user, theirs.list);
    const none = await mine.user.ask(members.removeMany, { list: mine.list, contacts: theirIds });
    expect(none.values).toEqual({ done: 0, next: 0 });
    expect(await countsOf(theirs.user, theirs.list)).toEqual([2, 1]);
  });
});

describe('the file of a list', () => {
  const download = (user: User, list: number) =>
    harness().app.inject({
      method: 'GET',
      url: `${BASE}${members.exportList.path}?ListId=${list}`,
      headers: { cookie: user.cookie() },
    });

  it('has every member with every tag, and no spreadsheet runs it', async () => {
    const user = await harness().newUser();
    const { db } = harness().services;
    const city = await storeTag(db, user.accountId, 'City');
    await storeTag(db, user.accountId, '=Note');
    const list = await storeList(db, user.accountId, 'VIP (north)', [
      { phone: '+12125550100', tags: { [city]: '=1+1, "x"' } },
      { phone: '+12125550101', optedOut: true },
    ]);
    const response = await download(user, list);
    expect(response.headers['content-type']).toContain('text/csv');
    expect(response.headers['content-disposition']).toContain('VIP-north-.csv');
    expect(response.body.replace('\uFEFF', '').split('\r\n')).toEqual([
      `"Phone","City","'=Note","Opted out","Joined"`,
      `"+12125550100","'=1+1, ""x""","","no","1970-01-01T00:00:00.000Z"`,
      '"+12125550101","","","yes","1970-01-01T00:00:00.000Z"',
      '',
    ]);
  });

  it('is read chunk by chunk and belongs to its account', async () => {
    const { user, list } = await setUp(crowd(4_500));
    const other = await harness().newUser();
    expect((await download(user, list)).body.trim().split('\r\n')).toHaveLength(4_501);
    expect((await download(other, list)).statusCode).toBe(404);
  });
});
