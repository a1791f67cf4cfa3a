import { calls } from '@parley/contract';
import type { SegmentGroup } from '@parley/rules/segment.ts';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { rows, sql, transact } from '../platform/db/database.ts';
import { lockWaits } from '../testing/each-server.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList, storeTag } from '../testing/people.ts';

/** After nine in the morning of the account: what has no schedule goes at once. */
const START = '2026-03-02T15:00:00Z';
const clock = manualClock(START);
const harness = useHarness({ clock });
const { blast, lists, members, segments, tags } = calls;
let nextCampaign = 9_500;
let background = false;

/**
 * An account with `count` contacts on a list and a finished campaign: every second one has the plan gold,
 * every tenth opted out. The segment asks for gold.
 */
async function setUp(count: number) {
  clock.set(START);
  if (!background) harness().startBackground();
  background = true;
  const { services } = harness();
  const user = await harness().newUser();
  const { accountId } = user;
  const tag = Number(await storeTag(services.db, accountId, 'Plan'));
  const crowd = phones(count).map((phone, n) => ({
    phone,
    tags: { [tag]: n % 2 === 0 ? 'Gold' : 'Tin' },
    optedOut: n % 10 === 0,
  }));
  const list = await storeList(services.db, accountId, 'Everybody', crowd);
  nextCampaign += 1;
  const campaign = nextCampaign;
  const steps = [{ type: 'final-message', id: campaign * 10, text: 'Hello' }];
  await storeSketch(services.db, accountId, campaign, steps as never);
  await sql`update balances set granted = 20000, balance = 20000, spent = 0 where account_id = ${accountId}`.execute(
    services.db,
  );
  const gold: SegmentGroup = { match: 'all', of: [{ on: 'tag', tag, as: 'text', is: 'is', value: 'gold' }] };
  const segment = (await user.ask(segments.add, { name: 'Gold', tree: gold })).values.id;
  return { services, user, accountId, tag, list, campaign, segment, crowd };
}

type World = Awaited<ReturnType<typeof setUp>>;

/** The numbers that a blast queued or sent to. */
async function whom({ services, accountId }: World, blastId: number): Promise<string[]> {
  const found = await rows(
    services.db,
    sql<{ phone: string }>`
      select c.phone from messages m join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      where m.account_id = ${accountId} and m.blast_id = ${blastId} order by c.phone`,
  );
  return found.map(({ phone }) => phone);
}

const golden = ({ crowd, tag }: World) =>
  crowd.filter((one) => one.tags[tag] === 'Gold' && !one.optedOut).map(({ phone }) => phone);

const queuedAll = ({ user }: World, id: number) =>
  eventually(async () => {
    const { state } = (await user.ask(blast.progress, { blast: id })).values;
    return state === 'running' || state === 'done' ? state : undefined;
  });

