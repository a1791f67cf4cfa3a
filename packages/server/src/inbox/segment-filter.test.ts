import { calls } from '@parley/contract';
import { parseSegment, type SegmentGroup } from '@parley/rules/segment.ts';
import { type ContactFacts, isInSegment } from '@parley/rules/segment-evaluate.ts';
import { planSegment } from '@parley/rules/segment-plan.ts';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { recountLists } from '../lists/index.ts';
import { manualClock } from '../platform/clock.ts';
import { sql, transact } from '../platform/db/database.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { anyPeople, anySegment, NESTED, NOW, storePeople, ZONE } from '../testing/random-segments.ts';
import { listThreads } from './thread-list.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { inbox, lists, members, segments, simulator } = calls;
const [ANN, BOB, CEM] = ['+12125550101', '+12125550102', '+12125550103'] as const;

let owner: Client & { accountId: number };
let stranger: Client & { accountId: number };
let vip: number;
let list: number;

type Form = { search?: string; filter?: 'all' | 'unread' | 'waiting' | 'mine' | 'unassigned' };
const shown = async (segment: number, form: Form = {}) =>
  (await owner.ask(inbox.threads, { ...form, segment })).values.threads.map(({ phone }) => phone);
const onList = (...value: number[]): SegmentGroup => ({
  match: 'all',
  of: [{ on: 'list', is: 'in', value }],
});
const segmentOf = async (of: Client, name: string, tree: SegmentGroup) =>
  (await of.ask(segments.add, { name, tree })).values.id;

async function texts(phone: string, text: string) {
  clock.advance(1_000);
  await owner.ask(simulator.phoneSend, { phone, text });
  clock.advance(1_000);
}

beforeAll(async () => {
  owner = await harness().newUser();
  stranger = await harness().newUser();
  for (const [phone, text] of [
    [ANN, 'Do you open on Sunday?'],
    [BOB, 'Hello'],
    [CEM, 'Closed on Sunday?'],
  ] as const)
    await texts(phone, text);
  list = (await owner.ask(lists.add, { name: 'VIP' })).values.id;
  for (const phone of [ANN, BOB]) await owner.ask(members.add, { phone, list });
  vip = await segmentOf(owner, 'VIP', onList(list));
});

it('shows the people of a segment alone, with any other filter and with a search', async () => {
  expect(await shown(0)).toEqual([CEM, BOB, ANN]);
  expect(await shown(vip)).toEqual([BOB, ANN]);
  expect(await shown(vip, { search: 'sunday' })).toEqual([ANN]);
  const threads = (await owner.ask(inbox.threads, { segment: vip })).values.threads;
  await owner.ask(inbox.mark, { contact: threads[0]?.contact ?? 0, done: true });
  expect(await shown(vip, { filter: 'unread' })).toEqual([ANN]);
  expect(await shown(vip, { filter: 'waiting' })).toEqual([ANN]);
  expect(await shown(vip, { filter: 'unassigned', search: 'sunday' })).toEqual([ANN]);
  expect(await shown(vip, { filter: 'mine' })).toEqual([]);
  const me = Number((await owner.get('authentication/checklogin')).text);
  for (const { contact } of (await owner.ask(inbox.threads, {})).values.threads)
    await owner.ask(inbox.assign, { contact, user: me });
  expect(await shown(vip, { filter: 'mine' })).toEqual([BOB, ANN]);
});

it('looks at who is in it at that moment', async () => {
  const where = [{ property: 'text', is: 'contains', value: 'monday' }];
  const { tree } = parseSegment({ match: 'all', of: [{ on: 'event', event: 'contact.texted', where }] });
  const replied = await segmentOf(owner, 'Wrote of Monday', tree as SegmentGroup);
  expect(await shown(replied)).toEqual([]);
  await texts(CEM, 'And on Monday?');
  expect(await shown(replied)).toEqual([CEM]);
});

