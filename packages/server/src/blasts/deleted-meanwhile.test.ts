/** What a blast needs is deleted at the moment it is launched: one of the two is told. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { untilWaitedFor } from '../testing/waits.ts';

const harness = useHarness({ clock: manualClock('2026-03-02T12:00:00Z') });
const { blast, campaigns, channels, lists, members, segments } = calls;
const ROUNDS = Array.from({ length: 5 });
let campaign = 5_000;

async function setUp() {
  const { db } = harness().services;
  const user = await harness().newUser();
  const { accountId } = user;
  const crowd = phones(3).map((phone) => ({ phone }));
  const list = await storeList(db, accountId, 'Everybody', crowd);
  campaign += 1;
  const text = { type: 'final-message', id: campaign * 10, text: 'Hello' };
  await storeSketch(db, accountId, campaign, [text] as never);
  const channel = (await user.ask(channels.add, { name: 'Second' })).values.id;
  const of = [{ on: 'list' as const, is: 'in' as const, value: [list] }];
  const segment = (await user.ask(segments.add, { name: 'Some', tree: { match: 'all', of } })).values.id;
  const request = { campaign, lists: [list], schedule: '2026-05-01 10:00:00', channel: String(channel) };
  return {
    ...{ db, user, accountId, list, campaign, channel, segment },
    launch: (more: object = {}) => user.ask(blast.send, { ...request, ...more }),
    states: async () =>
      (await rows(db, sql<{ state: string }>`select state from blasts where account_id = ${accountId}`)).map(
        ({ state }) => state,
      ),
  };
}

type World = Awaited<ReturnType<typeof setUp>>;

test.each([
  ['channel', {}, ({ user, channel }: World) => user.ask(channels.remove, { channel })],
  [
    'channel, and the blast is due',
    { schedule: '' },
    ({ user, channel }: World) => user.ask(channels.remove, { channel }),
  ],
  ['list', {}, ({ user, list }: World) => user.ask(lists.remove, { list })],
])('its %s', async (_what, more, remove) => {
  for (const _round of ROUNDS) {
    const world = await setUp();
    const [launched, removed] = await Promise.all([world.launch(more), remove(world)]);
    expect([launched.RESULT, removed.RESULT].toSorted(), `${launched.MESSAGE} | ${removed.MESSAGE}`).toEqual([
      0, 1,
    ]);
    expect(await world.states()).toHaveLength(launched.RESULT);
    expect(launched.MESSAGE + removed.MESSAGE).not.toBe('');
  }
});

test('its segment', async () => {
  for (const _round of ROUNDS) {
    const { user, segment, launch, states } = await setUp();
    const [launched, removed] = await Promise.all([
      launch({ segment }),
      user.ask(segments.remove, { segment }),
    ]);
    expect([launched.RESULT, removed.RESULT].toSorted()).toEqual([0, 1]);
    expect(await states()).toHaveLength(launched.RESULT);
    if (launched.RESULT === 0) expect(launched.MESSAGE).toBe('That segment was not found.');
  }
});

test('what is not found is named, whether it is unknown or another account’s', async () => {
  const { launch, segment, list, campaign: own } = await setUp();
  const foreign = await setUp();
  const both = async (more: (id: number) => object, theirs: number) => {
    const answers = [await launch(more(theirs)), await launch(more(999_999_999))];
    expect(new Set(answers.map(({ status, MESSAGE }) => `${status} ${MESSAGE}`)).size).toBe(1);
    return answers[0]?.MESSAGE;
  };
  expect(await both((id) => ({ segment: id }), foreign.segment)).toBe('That segment was not found.');
  expect(await both((id) => ({ lists: [id] }), foreign.list)).toBe('That list was not found.');
  expect(await both((id) => ({ lists: [list, id] }), foreign.list)).toBe('One of these lists was not found.');
  expect(await both((id) => ({ campaign: id }), foreign.campaign)).toBe('That campaign was not found.');
  expect(await both((id) => ({ abCampaigns: [own, id] }), foreign.campaign)).toBe(
    'One of these campaigns was not found.',
  );
  expect(await both((id) => ({ channel: String(id) }), foreign.channel)).toBe('That channel was not found.');
  expect((await launch({ segment })).RESULT).toBe(1);
});

test('a test text waits for the deletion of its channel, is refused then, and leaves nothing', async () => {
  const { db, user, channel, campaign: own, accountId } = await setUp();
  const phone = '2125550177';
  const send = () => user.ask(blast.sendTest, { campaign: own, channel: String(channel), phone });
  const { sending } = await db.transaction().execute(async (trx) => {
    await sql`select from channels where account_id = ${accountId} and id = ${channel} for update`.execute(
      trx,
    );
    const waiting = send();
    await untilWaitedFor(db);
    await sql`update channels set deleted_at = now() where account_id = ${accountId} and id = ${channel}`.execute(
      trx,
    );
    return { sending: waiting };
  });
  expect(await sending).toMatchObject({
    RESULT: 0,
    MESSAGE: 'The channel was deleted. Choose another one.',
  });
  const left = await rows(
    db,
    sql<{ n: number }>`
      select (select count(*) from messages where account_id = ${accountId})
        + (select count(*) from contacts where account_id = ${accountId} and phone = '+12125550177') as n`,
  );
  expect(left).toEqual([{ n: 0 }]);
  expect(await send()).toMatchObject({ status: 404, MESSAGE: 'That channel was not found.' });
});

test('a channel waits for the test text that goes out over it', async () => {
  const { db, user, channel, campaign: own, accountId } = await setUp();
  const form = { campaign: own, channel: String(channel), phone: '2125550177' };
  const { sending, removing } = await db.transaction().execute(async (trx) => {
    // The balance comes last: the test text holds its channel meanwhile.
    await sql`select from balances where account_id = ${accountId} for update`.execute(trx);
    const text = user.ask(blast.sendTest, form);
    await untilWaitedFor(db);
    const deletion = user.ask(channels.remove, { channel });
    await untilWaitedFor(db, 2);
    return { sending: text, removing: deletion };
  });
  expect([(await sending).RESULT, (await removing).RESULT]).toEqual([1, 1]);
});

test('its campaign, which cancels it or keeps it from being launched', async () => {
  for (const _round of ROUNDS) {
    const { user, launch, states, ...world } = await setUp();
    const [launched, removed] = await Promise.all([
      launch(),
      user.ask(campaigns.remove, { campaign: world.campaign }),
    ]);
    expect(removed.RESULT).toBe(1);
    expect(await states()).toEqual(launched.RESULT === 1 ? ['cancelled'] : []);
  }
});

test('its channel, which waits for the launch and then sees the blast', async () => {
  const { db, user, channel, accountId, launch } = await setUp();
  const { removing } = await db.transaction().execute(async (trx) => {
    await sql`select from channels where account_id = ${accountId} and id = ${channel} for key share`.execute(
      trx,
    );
    const deletion = user.ask(channels.remove, { channel });
    await untilWaitedFor(db);
    return { removing: deletion, launched: await launch() };
  });
  expect(await removing).toMatchObject({
    RESULT: 0,
    MESSAGE:
      'A blast is still using this channel. Wait until it’s done or cancel it, then delete the channel.',
  });
});

test('the launch waits for the deletion of its channel, and is refused then', async () => {
  const { db, channel, accountId, launch, states } = await setUp();
  const { launching } = await db.transaction().execute(async (trx) => {
    await sql`select from channels where account_id = ${accountId} and id = ${channel} for update`.execute(
      trx,
    );
    const waiting = launch();
    await untilWaitedFor(db);
    await sql`update channels set deleted_at = now() where account_id = ${accountId} and id = ${channel}`.execute(
      trx,
    );
    return { launching: waiting };
  });
  expect(await launching).toMatchObject({
    RESULT: 0,
    MESSAGE: 'The channel was deleted. Choose another one.',
  });
  expect(await states()).toEqual([]);
});

test('a channel is not deleted while a blast over another one waits for its audience', async () => {
  const { user, channel, launch } = await setUp();
  const [first, second] = (await user.ask(channels.list, { search: '' })).values.channels;
  await user.ask(members.add, { phone: '2125550111', list: second?.audience ?? 0 });
  const sent = await launch({ lists: [second?.audience], channel: String(first?.id) });
  expect(sent).toMatchObject({ RESULT: 1 });
  expect(await user.ask(channels.remove, { channel })).toMatchObject({
    RESULT: 0,
    MESSAGE: 'A blast is about to go to this channel’s audience. Cancel it before you delete the channel.',
  });
  await user.ask(blast.setState, { blast: sent.values.blast, state: 'cancelled' });
  expect((await user.ask(channels.remove, { channel })).RESULT).toBe(1);
});