describe('a blast to a segment', () => {
  it('goes to its people alone, on whatever lists, and the review counts them', async () => {
    const world = await setUp(20);
    const { user, campaign, segment } = world;
    const review = (await user.ask(blast.review, { campaign, segment })).values;
    expect(review).toMatchObject({ listCount: 10, filtered: 0, optedOut: 2, eligible: 8, creditsNeeded: 8 });
    expect(review.examples).toHaveLength(3);
    expect((await user.ask(blast.preflight, { campaign, segment })).values.segments).toBe(8);
    const sent = (await user.ask(blast.send, { campaign, segment })).values;
    expect([sent.listCount, sent.queued]).toEqual([10, 8]);
    expect(await whom(world, sent.blast)).toEqual(golden(world));
  });

  it('and to lists goes to whoever is in both', async () => {
    const world = await setUp(20);
    const { user, campaign, segment, crowd } = world;
    const few = await storeList(world.services.db, world.accountId, 'Few', crowd.slice(0, 6));
    const sent = (await user.ask(blast.send, { campaign, segment, lists: [few] })).values;
    expect([sent.listCount, sent.queued]).toEqual([3, 2]);
    expect(await whom(world, sent.blast)).toEqual(golden(world).slice(0, 2));
  });

  it('of many chunks finds each of them once', async () => {
    const world = await setUp(5_000);
    const { user, campaign, segment } = world;
    const sent = (await user.ask(blast.send, { campaign, segment })).values;
    expect(sent.queued).toBe(2_000);
    await queuedAll(world, sent.blast);
    expect(await whom(world, sent.blast)).toEqual(golden(world).toSorted());
    const progress = (await user.ask(blast.progress, { blast: sent.blast })).values;
    expect(progress.total).toBe(2_000);
  });

  it('does not meet whom it was sent to before, and asks what they did', async () => {
    const world = await setUp(20);
    const { user, campaign, segment } = world;
    const first = (await user.ask(blast.send, { campaign, segment })).values;
    await queuedAll(world, first.blast);
    expect((await user.ask(blast.review, { campaign, segment })).values).toMatchObject({
      duplicates: 8,
      eligible: 0,
    });
    await eventually(async () => {
      const { state } = (await user.ask(blast.progress, { blast: first.blast })).values;
      return state === 'done' || undefined;
    });
    const received: SegmentGroup['of'][number] = {
      on: 'event',
      event: 'blast.received',
      did: true,
      times: 1,
      when: { in: 'last', days: 1 },
      where: [{ property: 'blast', is: 'in', value: [first.blast] }],
    };
    const count = (await user.ask(segments.count, { tree: { match: 'all', of: [received] } })).values;
    expect(count.count).toBe(8);
    const none = (await user.ask(segments.count, { tree: { match: 'none', of: [received] } })).values;
    expect(none.count).toBe(12);
  });

  it('that is deleted while the blast is being launched is told, and nothing goes out', async () => {
    const world = await setUp(4);
    const { user, campaign, segment, services, accountId } = world;
    const asked = await transact(services.db, async (trx) => {
      // What every launch waits for, after it has looked at the segment.
      await sql`select from balances where account_id = ${accountId} for update`.execute(trx);
      const sending = user.ask(blast.send, { campaign, segment });
      await eventually(async () => (await lockWaits(services.db)) > 0);
      expect(await user.ask(segments.remove, { segment })).toMatchObject({ RESULT: 1 });
      return { sending };
    });
    const unknown = await user.ask(blast.send, { campaign, segment: 987_654_321 });
    const refused = await asked.sending;
    expect([refused.status, refused.body]).toEqual([404, unknown.body]);
    const left = await rows(services.db, sql`select from blasts where account_id = ${accountId}`);
    expect(left).toEqual([]);
  });

  it('is a name for its people when it begins: a scheduled blast goes to who is in it then', async () => {
    const world = await setUp(20);
    const { user, campaign, segment, tag, crowd } = world;
    const sent = (await user.ask(blast.send, { campaign, segment, schedule: '2026-03-02 16:00:00' })).values;
    expect(sent.queued).toBe(8);
    const refused = await user.ask(segments.remove, { segment });
    expect(refused).toMatchObject({ RESULT: 0, MESSAGE: expect.stringContaining('blast') });
    expect((await user.ask(segments.uses, { segment })).values.uses).toMatchObject([
      { kind: 'blast', id: sent.blast },
    ]);
    const tin: SegmentGroup = { match: 'all', of: [{ on: 'tag', tag, as: 'text', is: 'is', value: 'tin' }] };
    await user.ask(segments.update, { segment, name: 'Tin', tree: tin, version: 1 });
    clock.set('2026-03-02T23:30:00Z');
    world.services.signals.wake('blasts');
    await queuedAll(world, sent.blast);
    const tins = crowd.filter((one) => one.tags[tag] === 'Tin' && !one.optedOut).map(({ phone }) => phone);
    expect(await whom(world, sent.blast)).toEqual(tins);
    expect((await user.ask(segments.remove, { segment })).RESULT).toBe(1);
  });

  it('that names something gone is sent to nobody', async () => {
    const world = await setUp(4);
    const { user, campaign, segment, tag } = world;
    await user.ask(tags.remove, { tag });
    const refused = { RESULT: 0, MESSAGE: 'This tag was deleted. Choose another one.' };
    expect(await user.ask(blast.review, { campaign, segment })).toMatchObject(refused);
    expect(await user.ask(blast.send, { campaign, segment })).toMatchObject(refused);
  });

  it('of nobody, of another account, or of none is refused', async () => {
    const world = await setUp(2);
    const other = await setUp(2);
    const { user, campaign } = world;
    const foreign = await user.ask(blast.send, { campaign, segment: other.segment });
    const unknown = await user.ask(blast.send, { campaign, segment: 987_654_321 });
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect(await user.post('blast/BlastToList', { inpBatchId: String(campaign) })).toMatchObject({
      status: 400,
      DETAIL: 'inpTargetListIds',
    });
  });
});

it('who left a list, and when they had joined it, is known afterwards', async () => {
  const world = await setUp(3);
  const { user, list, crowd } = world;
  await user.ask(members.remove, { list, phone: crowd[0]?.phone ?? '' });
  const left = (did: boolean, event: 'list.left' | 'list.joined'): SegmentGroup => ({
    match: 'all',
    of: [
      {
        on: 'event',
        event,
        did,
        times: 1,
        when: { in: 'ever' },
        where: [{ property: 'list', is: 'in', value: [list] }],
      },
    ],
  });
  const count = async (tree: SegmentGroup) => (await user.ask(segments.count, { tree })).values.count;
  expect(await count(left(true, 'list.left'))).toBe(1);
  expect(await count(left(false, 'list.left'))).toBe(2);
  expect(await count(left(true, 'list.joined'))).toBe(3);
  await user.ask(lists.remove, { list });
  const gone = await rows(
    world.services.db,
    sql`select 1 from list_departures where account_id = ${world.accountId}`,
  );
  expect(gone).toEqual([]);
});
