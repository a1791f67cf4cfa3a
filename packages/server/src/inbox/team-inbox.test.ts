import { calls, type LiveMessage } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { untilWaitedFor } from '../testing/waits.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { inbox, simulator, team } = calls;

const ANN = '+12125550101';
const BOB = '+12125550102';
type Filter = 'all' | 'unread' | 'waiting' | 'mine' | 'unassigned';

let owner: Client & { accountId: number; userId: number };
let member: Client & { userId: number };
let ann: number;
let bob: number;

async function texts(phone: string, text: string) {
  clock.advance(1_000);
  await owner.ask(simulator.phoneSend, { phone, text });
  clock.advance(1_000);
}
const shown = async (of: Client, filter: Filter, search = '') =>
  (await of.ask(inbox.threads, { filter, search })).values.threads.map(({ phone }) => phone);
const thread = async (contact: number) => (await owner.ask(inbox.thread, { contact })).values;

async function joined(email: string) {
  const { link } = (await owner.ask(team.invite, { email, role: 'member' })).values;
  const client = harness().stranger();
  const form = { password: 'correct horse battery staple', phone: '2125550177' };
  await client.ask(team.join, { invitation: link.split('/join/')[1] ?? '', ...form });
  return { ...client, userId: Number((await client.get('authentication/checklogin')).text) };
}

beforeAll(async () => {
  owner = await harness().newUser({ email: 'owner@example.com' });
  member = await joined('member@example.com');
  await texts(ANN, 'Do you open on Sunday?');
  await texts(BOB, 'Hello');
  const found = (await owner.ask(inbox.threads, {})).values.threads;
  ann = found.find(({ phone }) => phone === ANN)?.contact ?? 0;
  bob = found.find(({ phone }) => phone === BOB)?.contact ?? 0;
});

test('a conversation is given to a colleague: it is theirs, and nobody else takes it for free', async () => {
  expect(await shown(owner, 'unassigned')).toEqual([BOB, ANN]);
  expect((await owner.ask(inbox.assign, { contact: ann, user: member.userId })).RESULT).toBe(1);
  expect(await shown(member, 'mine')).toEqual([ANN]);
  expect(await shown(owner, 'mine')).toEqual([]);
  expect(await shown(owner, 'unassigned')).toEqual([BOB]);
  expect(await shown(owner, 'waiting')).toEqual([BOB, ANN]);
  expect((await owner.ask(inbox.threads, { search: 'sunday' })).values.threads).toMatchObject([
    { assignee: member.userId, assigneeName: 'member@example.com', closed: false, unread: 1 },
  ]);
  expect(await shown(member, 'mine', 'sunday')).toEqual([ANN]);
  expect(await shown(owner, 'unassigned', 'sunday')).toEqual([]);
  expect(await thread(ann)).toMatchObject({ assignee: member.userId, assigneeName: 'member@example.com' });
  await owner.ask(inbox.assign, { contact: ann, user: 0 });
  expect(await shown(member, 'mine')).toEqual([]);
  expect(await thread(ann)).toMatchObject({ assignee: 0, assigneeName: '' });
  expect(await shown(owner, 'unread')).toEqual([BOB, ANN]);
});

test('closed, it waits no more and is off the list of whom it belongs to; a new text opens it again', async () => {
  await member.ask(inbox.assign, { contact: ann, user: member.userId });
  await member.ask(inbox.close, { contact: ann, closed: true });
  expect(await thread(ann)).toMatchObject({ closed: true, assignee: member.userId });
  expect(await shown(member, 'mine')).toEqual([]);
  expect(await shown(owner, 'waiting')).toEqual([BOB]);
  expect(await shown(owner, 'all')).toEqual([BOB, ANN]);
  await texts(ANN, 'And on Monday?');
  expect(await thread(ann)).toMatchObject({ closed: false, assignee: member.userId });
  expect(await shown(member, 'mine')).toEqual([ANN]);
  expect(await shown(owner, 'waiting')).toEqual([ANN, BOB]);
});

test('opened again by hand, it waits again when nobody had answered', async () => {
  await owner.ask(inbox.close, { contact: bob, closed: true });
  expect(await shown(owner, 'waiting')).toEqual([ANN]);
  await owner.ask(inbox.close, { contact: bob, closed: false });
  expect(await shown(owner, 'waiting')).toEqual([ANN, BOB]);
  await owner.ask(inbox.reply, { contact: bob, text: 'Hello yourself' });
  await owner.ask(inbox.close, { contact: bob, closed: true });
  await owner.ask(inbox.close, { contact: bob, closed: false });
  expect(await shown(owner, 'waiting')).toEqual([ANN]);
});

test('a note stands in the conversation with its author, is found by nobody outside, and is never sent', async () => {
  const sent = async () =>
    (await harness().services.pool.query('select count(*)::int as n from messages')).rows[0].n;
  const before = await sent();
  clock.advance(1_000);
  const { id } = (await member.ask(inbox.addNote, { contact: ann, text: 'Wants a table for six' })).values;
  expect(await sent()).toBe(before);
  const [newest, next] = (await thread(ann)).messages;
  expect(newest).toMatchObject({
    id,
    direction: 'NOTE',
    text: 'Wants a table for six',
    author: 'member@example.com',
  });
  expect(next).toMatchObject({ direction: 'MO', text: 'And on Monday?', author: '' });
  const heard = await owner.ask(simulator.phoneMessages, { phone: ANN });
  expect(JSON.stringify(heard.body)).not.toContain('six');
  expect(await shown(owner, 'all', 'table for six')).toEqual([]);
  expect(await owner.ask(inbox.addNote, { contact: ann, text: ' ' })).toMatchObject({
    status: 200,
    RESULT: 0,
    DETAIL: 'inpText',
  });
});

