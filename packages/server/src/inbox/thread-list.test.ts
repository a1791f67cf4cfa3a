import { calls } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { type Client, useHarness } from '../testing/harness.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { inbox, lists, members, simulator } = calls;
let owner: Client & { accountId: number };
let ann: number;

const ANN = '+12125550101';
const BOB = '+12125550102';

async function texts(phone: string, text: string) {
  clock.advance(1_000);
  await owner.ask(simulator.phoneSend, { phone, text });
}
const threads = async (
  form: { search?: string; filter?: 'all' | 'unread' | 'waiting'; before?: number } = {},
) => (await owner.ask(inbox.threads, form)).values.threads;
const waiting = async () => (await owner.ask(inbox.waiting, {})).values.count;

beforeAll(async () => {
  owner = await harness().newUser();
  await texts(ANN, 'Do you open on Sunday?');
  await texts(BOB, 'Hello');
  await texts(ANN, 'Or on Monday?');
  ann = (await threads())[0]?.contact ?? 0;
});

test('one row a person, the last text first, with what is unread and who waits', async () => {
  expect(await threads()).toMatchObject([
    { phone: ANN, text: 'Or on Monday?', unread: 2, waits: true },
    { phone: BOB, text: 'Hello', unread: 1, waits: true },
  ]);
  expect(await waiting()).toBe(2);
  const [first] = await threads();
  expect(await threads({ before: first?.id ?? 0 })).toMatchObject([{ phone: BOB }]);
});

test('finds people by any of their texts and by number; % means itself', async () => {
  expect((await threads({ search: 'sunday' })).map(({ phone }) => phone)).toEqual([ANN]);
  expect((await threads({ search: '555-0102' })).map(({ phone }) => phone)).toEqual([BOB]);
  expect(await threads({ search: '%' })).toEqual([]);
});

test('opening marks as read; a reply is sent, charged and ends the waiting', async () => {
  await owner.ask(inbox.mark, { contact: ann });
  expect((await threads({ filter: 'unread' })).map(({ phone }) => phone)).toEqual([BOB]);
  expect((await threads({ filter: 'waiting' })).map(({ phone }) => phone)).toEqual([ANN, BOB]);
  clock.advance(1_000);
  const sent = await owner.ask(inbox.reply, { contact: ann, text: 'We open on both days.' });
  expect(sent).toMatchObject({ RESULT: 1, values: { credits: 1 } });
  expect((await threads({ filter: 'waiting' })).map(({ phone }) => phone)).toEqual([BOB]);
  expect((await owner.ask(calls.account.load, {})).values.balance).toBe(999);
  const thread = (await owner.ask(inbox.thread, { contact: ann })).values;
  expect(thread).toMatchObject({ phone: ANN, optedOut: false, more: '' });
  expect(thread.messages.map(({ direction, text, origin }) => [direction, text, origin])).toEqual([
    ['MT', 'We open on both days.', 'inbox'],
    ['MO', 'Or on Monday?', 'none'],
    ['MO', 'Do you open on Sunday?', 'none'],
  ]);
  const { rows } = await harness().services.pool.query(
    'select origin, channel_id from messages where account_id = $1 and id = $2',
    [owner.accountId, sent.values.id],
  );
  expect(rows[0].origin).toBe('inbox');
});

test('put away without an answer, a person waits again when she texts again', async () => {
  const bob = (await threads({ search: '0102' }))[0]?.contact ?? 0;
  await owner.ask(inbox.mark, { contact: bob, done: true });
  expect(await waiting()).toBe(0);
  await texts(BOB, 'Anybody?');
  expect(await waiting()).toBe(1);
  expect(await threads({ filter: 'unread' })).toMatchObject([{ phone: BOB, unread: 1 }]);
});

test('a number that opted out gets no reply, and nothing is stored or charged', async () => {
  await texts(BOB, 'STOP');
  const bob = (await threads({ search: '0102' }))[0]?.contact ?? 0;
  const count = async () =>
    (
      await harness().services.pool.query(
        "select count(*)::int as n from messages where account_id = $1 and origin = 'inbox'",
        [owner.accountId],
      )
    ).rows[0].n;
  const before = [await count(), (await owner.ask(calls.account.load, {})).values.balance];
  expect(await owner.ask(inbox.reply, { contact: bob, text: 'Sorry?' })).toMatchObject({
    status: 200,
    RESULT: 0,
    MESSAGE: 'This number has opted out. It gets nothing unless it texts START.',
  });
  expect((await owner.ask(inbox.thread, { contact: bob })).values.optedOut).toBe(true);
  expect([await count(), (await owner.ask(calls.account.load, {})).values.balance]).toEqual(before);
});

