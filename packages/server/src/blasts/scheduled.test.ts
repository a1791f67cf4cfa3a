import { calls } from '@parley/contract';
import { flowOf } from '@parley/engine';
import { describe, expect, it } from 'vitest';
import { toJson } from '../flow/store.ts';
import { manualClock } from '../platform/clock.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList, storeTag } from '../testing/people.ts';
import { untilWaitedFor } from '../testing/waits.ts';

const START = '2026-03-02T12:00:00Z';
const clock = manualClock(START);
const harness = useHarness({ clock });
const { account, blast, campaigns, lists, members, optouts, tags } = calls;
let nextCampaign = 8_000;
let background = false;

const AT = '2026-03-02T15:00:00Z';
const SCHEDULE = '2026-03-02 15:00:00' as const;

/**
 * An account with a list of some people and a finished campaign of one text; every test starts at {@link
 * START}.
 */
async function setUp(count: number, texts: readonly string[] = ['Price $10']) {
  clock.set(START);
  if (!background) harness().startBackground();
  background = true;
  const { services } = harness();
  const user = await harness().newUser();
  const { accountId } = user;
  const settings = { accountName: 'Shop', contactInfo: '', phone: '2125550199', mfaEnabled: false };
  await user.ask(account.save, { ...settings, timeZone: 'UTC' });
  const crowd = phones(count).map((phone) => ({ phone }));
  const list = await storeList(services.db, accountId, 'Everybody', crowd);
  const campaigns = [];
  for (const text of texts) campaigns.push(await newCampaign(accountId, text));
  return { services, user, accountId, list, campaigns, campaign: campaigns[0] ?? 0 };
}

type World = Awaited<ReturnType<typeof setUp>>;

async function newCampaign(accountId: number, text: string): Promise<number> {
  nextCampaign += 1;
  await storeSketch(harness().services.db, accountId, nextCampaign, [textStep(nextCampaign, text)] as never);
  return nextCampaign;
}

const textStep = (campaign: number, text: string) => ({ type: 'final-message', id: campaign * 10, text });

/** Another text, as the editor saves it; null: one that does not pass the check. */
async function write(accountId: number, campaign: number, text: string | null) {
  const { db } = harness().services;
  const [step] = flowOf(campaign, [textStep(campaign, text ?? '')] as never).steps;
  if (!step) throw new Error('A flow of one step has a step.');
  await sql`
    with step as (
      update steps set step = ${toJson(step)}::jsonb where account_id = ${accountId} and campaign_id = ${campaign}
    )
    update campaigns set version = version + 1, finished = ${text !== null}
    where account_id = ${accountId} and id = ${campaign}`.execute(db);
}

const schedule = async ({ user, list, campaign }: World, more: object = {}) => {
  const answer = await user.ask(blast.send, { campaign, lists: [list], schedule: SCHEDULE, ...more });
  expect(answer).toMatchObject({ RESULT: 1 });
  return answer.values;
};

const progress = async ({ user }: World, id: number) =>
  (await user.ask(blast.progress, { blast: id })).values;
const reached = (world: World, id: number, state: string) =>
  eventually(async () => {
    const found = await progress(world, id);
    return found.state === state ? found : undefined;
  });
const balance = ({ services, accountId }: World) =>
  first(
    services.db,
    sql<{ balance: number; reserved: number; spent: number }>`
      select balance, reserved, spent from balances where account_id = ${accountId}`,
  );
const sent = ({ services, accountId }: World) =>
  rows(
    services.db,
    sql<{ phone: string; body: string; campaign: number }>`
      select c.phone, m.body, m.campaign_id as campaign from messages m
      join contacts c on c.account_id = m.account_id and c.id = m.contact_id
      where m.account_id = ${accountId} and m.origin = 'blast' and m.status not in ('queued', 'skipped') order by c.phone`,
  );