test('a note is deleted by its author or an owner, by nobody else', async () => {
  const { id } = (await owner.ask(inbox.addNote, { contact: ann, text: 'Mine' })).values;
  const refused = await member.ask(inbox.deleteNote, { note: id });
  expect(refused).toMatchObject({
    status: 200,
    RESULT: 0,
    MESSAGE: 'Only an account owner can do this.',
  });
  const theirs = (await member.ask(inbox.addNote, { contact: ann, text: 'Theirs' })).values.id;
  expect((await owner.ask(inbox.deleteNote, { note: theirs })).RESULT).toBe(1);
  expect((await owner.ask(inbox.deleteNote, { note: id })).RESULT).toBe(1);
  expect((await owner.ask(inbox.deleteNote, { note: id })).status).toBe(404);
  expect((await thread(ann)).messages.filter(({ direction }) => direction === 'NOTE')).toHaveLength(1);
});

test('pages of a long conversation leave out no note', async () => {
  const phone = '+12125550103';
  await texts(phone, 'First');
  const contact = (await owner.ask(inbox.threads, { search: '0103' })).values.threads[0]?.contact ?? 0;
  for (let n = 0; n < 60; n += 1) await owner.ask(inbox.addNote, { contact, text: `Note ${n}` });
  const first = (await owner.ask(inbox.thread, { contact })).values;
  expect(first.more).toMatch(/ NOTE \d+$/);
  const second = (await owner.ask(inbox.thread, { contact, before: first.more })).values;
  const all = [...first.messages, ...second.messages].map(({ text }) => text);
  expect(all).toEqual([...Array.from({ length: 60 }, (_, n) => `Note ${59 - n}`), 'First']);
});

test('colleagues are told of each change, others of none', async () => {
  const other = await harness().newUser();
  const heard: LiveMessage[] = [];
  const elsewhere: LiveMessage[] = [];
  const { live } = harness().services;
  const stop = [
    live.listen(owner.accountId, (message) => heard.push(message)),
    live.listen(other.accountId, (message) => elsewhere.push(message)),
  ];
  await member.ask(inbox.assign, { contact: bob, user: owner.userId });
  const { id } = (await member.ask(inbox.addNote, { contact: bob, text: 'Knows the chef' })).values;
  await member.ask(inbox.deleteNote, { note: id });
  await member.ask(inbox.reply, { contact: bob, text: 'Hi' });
  await member.ask(inbox.close, { contact: bob, closed: true });
  for (const end of stop) end();
  const told = { type: 'thread', contact: bob };
  expect(heard).toEqual([told, told, { ...told, note: id }, told, told]);
  expect(elsewhere).toEqual([]);
});

test('a stranger of another account is as unknown as nobody; who never texted has no conversation', async () => {
  const other = await harness().newUser();
  const foreign = await owner.ask(inbox.assign, { contact: ann, user: other.userId });
  const unknown = await owner.ask(inbox.assign, { contact: ann, user: 987_654_321 });
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  expect((await thread(ann)).assignee).toBe(member.userId);
  const list = (await owner.ask(calls.lists.add, { name: 'Silent' })).values.id;
  const { contact } = (await owner.ask(calls.members.add, { phone: '2125550109', list })).values;
  for (const answer of [
    await owner.ask(inbox.assign, { contact, user: owner.userId }),
    await owner.ask(inbox.close, { contact, closed: true }),
  ])
    expect(answer).toMatchObject({
      status: 200,
      RESULT: 0,
      MESSAGE: expect.stringMatching(/hasn’t texted yet/),
    });
});

test('of conversations that were closed long ago only the last 2,000 are looked at; open ones never fall off', async () => {
  await owner.ask(inbox.assign, { contact: ann, user: owner.userId });
  await harness().services.pool.query(
    `with c as (
       insert into contacts (account_id, phone, created_at)
       select $1, '+1303' || (5550000 + n), now() from generate_series(1, 2100) n returning id
     ), t as (
       insert into inbound_messages (account_id, channel_id, contact_id, carrier_message_id, body, kind, at)
       select $1, 1, id, 'old' || id, 'Thanks', 'answer', '2026-03-01T00:00:00Z' from c
     )
     insert into inbox_threads (account_id, contact_id, read_at, closed_at, assigned_to)
     select $1, id, '2026-03-02T00:00:00Z', '2026-03-02T00:00:00Z', $2 from c`,
    [owner.accountId, owner.userId],
  );
  expect(await shown(owner, 'mine')).toEqual([ANN]);
});

test('who leaves the team leaves their conversations to nobody', async () => {
  await owner.ask(inbox.assign, { contact: ann, user: member.userId });
  await owner.ask(team.remove, { user: member.userId });
  expect(await thread(ann)).toMatchObject({ assignee: 0, assigneeName: '' });
  expect(await shown(owner, 'unassigned')).toContain(ANN);
});

test('who leaves the team at the moment they are given a conversation does not get it', async () => {
  const { pool, db } = harness().services;
  const leaver = await joined('leaver@example.com');
  const before = (await thread(ann)).assignee;
  const other = await pool.connect();
  try {
    await other.query('begin');
    const theirs = [owner.accountId, leaver.userId];
    const lock = 'select from account_users where account_id = $1 and user_id = $2 for update';
    await other.query(lock, theirs);
    const given = owner.ask(inbox.assign, { contact: ann, user: leaver.userId });
    await untilWaitedFor(db);
    await other.query('delete from account_users where account_id = $1 and user_id = $2', theirs);
    await other.query('commit');
    expect((await given).status).toBe(404);
  } finally {
    other.release();
  }
  expect((await thread(ann)).assignee).toBe(before);
});