test('an empty text is refused; a foreign contact is unknown to every call', async () => {
  expect(await owner.ask(inbox.reply, { contact: ann, text: '  ' })).toMatchObject({
    status: 200,
    RESULT: 0,
    DETAIL: 'inpText',
  });
  const other = await harness().newUser();
  const answers = [
    await other.ask(inbox.thread, { contact: ann }),
    await other.ask(inbox.reply, { contact: ann, text: 'Hi' }),
    await other.ask(inbox.mark, { contact: ann }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await other.ask(inbox.threads, {})).values.threads).toEqual([]);
  expect((await owner.ask(inbox.thread, { contact: ann, before: 'yesterday' })).status).toBe(400);
});

test('a long conversation comes in pages that leave nothing out, also within one moment', async () => {
  const phone = '+12125550103';
  const list = (await owner.ask(lists.add, { name: 'Talkers' })).values.id;
  const { contact } = (await owner.ask(members.add, { phone, list })).values;
  const { services } = harness();
  await services.pool.query(
    `insert into inbound_messages (account_id, channel_id, contact_id, carrier_message_id, body, kind, at)
     select $1, 1, $2, 'm' || n, 'Text ' || n, 'answer', '2026-03-01T00:00:00Z'::timestamptz + (n / 10) * interval '1 second'
     from generate_series(1, 120) n`,
    [owner.accountId, contact],
  );
  const seen: string[] = [];
  let before = '';
  for (let page = 0; page < 5; page += 1) {
    const { values } = await owner.ask(inbox.thread, { contact, before });
    seen.push(...values.messages.map(({ text }) => text));
    before = values.more;
    if (before === '') break;
  }
  expect(seen).toHaveLength(120);
  expect(new Set(seen).size).toBe(120);
});

/** All pages, one after the other: what each was short of, the next one brings. */
async function everyThread(of: Client, form: { search?: string; filter?: 'all' | 'unread' | 'waiting' }) {
  const found: string[] = [];
  let pages = 0;
  for (let before = -1; before !== 0; pages += 1) {
    const { values } = await of.ask(inbox.threads, { ...form, before: Math.max(before, 0) });
    found.push(...values.threads.map(({ phone, text }) => `${phone} ${text}`));
    before = values.next;
  }
  return { found, pages };
}

test('a look that takes long enough ends, says how far back it was, and goes on with the next page', async () => {
  const big = await harness().newUser();
  await big.ask(simulator.phoneSend, { phone: ANN, text: 'Is anybody there?' });
  const look = async (form: { search?: string; filter?: 'all' | 'unread' | 'waiting' }) =>
    (await big.ask(inbox.threads, form)).values;
  expect(await look({ filter: 'waiting' })).toMatchObject({ since: '', next: 0, threads: [{ phone: ANN }] });
  const { services } = harness();
  const list = (await big.ask(lists.add, { name: 'Talkers' })).values.id;
  const { contact } = (await big.ask(members.add, { phone: BOB, list })).values;
  await services.pool.query(
    `insert into inbound_messages (account_id, channel_id, contact_id, carrier_message_id, body, kind, at)
     select $1, 1, $2, 'm' || n, 'Yes', 'answer', $3::timestamptz + n * interval '1 millisecond'
     from generate_series(1, 10001) n`,
    [big.accountId, contact, clock.now()],
  );
  const begin = clock.now().getTime();
  clock.advance(20_000);
  await big.ask(inbox.mark, { contact });
  expect(await look({ filter: 'waiting' })).toMatchObject({ since: '', threads: [{ phone: ANN }] });
  expect((await big.ask(inbox.waiting, {})).values.count).toBe(1);
  // By a word and by the number however long ago, in one page; by looking, page by page.
  for (const search of ['anybody', '555-0101'])
    expect(await look({ search })).toMatchObject({ since: '', next: 0, threads: [{ phone: ANN }] });
  const unread = await look({ filter: 'unread' });
  expect(unread.threads).toEqual([]);
  expect(unread.since).toBe(new Date(begin + 8_002).toISOString());
  const ann = [`${ANN} Is anybody there?`];
  expect(await everyThread(big, { filter: 'unread' })).toEqual({ found: ann, pages: 6 });
  expect(await everyThread(big, { search: 'an', filter: 'unread' })).toEqual({ found: ann, pages: 11 });
  expect((await everyThread(big, {})).found).toEqual([`${BOB} Yes`, ...ann]);
  expect((await everyThread(big, { search: 'yes' })).found).toEqual([`${BOB} Yes`]);
});