it('a foreign segment looks like an unknown one, and a deleted one shows nobody', async () => {
  const { id: theirs } = (await stranger.ask(lists.add, { name: 'Theirs' })).values;
  const foreign = await segmentOf(stranger, 'Theirs', onList(theirs));
  const answers = await Promise.all(
    [foreign, 987_654].map((segment) => owner.ask(inbox.threads, { segment })),
  );
  expect(answers[0]?.status).toBe(404);
  expect(answers[0]?.body).toEqual(answers[1]?.body);
  const { id } = (await owner.ask(lists.add, { name: 'For a day' })).values;
  const broken = await segmentOf(owner, 'Broken', onList(id));
  await owner.ask(lists.remove, { list: id });
  const refused = await owner.ask(inbox.threads, { segment: broken });
  expect(refused).toMatchObject({ RESULT: 0, MESSAGE: 'This list was deleted. Choose another one.' });
  await owner.ask(segments.remove, { segment: broken });
  expect((await owner.ask(inbox.threads, { segment: broken })).status).toBe(404);
});

it('pages go on behind the last text that was looked at, and leave nobody out', async () => {
  const user = await harness().newUser();
  const { db } = harness().services;
  const own = (await user.ask(lists.add, { name: 'Every 50th' })).values.id;
  // Of 6,000 people every 50th is on the list: fewer than a page in each look.
  await sql`
    with people as (
      insert into contacts (account_id, phone, tags, opted_out, created_at)
      select ${user.accountId}, '+1' || (2130000000 + n), '{}', false, now() from generate_series(1, 6000) n returning id, phone
    ), members as (
      insert into list_members (account_id, list_id, contact_id, added_at)
      select ${user.accountId}, ${own}, id, now() from people where right(phone, 4)::int % 50 = 0
    )
    insert into inbound_messages (account_id, channel_id, contact_id, carrier_message_id, body, at, kind)
    select ${user.accountId}, h.id, p.id, 'text ' || p.id, 'hi', timestamptz '2026-03-01' + right(p.phone, 4)::int * interval '1 second', 'none'
    from people p cross join (select min(id) as id from channels where account_id = ${user.accountId}) h`.execute(
    db,
  );
  await transact(db, (trx) => recountLists(trx, user.accountId));
  const segment = await segmentOf(user, 'Every 50th', onList(own));
  const found: string[] = [];
  let calledFor = 0;
  for (let before = 0; calledFor === 0 || before > 0; calledFor += 1) {
    const page = (await user.ask(inbox.threads, { segment, before })).values;
    found.push(...page.threads.map(({ phone }) => phone));
    before = page.next;
  }
  expect(found).toEqual(Array.from({ length: 120 }, (_, n) => `+1${2_130_006_000 - n * 50}`));
  expect(calledFor).toBe(4);
});

it('shows those whom memory finds, whatever the segment', async () => {
  const { accountId } = await harness().newUser();
  const { db } = harness().services;
  for (const table of ['channels', 'lists'])
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(db);
  const people = await storePeople(db, accountId, anyPeople(60));
  const asked = { before: 0, search: '', filter: 'all', user: 0 } as const;
  const idsOf = async (segment: ReturnType<typeof planSegment> | null) =>
    (await listThreads(db, accountId, { ...asked, segment })).threads.map(({ contact }) => contact);
  const talkers = await idsOf(null);
  expect(talkers.length).toBeGreaterThan(10);
  expect(talkers.length).toBeLessThan(50);
  let partly = 0;
  await fc.assert(
    fc.asyncProperty(anySegment, async (given) => {
      const { tree, problems } = parseSegment(given);
      if (!tree) throw new Error(JSON.stringify(problems));
      const plan = planSegment(tree, { now: NOW, zone: ZONE, segments: NESTED });
      const wanted = talkers.filter((id) => isInSegment(plan, people.get(id) as ContactFacts));
      expect(await idsOf(plan)).toEqual(wanted);
      if (wanted.length > 0 && wanted.length < talkers.length) partly += 1;
    }),
    { numRuns: 60 },
  );
  expect(partly).toBeGreaterThan(10);
}, 60_000);
