import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { rows, sql } from '../platform/db/database.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';

const harness = useHarness();
type Owner = Client & { accountId: number };

/** An account with tags of these names, and the way to find members of a list. */
async function ownerWith(...names: string[]): Promise<{ owner: Owner; tags: number[] }> {
  const owner = await harness().newUser();
  const tags: number[] = [];
  for (const name of names) tags.push((await owner.ask(calls.tags.add, { name })).values.id);
  return { owner, tags };
}

async function find(owner: Owner, list: number, search: string, start = 0): Promise<string[]> {
  const { values } = await owner.ask(calls.members.list, { list, search, start, length: 15 });
  return values.members.map(({ displayName, phone }) => displayName || phone);
}

test('people are found by the beginnings of their words, whatever the case and the accents', async () => {
  const { owner, tags } = await ownerWith('Name', 'City', 'Mail');
  const [name, city, mail] = tags.map(String) as [string, string, string];
  const list = await storeList(harness().services.db, owner.accountId, 'People', [
    { phone: '+12125550101', tags: { [name]: 'José Núñez', [city]: 'Boston' } },
    { phone: '+12125550102', tags: { [name]: "Anne-Marie O'Brien", [city]: 'New York' } },
    { phone: '+12125550103', tags: { [name]: 'Ada', [mail]: 'ada@shop.example' } },
    { phone: '+12125550104' },
  ]);
  expect(await find(owner, list, 'jose')).toEqual(['José Núñez · Boston']);
  expect(await find(owner, list, 'NÚÑ bos')).toEqual(['José Núñez · Boston']);
  expect(await find(owner, list, 'anne-m')).toEqual(["Anne-Marie O'Brien · New York"]);
  expect(await find(owner, list, "o'br")).toEqual(["Anne-Marie O'Brien · New York"]);
  expect(await find(owner, list, 'ada@shop.ex')).toEqual(['Ada']);
  expect(await find(owner, list, '555-0104')).toEqual(['+12125550104']);
  // What PostgreSQL's searches are written with means nothing.
  expect(await find(owner, list, '!ada | (')).toEqual(['Ada']);
  // A word within a word is no beginning.
  for (const nothing of ['rien', 'ada jose', '%', "'", '&', '\\'])
    expect([nothing, await find(owner, list, nothing)]).toEqual([nothing, []]);
});

test('a name is nobody of another account, nor of another list', async () => {
  const { owner, tags } = await ownerWith('Name');
  const other = await ownerWith('Name');
  const { db } = harness().services;
  const named = (of: number[]) => [{ phone: '+12125550101', tags: { [String(of[0])]: 'Ada' } }];
  const list = await storeList(db, owner.accountId, 'People', named(tags));
  const others = await storeList(db, other.owner.accountId, 'People', named(other.tags));
  const empty = await storeList(db, owner.accountId, 'Nobody', []);
  expect(await find(owner, list, 'ada')).toEqual(['Ada']);
  expect(await find(owner, empty, 'ada')).toEqual([]);
  expect(await find(other.owner, others, 'ada')).toEqual(['Ada']);
});

test('in a long list each page of what is found is the same, however many have it and wherever they are', async () => {
  const { owner, tags } = await ownerWith('Name');
  const { db } = harness().services;
  const tag = String(tags[0]);
  const nameOf = (n: number) =>
    [
      n % 2 === 0 ? 'even' : 'odd',
      n % 100 === 0 ? 'hundredth' : '',
      n >= 6_000 ? 'late' : '',
      n === 8_999 ? 'last' : '',
    ].join(' ');
  const list = await storeList(
    db,
    owner.accountId,
    'Everybody',
    phones(9_000).map((phone, n) => ({ phone, tags: { [tag]: nameOf(n) } })),
  );
  // A part of them is on another list, too.
  const thirds = await storeList(
    db,
    owner.accountId,
    'Thirds',
    phones(9_000)
      .filter((_, n) => n % 3 === 0)
      .map((phone) => ({ phone })),
  );
  const everybody = await rows(
    db,
    sql<{ id: number; phone: string; name: string }>`
      select id, phone, tags ->> ${tag} as name from contacts where account_id = ${owner.accountId} order by id`,
  );
  const inThirds = new Set(everybody.filter((_, n) => n % 3 === 0).map(({ id }) => id));
  const read = async (of: number, search: string, start: number) =>
    (await owner.ask(calls.members.list, { list: of, search, start, length: 15 })).values.members.map(
      ({ contact }) => contact,
    );
  for (const word of ['even', 'hundredth', 'late', 'last', 'hundredth late', 'nobody']) {
    const wanted = everybody
      .filter(({ name }) => word.split(' ').every((each) => name.split(' ').includes(each)))
      .map(({ id }) => id);
    for (const start of [0, 15, 30, 75, 300, 2_985])
      expect([word, start, await read(list, word, start)]).toEqual([
        word,
        start,
        wanted.slice(start, start + 15),
      ]);
    const some = wanted.filter((id) => inThirds.has(id));
    for (const start of [0, 15])
      expect([word, start, await read(thirds, word, start)]).toEqual([
        word,
        start,
        some.slice(start, start + 15),
      ]);
  }
  for (const digits of ['99', '555', everybody[8_000]?.phone.slice(-5) ?? '']) {
    const wanted = everybody.filter(({ phone }) => phone.includes(digits)).map(({ id }) => id);
    for (const start of [0, 15, 60])
      expect([digits, start, await read(list, digits, start)]).toEqual([
        digits,
        start,
        wanted.slice(start, start + 15),
      ]);
    const some = wanted.filter((id) => inThirds.has(id));
    expect([digits, await read(thirds, digits, 0)]).toEqual([digits, some.slice(0, 15)]);
  }
});
