import { calls } from '@parley/contract';
import { expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList, storeTag } from '../testing/people.ts';
import { runNext } from './jobs.ts';

const clock = manualClock('2026-03-02T12:00:00Z');
const harness = useHarness({ clock });
const { account, automata } = calls;

it('an automata finds whose birthday it is on each day, in the account’s zone', async () => {
  const { services } = harness();
  const { db } = services;
  const user = await harness().newUser();
  const settings = { accountName: 'Shop', contactInfo: '', phone: '2125550199', mfaEnabled: false };
  await user.ask(account.save, { ...settings, timeZone: 'America/New_York' });
  const tag = await storeTag(db, user.accountId, 'Birthday');
  const born = ['3/2', '1990-03-03'];
  const crowd = phones(2).map((phone, n) => ({ phone, tags: { [tag]: born[n] ?? '' } }));
  const list = await storeList(db, user.accountId, 'Club', crowd);
  await storeSketch(db, user.accountId, 7_001, [
    { type: 'final-message', id: 70_010, text: 'Hello' },
  ] as never);
  const automaton = (await user.ask(automata.add, { name: 'Birthday treat' })).values.id;
  const filters = [{ type: 'CDF', tag: 'Birthday', operator: '=', value: '{%today every year%}' }];
  const hourly = { Type_int: 2, BatchId_bi: 7_001, ListId_int: list, Status_int: 1, Clone_ti: 1 };
  await user.post('automata/updateAutomataData', {
    AutomataId: String(automaton),
    AutomataData: JSON.stringify({ ...hourly, Filters_vch: JSON.stringify(filters) }),
    Enabled: '1',
  });
  const { data } = (await user.ask(automata.load, { automaton })).values;
  expect(data.filters[0]?.value).toBe('{%today every year%}');

  const blasts = () =>
    rows(
      db,
      sql<{ total: number; meant: string }>`
        select total, filters -> 0 ->> 'value' as meant from blasts where account_id = ${user.accountId} order by id`,
    );
  const runAt = async (moment: string) => {
    const before = (await blasts()).length;
    clock.set(moment);
    while (await runNext(services)) {
      // one after the other
    }
    return (await blasts()).slice(before);
  };
  const second = { total: 1, meant: '{%2026-03-02 every year%}' };
  expect(await runAt('2026-03-02T23:00:00Z')).toEqual([second]);
  // It is still the 2nd in New York.
  expect(await runAt('2026-03-03T04:00:00Z')).toEqual([second]);
  expect(await runAt('2026-03-03T06:00:00Z')).toEqual([{ total: 1, meant: '{%2026-03-03 every year%}' }]);
  const third = { total: 1, meant: '{%2026-03-03 every year%}' };
  expect(await runAt('2026-03-03T14:00:00Z')).toEqual([third]);
  expect(await runAt('2026-03-04T04:30:00Z')).toEqual([third]);
  expect(await runAt('2026-03-04T05:00:00Z')).toEqual([{ total: 0, meant: '{%2026-03-04 every year%}' }]);
  expect(await runAt('2027-03-03T13:30:00Z')).toHaveLength(1);
  expect(await runAt('2027-03-03T14:00:00Z')).toEqual([{ total: 1, meant: '{%2027-03-03 every year%}' }]);
});

it('an automata whose filter names a tag that is gone sends nothing and says so: "is not" would hold for everybody', async () => {
  const { services } = harness();
  const { db } = services;
  clock.set('2026-03-02T12:00:00Z');
  const user = await harness().newUser();
  const tag = (await user.ask(calls.tags.add, { name: 'Ciudad' })).values.id;
  const list = await storeList(
    db,
    user.accountId,
    'Club',
    phones(2, 30_000).map((phone) => ({ phone })),
  );
  await storeSketch(db, user.accountId, 7_002, [
    { type: 'final-message', id: 70_020, text: 'Hello' },
  ] as never);
  const automaton = (await user.ask(automata.add, { name: 'Not here' })).values.id;
  const unfinished = { type: 'CDF', tag: '', operator: '=', value: '' };
  const filters = [{ type: 'CDF', tag: 'CIUDAD', operator: '!=', value: 'San José' }, unfinished];
  const data = { Type_int: 2, BatchId_bi: 7_002, ListId_int: list, Status_int: 1 };
  await user.post('automata/updateAutomataData', {
    AutomataId: String(automaton),
    AutomataData: JSON.stringify({ ...data, Filters_vch: JSON.stringify(filters) }),
    Enabled: '1',
  });
  const problem = async () => (await user.ask(automata.load, { automaton })).values.data.problem;
  const blasts = async () =>
    (await rows(db, sql`select 1 from blasts where account_id = ${user.accountId}`)).length;
  const runAt = async (moment: string) => {
    clock.set(moment);
    while (await runNext(services)) {
      // one after the other
    }
  };
  await runAt('2026-03-02T13:00:00Z');
  expect([await blasts(), await problem()]).toEqual([1, '']);
  await user.ask(calls.tags.rename, { tag, name: 'City' });
  const why = 'its filter names the tag “CIUDAD”, which was renamed or deleted.';
  expect(await problem()).toBe(`The next run won’t send anything: ${why}`);
  expect((await user.ask(automata.list, {})).values.automata[0]?.data.problem).toContain(why);
  await runAt('2026-03-02T14:00:00Z');
  expect(await blasts()).toBe(1);
  await user.ask(calls.tags.rename, { tag, name: 'Ciudad' });
  expect(await problem()).toBe(
    'The last run didn’t send anything: A filter names the tag “CIUDAD”, which was renamed or deleted. Choose another one or remove the filter.',
  );
  await runAt('2026-03-02T15:00:00Z');
  expect([await blasts(), await problem()]).toEqual([2, '']);
});