describe('a scheduled blast', () => {
  it('queues and reserves from the moment it is scheduled, and at its time takes texts, lists, tags and opt-outs as they are then', async () => {
    const world = await setUp(3, ['Price $10']);
    const { services, user, accountId, list, campaign } = world;
    const city = await storeTag(services.db, accountId, 'City');
    const [leaves, stops, moves] = phones(3) as [string, string, string];
    for (const phone of [leaves, stops, moves])
      await sql`
        update contacts set tags = jsonb_build_object(${city}::text, 'Rome') where account_id = ${accountId} and phone = ${phone}`.execute(
        services.db,
      );
    const { blast: id } = await schedule(world, { filters: [{ tag: 'City', operator: '=', value: 'rome' }] });
    expect(await progress(world, id)).toMatchObject({ state: 'scheduled', total: 3, queued: 3 });
    expect(await balance(world)).toMatchObject({ balance: 997, reserved: 3 });
    const review = (await user.ask(blast.review, { campaign, lists: [list] })).values;
    expect(review).toMatchObject({ queued: 3, duplicates: 3, eligible: 0 });

    await write(accountId, campaign, 'Price $12');
    await user.ask(members.remove, { phone: leaves, list });
    await user.ask(optouts.record, { phone: stops });
    await user.ask(tags.setValue, { contact: await contactOf(world, moves), tag: 'City', value: 'Oslo' });
    for (const phone of ['2125557001', '2125557002']) {
      await user.ask(members.add, { phone, list });
      const contact = await contactOf(world, `+1${phone}`);
      await user.ask(tags.setValue, { contact, tag: 'City', value: 'Rome' });
    }

    clock.set(AT);
    expect(await reached(world, id, 'done')).toMatchObject({ total: 2, queued: 0, failed: 0, credits: 2 });
    expect((await sent(world)).map(({ phone, body }) => `${phone} ${body}`)).toEqual([
      '+12125557001 Price $12',
      '+12125557002 Price $12',
    ]);
    expect(await balance(world)).toEqual({ balance: 998, reserved: 0, spent: 2 });
    const { reasons } = (await user.ask(blast.reasons, { blast: id })).values;
    const leftOut = reasons.filter(({ status }) => status === 'not queued');
    expect(leftOut.map(({ reason, count }) => `${reason} ${count}`).sort()).toEqual([
      'filtered 1',
      'opted-out 1',
    ]);
  });

  it('splits an A/B test anew', async () => {
    const world = await setUp(4, ['A', 'B']);
    const { user, list, campaigns: both } = world;
    const { blast: id } = await schedule(world, { abCampaigns: both });
    for (let n = 0; n < 4; n += 1) await user.ask(members.add, { phone: `212555710${n}`, list });
    clock.set(AT);
    expect(await reached(world, id, 'done')).toMatchObject({ total: 8, credits: 8 });
    const texts = (await sent(world)).map(({ body }) => body);
    expect([texts.filter((text) => text === 'A').length, texts.length]).toEqual([4, 8]);
  });

  it('to a list that is empty until its time reaches those who join before', async () => {
    const world = await setUp(0);
    const { blast: id } = await schedule(world);
    expect(await progress(world, id)).toMatchObject({ state: 'scheduled', total: 0 });
    await world.user.ask(members.add, { phone: '2125557201', list: world.list });
    clock.set(AT);
    expect(await reached(world, id, 'done')).toMatchObject({ total: 1, credits: 1 });
  });

  it('that cannot be paid any more pauses itself, says why, and starts when it is resumed with credits', async () => {
    const world = await setUp(2);
    const { services, user, accountId, list } = world;
    const { blast: id } = await schedule(world);
    await sql`update balances set balance = 0, spent = spent + balance where account_id = ${accountId}`.execute(
      services.db,
    );
    for (const phone of ['2125557301', '2125557302']) await user.ask(members.add, { phone, list });
    clock.set(AT);
    const paused = await reached(world, id, 'paused');
    expect(paused.pauseReason).toContain(
      'It needs 4 credits now. It has 2 credits reserved, and the balance is 0 credits.',
    );
    expect(await balance(world)).toMatchObject({ balance: 0, reserved: 2 });
    const { runningBlasts } = (await user.ask(account.overview, {})).values.overview;
    expect(runningBlasts).toMatchObject([{ id, pauseReason: paused.pauseReason }]);
    const { acts } = (await user.ask(calls.audit.list, {})).values;
    expect(acts[0]).toMatchObject({ act: 'blast-not-started', detail: paused.pauseReason });
    expect(await sent(world)).toEqual([]);

    await sql`update balances set balance = 10, granted = granted + 10 where account_id = ${accountId}`.execute(
      services.db,
    );
    await user.ask(blast.setState, { blast: id, state: 'running' });
    expect(await reached(world, id, 'done')).toMatchObject({ total: 4, credits: 4 });
    expect(await balance(world)).toMatchObject({ balance: 8, reserved: 0 });
  });

  it('whose campaign has an error at its time pauses itself; mended and resumed it sends', async () => {
    const world = await setUp(1);
    const { accountId, campaign, user } = world;
    const { blast: id } = await schedule(world);
    await write(accountId, campaign, null);
    clock.set(AT);
    expect((await reached(world, id, 'paused')).pauseReason).toContain('is not finished');
    await write(accountId, campaign, 'Mended');
    await user.ask(blast.setState, { blast: id, state: 'running' });
    await reached(world, id, 'done');
    expect((await sent(world)).map(({ body }) => body)).toEqual(['Mended']);
  });

  it('whose campaign is deleted is cancelled and says so', async () => {
    const world = await setUp(2);
    const { campaign, user } = world;
    const { blast: id } = await schedule(world);
    await user.ask(campaigns.remove, { campaign, isTemplate: false });
    expect(await progress(world, id)).toMatchObject({
      state: 'cancelled',
      pauseReason: 'Its campaign was deleted.',
    });
    expect(await balance(world)).toMatchObject({ balance: 1000, reserved: 0 });
    const { acts } = (await user.ask(calls.audit.list, {})).values;
    expect(acts.map(({ act }) => act)).toContain('blast-cancelled');
    clock.set(AT);
    const skipped = await eventually(async () => {
      const found = await progress(world, id);
      return found.queued === 0 && found;
    });
    expect(skipped).toMatchObject({ state: 'cancelled', skipped: 2 });
  });

  it('keeps its list from being deleted; a tag that has another name since is found', async () => {
    const world = await setUp(1);
    const { services, accountId, list, user } = world;
    const city = Number(await storeTag(services.db, accountId, 'City'));
    const { blast: id } = await schedule(world, {
      filters: [{ tag: 'City', operator: 'IS EMPTY', value: '' }],
    });
    expect(await user.ask(lists.remove, { list })).toMatchObject({ RESULT: 0 });
    await user.ask(tags.rename, { tag: city, name: 'Town' });
    clock.set(AT);
    expect(await reached(world, id, 'done')).toMatchObject({ total: 1, credits: 1 });
  });

  it('whose filter has lost its tag pauses itself', async () => {
    const world = await setUp(1);
    const { services, accountId, user } = world;
    const city = Number(await storeTag(services.db, accountId, 'City'));
    const { blast: id } = await schedule(world, {
      filters: [{ tag: 'City', operator: '!=', value: 'Rome' }],
    });
    await user.ask(tags.remove, { tag: city });
    clock.set(AT);
    expect((await reached(world, id, 'paused')).pauseReason).toContain('“City”');
    await user.ask(blast.setState, { blast: id, state: 'cancelled' });
    expect(await balance(world)).toMatchObject({ reserved: 0 });
  });

  it('that is paused over its time starts when it is resumed, with the people of then', async () => {
    const world = await setUp(1);
    const { list, user } = world;
    const { blast: id } = await schedule(world);
    await user.ask(blast.setState, { blast: id, state: 'paused' });
    clock.set('2026-03-02T16:00:00Z');
    await user.ask(members.add, { phone: '2125557401', list });
    expect(await progress(world, id)).toMatchObject({ state: 'paused', total: 1 });
    await user.ask(blast.setState, { blast: id, state: 'running' });
    expect(await reached(world, id, 'done')).toMatchObject({ total: 2, credits: 2 });
  });

  it('and one that goes out at once with the same campaign reach nobody twice', async () => {
    const world = await setUp(3);
    const { user, list, campaign, services, accountId } = world;
    const { blast: id } = await schedule(world);
    const more = await storeList(
      services.db,
      accountId,
      'More',
      phones(6).map((phone) => ({ phone })),
    );
    const now = (await user.ask(blast.send, { campaign, lists: [more], schedule: '2020-01-01 00:00:00' }))
      .values;
    expect(now.queued).toBe(3);
    await reached(world, now.blast, 'done');
    // Whom the other one has reached joins this one's list.
    for (const phone of phones(6)) await user.ask(members.add, { phone: phone.slice(2), list });
    clock.set(AT);
    expect(await reached(world, id, 'done')).toMatchObject({ total: 3, credits: 3 });
    const got = (await sent(world)).map(({ phone }) => phone);
    expect([got.length, new Set(got).size]).toEqual([6, 6]);
  });
});

