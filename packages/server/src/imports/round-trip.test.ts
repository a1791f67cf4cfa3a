/**
 * What this product writes, it reads: the file of a list comes back as it was, in another account and in the
 * same one.
 */
import { BASE, calls } from '@parley/contract';
import type { SegmentGroup } from '@parley/rules/segment.ts';
import { expect, test } from 'vitest';
import { plainCell } from '../platform/csv.ts';
import { useHarness } from '../testing/harness.ts';
import { storeList, storeTag } from '../testing/people.ts';
import { importAll } from './testing/run.ts';
import { newList, type User, uploadFile } from './testing/upload.ts';

const harness = useHarness();
const { imports, members, tags } = calls;

const NASTY = [
  ...['@acme', '=1+1', '+1+1', '-1-1', '-5', '＝1', '＋1', '－1', '＠acme', '−1'],
  ...['\t=1', 'a\tb', '\ra', 'a\r\nb', '\nab', ' padded ', '\u00a0x', '\uFEFFx'],
  ...[
    "'=1",
    "''=1",
    "'quoted'",
    "'",
    "' ",
    '"',
    '""',
    '"a";"b"',
    'a;=cmd',
    'a,b;c|d',
    '5" pipe',
    '007',
    '1e5',
  ],
];

const download = async (user: User, path: string, id: string) =>
  (await harness().app.inject({ url: `${BASE}${path}?${id}`, headers: { cookie: user.cookie() } })).body;

async function peopleOf(user: User) {
  const { rows } = await harness().services.pool.query(
    `select c.phone, c.opted_out, (select jsonb_object_agg(t.name, v.value) from jsonb_each_text(c.tags) v
       join tags t on t.account_id = $1 and t.id = v.key::bigint) as tags
     from contacts c where c.account_id = $1 order by c.phone`,
    [user.accountId],
  );
  return rows;
}

test('the people of a list, their values and their opt-outs are the same after export and import', async () => {
  const [from, to] = [await harness().newUser(), await harness().newUser()];
  const { db } = harness().services;
  const [acme, note, joined] = [
    await storeTag(db, from.accountId, '@acme'),
    await storeTag(db, from.accountId, 'Note'),
    await storeTag(db, from.accountId, 'Joined'),
  ];
  const people = NASTY.map((value, n) => ({
    phone:
      n % 5 === 4 ? `+4917012345${String(n).padStart(2, '0')}` : `+121255501${String(n).padStart(2, '0')}`,
    tags: {
      [acme]: value,
      ...(n % 2 ? { [note]: NASTY[NASTY.length - 1 - n] ?? '' } : {}),
      [joined]: 'maybe',
    },
    optedOut: n % 3 === 0,
  }));
  const list = await storeList(db, from.accountId, 'VIP', people);
  const file = await download(from, members.exportList.path, `ListId=${list}`);
  const there = await newList(to);
  const { columns } = (await uploadFile(harness(), to, there, file)).values;
  expect(columns.map(({ suggestion }) => suggestion)).toEqual([
    'phone',
    'newtag:@acme',
    'newtag:Note',
    'newtag:Joined',
    'optout',
    '',
  ]);
  const mapping = columns.map(({ index, suggestion }) => ({ index, target: suggestion }));
  const id = await importAll(harness(), to, there, file, mapping);
  expect(await peopleOf(to)).toEqual(await peopleOf(from));
  const { values } = await to.ask(imports.progress, { id });
  const stopped = people.filter(({ optedOut }) => optedOut).length;
  expect(values).toMatchObject({ state: 'done', added: NASTY.length, invalid: 0, newOptOuts: stopped });
  // Once more in the account it came from: nothing changes.
  const before = await peopleOf(from);
  const known = await from.ask(tags.list, {});
  const targets = ['@acme', 'Note', 'Joined'].map(
    (name) => known.values.tags.find((tag) => tag.name === name)?.id,
  );
  const again = [0, 1, 2, 3, 4].map((index) => ({
    index,
    target: index === 0 ? 'phone' : index === 4 ? 'optout' : `tag:${targets[index - 1]}`,
  }));
  await importAll(harness(), from, list, file, again);
  expect(await peopleOf(from)).toEqual(before);
});

test('tags that are called like columns of the product hide no opt-out, in files of lists and of segments', async () => {
  const [from, to, other] = [await harness().newUser(), await harness().newUser(), await harness().newUser()];
  const { db } = harness().services;
  const [stopped, added] = [
    await storeTag(db, from.accountId, 'Opted out'),
    await storeTag(db, from.accountId, 'Added'),
  ];
  const list = await storeList(db, from.accountId, 'VIP', [
    { phone: '+12125550101', tags: { [stopped]: 'yes', [added]: 'by hand' }, optedOut: false },
    { phone: '+12125550102', tags: {}, optedOut: true },
  ]);
  const tree: SegmentGroup = { match: 'all', of: [{ on: 'list', is: 'in', value: [list] }] };
  const segment = (await from.ask(calls.segments.add, { name: 'S', tree })).values.id;
  await storeTag(db, other.accountId, 'Opted out');
  const lists = [await newList(to), await newList(other)] as const;
  const expected = ['phone', 'newtag:Opted out', 'newtag:Added', 'optout', ''];
  for (const file of [
    await download(from, members.exportList.path, `ListId=${list}`),
    await download(from, calls.segments.export.path, `inpSegmentId=${segment}`),
  ]) {
    const { columns } = (await uploadFile(harness(), to, lists[0], file)).values;
    expect(columns.map(({ suggestion }) => suggestion)).toEqual(expected);
    // Alone it is no tag either, where there is one of its name.
    const alone = file.replaceAll(/^(\uFEFF?"[^"]*"),"[^"]*","[^"]*",/gm, '$1,');
    const { columns: few } = (await uploadFile(harness(), other, lists[1], alone)).values;
    expect(few.map(({ suggestion }) => suggestion)).toEqual(['phone', 'optout', '']);
  }
});

test('of two columns about opt-outs the one with values counts', async () => {
  const user = await harness().newUser();
  const file = 'Phone,Opt out,Unsubscribed\n2125550101,,yes\n2125550102,,no\n';
  const { columns } = (await uploadFile(harness(), user, await newList(user), file)).values;
  expect(columns.map(({ suggestion }) => suggestion)).toEqual(['phone', '', 'optout']);
});

test('rows that were refused are put right in their file and imported with their values', async () => {
  const user = await harness().newUser();
  const list = await newList(user);
  const file = NASTY.map((value, n) => `"oops${n}","${value.replaceAll('"', '""')}"`).join('\n');
  const header = 'Phone,Note\n2125550100,ok\n';
  const mapping = [
    { index: 0, target: 'phone' },
    { index: 1, target: 'newtag:Note' },
  ];
  const id = await importAll(harness(), user, list, header + file, mapping);
  const errors = await download(user, imports.errors.path, `IMPORTID=${id}`);
  const mended = errors.replace(/"oops(\d+)"/g, (_, n: string) => `"21255502${n.padStart(2, '0')}"`);
  const { columns } = (await uploadFile(harness(), user, list, mended)).values;
  expect(columns.map(({ suggestion }) => suggestion)).toEqual([
    'phone',
    expect.stringMatching(/^tag:/),
    '',
    '',
  ]);
  await importAll(
    harness(),
    user,
    list,
    mended,
    columns.map(({ index, suggestion }) => ({ index, target: suggestion })),
  );
  const stored = (await peopleOf(user)).slice(1).map(({ tags: values }) => values?.Note);
  expect(stored).toEqual(NASTY.map(plainCell));
});