it('an automata reaches only those whom its filters leave', async () => {
  const { services } = harness();
  const { db } = services;
  clock.set('2026-03-02T12:00:00Z');
  const user = await harness().newUser();
  const tag = await storeTag(db, user.accountId, 'City');
  const cities = ['Rome', 'Paris', ''];
  const crowd = phones(3, 40_000).map((phone, n) => ({ phone, tags: { [tag]: cities[n] ?? '' } }));
  const list = await storeList(db, user.accountId, 'Everybody', crowd);
  await storeSketch(db, user.accountId, 7_003, [
    { type: 'final-message', id: 70_030, text: 'Hello' },
  ] as never);
  const automaton = (await user.ask(automata.add, { name: 'Rome' })).values.id;
  const filters = JSON.stringify([{ type: 'CDF', tag: 'City', operator: '=', value: 'Rome' }]);
  const data = { Type_int: 2, BatchId_bi: 7_003, ListId_int: list, Status_int: 1, Filters_vch: filters };
  await user.post('automata/updateAutomataData', {
    AutomataId: String(automaton),
    AutomataData: JSON.stringify(data),
    Enabled: '1',
  });
  clock.set('2026-03-02T13:00:00Z');
  while (await runNext(services)) {
    // one after the other
  }
  const found = await rows(db, sql`select total from blasts where account_id = ${user.accountId}`);
  expect(found).toEqual([{ total: 1 }]);
});

it('a run that is late means the day on which it was due; the next one its own day, and those between are not caught up', async () => {
  const { services } = harness();
  const { db } = services;
  clock.set('2026-03-02T12:00:00Z');
  const user = await harness().newUser();
  const settings = { accountName: 'Shop', contactInfo: '', phone: '2125550199', mfaEnabled: false };
  await user.ask(account.save, { ...settings, timeZone: 'UTC' });
  const tag = await storeTag(db, user.accountId, 'Birthday');
  const born = ['3/3', '3/4', '3/5', '3/6', '3/7'];
  const crowd = phones(5, 50_000).map((phone, n) => ({ phone, tags: { [tag]: born[n] ?? '' } }));
  const list = await storeList(db, user.accountId, 'Club', crowd);
  await storeSketch(db, user.accountId, 7_004, [
    { type: 'final-message', id: 70_040, text: 'Hello' },
  ] as never);
  const automaton = (await user.ask(automata.add, { name: 'Birthdays' })).values.id;
  const filters = [{ type: 'CDF', tag: 'Birthday', operator: '=', value: '{%today every year%}' }];
  const daily = { Type_int: 3, Hour_ti: 9, BatchId_bi: 7_004, ListId_int: list, Clone_ti: 1, WeekEnds_ti: 1 };
  await user.post('automata/updateAutomataData', {
    AutomataId: String(automaton),
    AutomataData: JSON.stringify({ ...daily, Status_int: 1, Filters_vch: JSON.stringify(filters) }),
    Enabled: '1',
  });
  const runAt = async (moment: string) => {
    clock.set(moment);
    while (await runNext(services)) {
      // one after the other
    }
    const found = await rows(
      db,
      sql<{ total: number; meant: string }>`
        select total, filters -> 0 ->> 'value' as meant from blasts where account_id = ${user.accountId} order by id`,
    );
    return found.map(({ total, meant }) => `${total} ${meant}`);
  };
  // Down from before nine on the 3rd until the 5th, before nine.
  const late = '1 {%2026-03-03 every year%}';
  expect(await runAt('2026-03-05T08:00:00Z')).toEqual([late]);
  const own = '1 {%2026-03-05 every year%}';
  expect(await runAt('2026-03-05T09:00:00Z')).toEqual([late, own]);
  expect(await runAt('2026-03-05T23:00:00Z')).toEqual([late, own]);
  expect(await runAt('2026-03-06T09:00:00Z')).toEqual([late, own, '1 {%2026-03-06 every year%}']);
});

it('is not switched on with a condition that has no value yet; "is empty" needs none', async () => {
  clock.set('2026-03-02T12:00:00Z');
  const { db } = harness().services;
  const user = await harness().newUser();
  await storeTag(db, user.accountId, 'City');
  const list = await storeList(db, user.accountId, 'All', []);
  await storeSketch(db, user.accountId, 7_005, [
    { type: 'final-message', id: 70_050, text: 'Hello' },
  ] as never);
  const automaton = (await user.ask(automata.add, { name: 'Half' })).values.id;
  const save = (operator: string, value: string, on: boolean) =>
    user.post('automata/updateAutomataData', {
      AutomataId: String(automaton),
      AutomataData: JSON.stringify({
        Type_int: 2,
        BatchId_bi: 7_005,
        ListId_int: list,
        Status_int: on ? 1 : 0,
        Filters_vch: JSON.stringify([{ type: 'CDF', tag: 'City', operator, value }]),
      }),
      Enabled: '0',
    });
  expect(await save('=', ' ', false)).toMatchObject({ RESULT: 1 });
  expect(await save('=', ' ', true)).toMatchObject({ RESULT: 0, DETAIL: 'Filters_vch' });
  expect((await user.ask(automata.load, { automaton })).values.data.enabled).toBe(false);
  expect(await save('IS EMPTY', '', true)).toMatchObject({ RESULT: 1 });
  expect(await save('!=', '', true)).toMatchObject({ RESULT: 0, DETAIL: 'Filters_vch' });
  expect((await user.ask(automata.load, { automaton })).values.data.filters[0]?.operator).toBe('IS EMPTY');
});
