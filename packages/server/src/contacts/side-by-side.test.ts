/** Two people and two lists of one account: what is done to one leaves the other as it is. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { addMembers } from '../lists/index.ts';
import { transact } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList, storeTag } from '../testing/people.ts';
import { ensureContacts, markOptedOut } from './index.ts';

const harness = useHarness();
const { lists, members, tags } = calls;
const [ADA = '', BOB = '', CAT = ''] = phones(3);

/** Ada and Bob are on one list, Bob and Cat on the other. */
async function setUp() {
  const { db } = harness().services;
  const user = await harness().newUser();
  const { accountId } = user;
  const one = await storeList(db, accountId, 'One', [{ phone: ADA }, { phone: BOB }]);
  const other = await storeList(db, accountId, 'Other', [{ phone: BOB }, { phone: CAT }]);
  const { rows } = await harness().services.pool.query(
    'select id, phone from contacts where account_id = $1',
    [accountId],
  );
  const idOf = (phone: string) => rows.find((each) => each.phone === phone)?.id as number;
  const state = async (list: number) => {
    const { count, optOuts } = (await user.ask(lists.info, { list })).values.info;
    const found = (await user.ask(members.list, { list })).values.members;
    return {
      count,
      optOuts,
      members: found.map(({ phone, optedOut }) => (optedOut ? `${phone} out` : phone)),
    };
  };
  return { user, accountId, one, other, idOf, state };
}

test('the opt-out of one is counted in each list that they are on, and nobody else is opted out', async () => {
  const { accountId, one, other, idOf, state } = await setUp();
  const mark = (phone: string, out: boolean) =>
    transact(harness().services.db, (trx) => markOptedOut(trx, accountId, [idOf(phone)], out));
  expect(await mark(BOB, true)).toEqual([idOf(BOB)]);
  expect(await mark(BOB, true)).toEqual([]);
  expect(await mark(ADA, true)).toEqual([idOf(ADA)]);
  expect(await state(one)).toEqual({ count: 2, optOuts: 2, members: [`${ADA} out`, `${BOB} out`] });
  expect(await state(other)).toEqual({ count: 2, optOuts: 1, members: [`${BOB} out`, CAT] });
  expect(await mark(ADA, false)).toEqual([idOf(ADA)]);
  expect(await state(one)).toEqual({ count: 2, optOuts: 1, members: [ADA, `${BOB} out`] });
  expect(await state(other)).toEqual({ count: 2, optOuts: 1, members: [`${BOB} out`, CAT] });
});

test('of new contacts those are opted out whose own number is, or was when it was erased', async () => {
  const { user, accountId, one, idOf, state } = await setUp();
  const { db, pool, secrets, clock } = harness().services;
  await pool.query(
    `insert into suppressions (account_id, phone, source, at) values ($1, $2, 'test', now())`,
    [accountId, '+12125550177'],
  );
  await user.ask(members.erase, { contact: idOf(ADA), phone: ADA, block: true });
  const fresh = ['+12125550177', '+12125550178', ADA];
  await transact(db, (trx) => ensureContacts(trx, secrets, accountId, fresh, clock.now()));
  for (const phone of fresh) await user.ask(members.add, { phone, list: one });
  const { members: found } = await state(one);
  expect(found.toSorted()).toEqual(['+12125550177 out', '+12125550178', `${ADA} out`, BOB].toSorted());
});

test('whoever is erased after others picked them for a list joins none, nor waits for one', async () => {
  const { user, accountId, one, other, idOf, state } = await setUp();
  const { db, clock, pool } = harness().services;
  const asking = (await user.ask(lists.add, { name: 'Asking' })).values.id;
  await user.ask(calls.gate.saveListRules, { list: asking, doubleOptIn: true });
  const picked = [idOf(ADA), idOf(BOB)];
  await user.ask(members.erase, { contact: idOf(BOB), phone: BOB, block: false });
  const add = (list: number) => transact(db, (trx) => addMembers(trx, accountId, list, picked, clock.now()));
  expect(await add(other)).toBe(1);
  expect(await state(other)).toMatchObject({ count: 2, members: expect.arrayContaining([ADA, CAT]) });
  expect(await state(one)).toMatchObject({ count: 1, members: [ADA] });
  await add(asking);
  const { rows: waiting } = await pool.query(
    'select contact_id from pending_members where account_id = $1 and list_id = $2',
    [accountId, asking],
  );
  expect(waiting).toEqual([{ contact_id: idOf(ADA) }]);
});

test('who is taken off, moved or copied is the one that is meant, of the list that is meant', async () => {
  const { user, one, other, state } = await setUp();
  const before = await state(other);
  expect((await user.ask(members.remove, { phone: BOB, list: one })).RESULT).toBe(1);
  expect(await state(one)).toMatchObject({ count: 1, members: [ADA] });
  expect(await state(other)).toEqual(before);
  // Bob is on a list, but not on this one.
  const refused = { status: 200, RESULT: 0, DETAIL: 'ContactString' };
  for (const target of [one, other])
    expect(await user.ask(members.move, { phone: BOB, list: one, target })).toMatchObject(refused);
  expect((await user.ask(members.move, { phone: CAT, list: other, target: one })).RESULT).toBe(1);
  expect(await state(one)).toMatchObject({ count: 2, members: [ADA, CAT] });
  expect(await state(other)).toMatchObject({ count: 1, members: [BOB] });
});

test('several at once are taken from their own list: who is on another one is not touched', async () => {
  const { user, accountId, one, other, idOf, state } = await setUp();
  const tag = await storeTag(harness().services.db, accountId, 'City');
  const target = (await user.ask(lists.add, { name: 'Target' })).values.id;
  const named = { list: one, contacts: [idOf(CAT), idOf(ADA)] };
  const before = await state(other);
  const done = { done: 1, next: 0 };
  expect((await user.ask(members.tagMany, { ...named, tag: 'City', value: 'Rome' })).values).toEqual(done);
  expect((await user.ask(members.copyMany, { ...named, target })).values).toEqual(done);
  expect((await user.ask(members.removeMany, named)).values).toEqual(done);
  expect(await state(target)).toMatchObject({ count: 1, members: [ADA] });
  expect(await state(one)).toMatchObject({ count: 1, members: [BOB] });
  expect(await state(other)).toEqual(before);
  const cityOf = async (phone: string) =>
    (await user.ask(tags.ofContact, { contact: idOf(phone) })).values.tags.find(({ id }) => `${id}` === tag)
      ?.value;
  expect([await cityOf(ADA), await cityOf(BOB), await cityOf(CAT)]).toEqual(['Rome', '', '']);
  // All of a list: those of no other.
  expect((await user.ask(members.moveMany, { list: one, all: true, target })).values).toEqual(done);
  expect(await state(target)).toMatchObject({ count: 2, members: [ADA, BOB] });
  expect(await state(other)).toEqual(before);
});

test('the file of a list has its own members, those who became contacts first at its head', async () => {
  const { user, one, other } = await setUp();
  const numbersOf = async (list: number) => {
    const { text } = await user.get(`${members.exportList.path}?ListId=${list}`);
    return text.match(/\+1212\d{7}/g);
  };
  expect(await numbersOf(one)).toEqual([ADA, BOB]);
  expect(await numbersOf(other)).toEqual([BOB, CAT]);
});