test('a search shows the newest text that was found, page by page, each person once', async () => {
  const big = await harness().newUser();
  await big.ask(simulator.phoneSend, { phone: ANN, text: 'Something else' });
  await harness().services.pool.query(
    `with people as (
       insert into contacts (account_id, phone, created_at)
       select $1, '+1212556' || (1000 + n), now() from generate_series(1, 120) n returning id, phone
     )
     insert into inbound_messages (account_id, channel_id, contact_id, carrier_message_id, body, kind, at)
     select $1, 1, id, round || phone, case when round < 3 then 'My hat is blue ' || round else 'Bye' end, 'answer',
       $2::timestamptz + (round * 1000 + right(phone, 3)::int) * interval '1 second'
     from people, generate_series(1, 3) round`,
    [big.accountId, clock.now()],
  );
  const inOrder = (text: string) => Array.from({ length: 120 }, (_, n) => `+1212556${1120 - n} ${text}`);
  expect((await everyThread(big, { search: 'hat is' })).found).toEqual(inOrder('My hat is blue 2'));
  expect((await everyThread(big, { search: 'blue 1' })).found).toEqual(inOrder('My hat is blue 1'));
  expect((await everyThread(big, { search: '+1212556' })).found).toEqual(inOrder('Bye'));
  expect((await everyThread(big, {})).found).toEqual([...inOrder('Bye'), `${ANN} Something else`]);
});

test('an index and a look find the same, whatever is sought, also for who texted it', async () => {
  const big = await harness().newUser();
  const tag = (await big.ask(calls.tags.add, { name: 'Name' })).values.id;
  await harness().services.pool.query(
    `with people as (
       insert into contacts (account_id, phone, tags, created_at)
       select $1, '+1212557' || (1000 + n), jsonb_build_object($3::text, (array['Ada', 'Ben', 'José'])[1 + n % 3] || ' ' || n), now()
       from generate_series(1, 300) n returning id, phone
     ), numbered as (select row_number() over (order by id) as n, id from people)
     insert into inbound_messages (account_id, channel_id, contact_id, carrier_message_id, body, kind, at)
     select $1, 1, p.id, 'x' || t, 'say ' || t || case when t % 50 = 0 then ' fifty' else '' end || case when t % 3 = 0 then ' three' else '' end,
       'answer', $2::timestamptz + t * interval '1 second'
     from generate_series(1, 4000) t join numbered p on p.n = 1 + t * 7919 % 300`,
    [big.accountId, clock.now(), String(tag)],
  );
  const { rows: texts } = await harness().services.pool.query(
    `select c.phone, c.tags ->> $2 as name, i.body from inbound_messages i join contacts c on c.account_id = $1 and c.id = i.contact_id
     where i.account_id = $1 order by i.at desc, i.id desc`,
    [big.accountId, String(tag)],
  );
  const wanted = (search: string) => {
    const met = texts.filter(
      ({ phone, name, body }) =>
        body.includes(search) ||
        phone.includes(search) ||
        name.toLowerCase().replace('é', 'e').startsWith(search),
    );
    const newest = new Map<string, string>();
    for (const { phone, body } of met) if (!newest.has(phone)) newest.set(phone, `${phone} ${body}`);
    return { threads: [...newest.values()], messages: met.map(({ phone, body }) => `${phone} ${body}`) };
  };
  for (const search of ['fifty', 'three', 'say 39', 'jose', 'ada 1', 'y 1', '571', '1099', 'nobody']) {
    expect([search, (await everyThread(big, { search })).found]).toEqual([search, wanted(search).threads]);
    const found: string[] = [];
    for (let before = -1; before !== 0; ) {
      const { values } = await big.ask(inbox.list, { search, before: Math.max(before, 0) });
      found.push(...values.messages.map(({ phone, text }) => `${phone} ${text}`));
      before = values.next;
    }
    expect([search, found]).toEqual([search, wanted(search).messages]);
  }
});

test('people are known by their values of the first two tags, in the order of the Tag Manager', async () => {
  for (const name of ['First name', 'Plan', 'City']) await owner.ask(calls.tags.add, { name });
  for (const [tag, value] of [
    ['First name', 'Ann'],
    ['Plan', 'Gold'],
    ['City', 'Boston'],
  ] as const)
    await owner.ask(calls.tags.setValue, { contact: ann, tag, value });
  const known = async () => {
    const [row] = await threads({ search: ANN });
    const list = (await owner.ask(lists.add, { name: 'Known' })).values.id;
    await owner.ask(members.add, { phone: ANN, list });
    const [member] = (await owner.ask(members.list, { list })).values.members;
    const [found] = (await owner.ask(members.list, { list, search: '0101' })).values.members;
    await owner.ask(lists.remove, { list });
    const { displayName } = (await owner.ask(inbox.thread, { contact: ann })).values;
    return [row?.displayName, member?.displayName, found?.displayName, displayName];
  };
  expect(new Set(await known())).toEqual(new Set(['Ann · Gold']));
  const tags = (await owner.ask(calls.tags.list, { filter: '' })).values.tags;
  const order = ['City', 'First name', 'Plan'].map((name, index) => ({
    id: tags.find((tag) => tag.name === name)?.id ?? 0,
    index,
  }));
  await owner.ask(calls.tags.reorder, { tags: order });
  await owner.ask(calls.tags.setValue, { contact: ann, tag: 'First name', value: '' });
  expect(new Set(await known())).toEqual(new Set(['Boston']));
});