async function contactOf({ services, accountId }: World, phone: string): Promise<number> {
  const row = await first(
    services.db,
    sql<{ id: number }>`select id from contacts where account_id = ${accountId} and phone = ${phone}`,
  );
  return row?.id ?? 0;
}

it('is named where its campaign is edited until it starts, and the header hears of what it reserves', async () => {
  const world = await setUp(2, ['A', 'B']);
  const { user, campaigns: both, services, accountId } = world;
  const told: number[] = [];
  const leave = services.live.listen(accountId, (message) => {
    if (message.type === 'balance') told.push(message.balance);
  });
  const { blast: id } = await schedule(world, { abCampaigns: both });
  const named = async (campaign = 0) =>
    (await user.ask(blast.scheduled, { campaign })).values.blasts.map((each) => each);
  const expected = [{ id, campaign: both[0], at: '2026-03-02T15:00:00.000Z', localTime: '', queued: 2 }];
  expect(await named(both[0])).toEqual(expected);
  expect(await named(both[1])).toEqual(expected);
  expect(await named(await newCampaign(accountId, 'C'))).toEqual([]);
  await eventually(() => told.at(-1) === 998);
  clock.set(AT);
  await reached(world, id, 'done');
  expect(await named(both[0])).toEqual([]);
  leave();
});

it('is seen by whoever deletes its list while it is launched', async () => {
  const world = await setUp(1);
  const { user, services, accountId, list } = world;
  const { removing } = await services.db.transaction().execute(async (trx) => {
    await sql`select from lists where account_id = ${accountId} and id = ${list} for key share`.execute(trx);
    const deletion = user.ask(lists.remove, { list });
    await untilWaitedFor(services.db);
    await schedule(world);
    return { removing: deletion };
  });
  expect(await removing).toMatchObject({
    RESULT: 0,
    MESSAGE: 'A blast is about to go to this list. Cancel it before you delete the list.',
  });
});
