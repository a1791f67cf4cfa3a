import { calls } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { first, rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { type Person, phones, storeList, storeTag } from '../testing/people.ts';

const harness = useHarness();
let nextCampaign = 5_000;
let nextStep = 50_000;

/** An account with a list of people and a finished campaign of one text. */
async function setUp(people: readonly Person[], text = 'Hello') {
  const { services } = harness();
  const user = await harness().newUser();
  const { accountId } = user;
  const listId = await storeList(services.db, accountId, 'Everybody', people);
  nextCampaign += 1;
  nextStep += 1;
  const campaignId = nextCampaign;
  await storeSketch(services.db, accountId, campaignId, [
    { type: 'final-message', id: nextStep, text },
  ] as never);
  return { services, user, accountId, listId, campaignId };
}

const people = (count: number, from?: number): Person[] => phones(count, from).map((phone) => ({ phone }));

describe('the review', () => {
  it('counts each person once, and the five counts add up', async () => {
    const { services, user, accountId, campaignId, listId } = await setUp([]);
    const plan = await storeTag(services.db, accountId, 'Plan');
    const crowd = phones(10).map((phone, n) => ({
      phone,
      tags: { [plan]: n < 6 ? 'gold' : 'tin' },
      optedOut: n < 2,
    }));
    const one = await storeList(services.db, accountId, 'One', crowd.slice(0, 8));
    const other = await storeList(services.db, accountId, 'Other', crowd.slice(4));
    const answer = await user.ask(calls.blast.review, {
      campaign: campaignId,
      lists: [listId, one, other],
      filters: [{ tag: 'plan', operator: '=', value: 'gold' }],
    });
    expect(answer.body).toMatchObject({
      RESULT: 1,
      LISTCOUNT: 10,
      FILTERCOUNT: 4,
      OPTOUTCOUNT: 2,
      LISTCOUNTDUPLICATE: 0,
      ELLIGIBLECOUNT: 4,
      CREDITSNEEDED: 4,
      QUEUECOUNT: 0,
      BALANCENUMBER: 1000,
      BALANCE: '1,000 credits',
    });
    expect(answer.values?.examples).toHaveLength(3);
    expect(answer.values?.examples[0]?.text).toBe('Hello');
  });

  it('prices each text with its merge tokens filled in', async () => {
    const text = `${'a'.repeat(150)} {%Name|you%}`;
    const { services, user, accountId, campaignId } = await setUp([], text);
    const name = await storeTag(services.db, accountId, 'Name');
    const values = ['Bo', 'A name that is too long', 'Ünal', '日本', '', 'Max\n'];
    const list = await storeList(
      services.db,
      accountId,
      'Named',
      phones(values.length).map((phone, n) => ({ phone, tags: { [name]: values[n] ?? '' } })),
    );
    const answer = await user.ask(calls.blast.review, { campaign: campaignId, lists: [list] });
    // 153, 174, 155, Unicode 153, 154 and 156 units.
    expect(answer.values?.creditsNeeded).toBe(1 + 2 + 1 + 3 + 1 + 1);
  });

  it('means the day of sending where a filter names a day that moves along', async () => {
    const { services, user, accountId, campaignId } = await setUp([]);
    const joined = await storeTag(services.db, accountId, 'Joined');
    const days = ['2088-12-02', '2089-12-31', '2090-01-01', ''];
    const crowd = phones(days.length).map((phone, n) => ({ phone, tags: { [joined]: days[n] ?? '' } }));
    const list = await storeList(services.db, accountId, 'Joined', crowd);
    const filtered = (value: string) => [{ tag: 'Joined', operator: '<=' as const, value }];
    const target = { campaign: campaignId, lists: [list], filters: filtered('{%today-1%}') };
    const schedule = '2090-01-01 09:00:00' as const;
    const eligible = async (form: object) =>
      (await user.ask(calls.blast.review, { ...target, ...form })).values?.eligible;
    expect(await eligible({})).toBe(0);
    expect(await eligible({ schedule })).toBe(2);
    expect(await eligible({ schedule, localTime: true })).toBe(2);
    expect((await user.ask(calls.blast.send, { ...target, schedule })).values?.queued).toBe(2);
  });

  it('sends nothing by a filter whose tag is gone: "is not" would hold for those whom it kept out', async () => {
    const { services, user, accountId, campaignId, listId } = await setUp(people(1));
    const tag = Number(await storeTag(services.db, accountId, 'Wish'));
    const send = (name: string) =>
      user.ask(calls.blast.send, {
        campaign: campaignId,
        lists: [listId],
        filters: [
          { tag: name, operator: '!=', value: 'no news' },
          // Not finished, so it says nothing.
          { tag: '', operator: '=', value: '' },
        ],
      });
    await user.ask(calls.tags.rename, { tag, name: 'Wishes' });
    const refused = await send('Wish');
    expect(refused).toMatchObject({ RESULT: 0, DETAIL: 'inpTagfilter' });
    expect(refused.MESSAGE).toContain('“Wish”');
    expect((await send('WISHES')).values?.queued).toBe(1);
  });

  it('a condition without a value says nothing and is not sent; "is empty" is one of its own', async () => {
    const { services, user, accountId, campaignId } = await setUp([]);
    const city = await storeTag(services.db, accountId, 'Town');
    const towns = ['Rome', ' ', ''];
    const list = await storeList(
      services.db,
      accountId,
      'Towns',
      phones(3).map((phone, n) => ({ phone, tags: { [city]: towns[n] ?? '' } })),
    );
    const form = (operator: '=' | '!=' | 'IS EMPTY' | 'IS NOT EMPTY') => ({
      campaign: campaignId,
      lists: [list],
      filters: [{ tag: 'Town', operator, value: '' }],
    });
    const eligible = async (operator: Parameters<typeof form>[0]) =>
      (await user.ask(calls.blast.review, form(operator))).values?.eligible;
    expect(await eligible('=')).toBe(3);
    expect(await eligible('IS EMPTY')).toBe(2);
    expect(await eligible('IS NOT EMPTY')).toBe(1);
    expect(await user.ask(calls.blast.send, form('!='))).toMatchObject({
      RESULT: 0,
      DETAIL: 'inpTagfilter',
    });
    expect((await user.ask(calls.blast.send, form('IS EMPTY'))).values?.queued).toBe(2);
  });

  it('says how fast the channel sends', async () => {
    const { services, user, accountId, campaignId, listId } = await setUp(people(2));
    const speed = async () =>
      (await user.ask(calls.blast.review, { campaign: campaignId, lists: [listId] })).body;
    expect(await speed()).toMatchObject({ SEGMENTSPERMINUTE: 0, SEGMENTSPERDAY: 0 });
    await sql`update channels set segments_per_second = 20 where account_id = ${accountId}`.execute(
      services.db,
    );
    expect(await speed()).toMatchObject({ SEGMENTSPERMINUTE: 1_200, SEGMENTSPERDAY: 0 });
    await sql`
      update channels set segments_per_minute = 75, segments_per_day = 2000 where account_id = ${accountId}`.execute(
      services.db,
    );
    expect(await speed()).toMatchObject({ SEGMENTSPERMINUTE: 75, SEGMENTSPERDAY: 2_000 });
  });

  it('knows neither lists nor campaigns of others', async () => {
    const mine = await setUp(people(1));
    const theirs = await setUp(people(1, 500_000));
    const foreign = await mine.user.ask(calls.blast.review, {
      campaign: mine.campaignId,
      lists: [theirs.listId],
    });
    const unknown = await mine.user.ask(calls.blast.review, { campaign: mine.campaignId, lists: [987_654] });
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(unknown.body);
    const ofCampaign = (campaign: number) =>
      mine.user.ask(calls.blast.review, { campaign, lists: [mine.listId] });
    const [theirCampaign, noCampaign] = [await ofCampaign(theirs.campaignId), await ofCampaign(987_654)];
    expect(theirCampaign.status).toBe(404);
    expect(theirCampaign.body).toEqual(noCampaign.body);
  });
});

describe('sending', () => {
  it('queues everybody once, reserves the credits, and counts them as blasted from then on', async () => {
    const { services, user, accountId, listId, campaignId } = await setUp(people(50));
    const request = { campaign: campaignId, lists: [listId], schedule: '2099-01-01 10:00:00' };
    const answer = await user.ask(calls.blast.send, request);
    expect(answer.body).toMatchObject({
      RESULT: 1,
      SOURCEBATCHID: campaignId,
      TARGETBATCHID: campaignId,
      LISTCOUNT: 50,
      QUEUEDCOUNT: 50,
      BALANCE: '950 credits',
    });
    const review = await user.ask(calls.blast.review, { campaign: campaignId, lists: [listId] });
    expect(review.body).toMatchObject({ LISTCOUNTDUPLICATE: 50, ELLIGIBLECOUNT: 0, QUEUECOUNT: 50 });
    const balance = await first(
      services.db,
      sql`select balance, reserved, spent, granted from balances where account_id = ${accountId}`,
    );
    expect(balance).toEqual({ balance: 950, reserved: 50, spent: 0, granted: 1000 });
    const progress = await user.ask(calls.blast.progress, { blast: answer.values?.blast ?? 0 });
    expect(progress.values).toMatchObject({ state: 'scheduled', total: 50, queued: 50, sent: 0 });
  });

  it('refuses what the balance does not cover, and stores nothing', async () => {
    const { services, user, accountId, listId, campaignId } = await setUp(people(1_001));
    const answer = await user.ask(calls.blast.send, { campaign: campaignId, lists: [listId] });
    expect(answer).toMatchObject({
      RESULT: 0,
      status: 200,
      MESSAGE: 'This blast needs 1,001 credits, and the balance is 1,000 credits.',
    });
    const left = await first(
      services.db,
      sql<{ count: number }>`
        select (select count(*) from messages where account_id = ${accountId})
          + (select count(*) from blasts where account_id = ${accountId}) as count`,
    );
    expect(left?.count).toBe(0);
  });

  it('refuses deleted and unfinished campaigns', async () => {
    const { services, user, accountId, listId, campaignId } = await setUp(people(1));
    await sql`update campaigns set finished = false where account_id = ${accountId} and id = ${campaignId}`.execute(
      services.db,
    );
    const open = await user.ask(calls.blast.send, { campaign: campaignId, lists: [listId] });
    expect(open.RESULT).toBe(0);
    expect(open.MESSAGE).toContain('is not finished');
    await user.ask(calls.campaigns.remove, { campaign: campaignId });
    const deleted = await user.ask(calls.blast.send, { campaign: campaignId, lists: [listId] });
    expect(deleted).toMatchObject({ RESULT: 0, status: 200 });
    expect(deleted.MESSAGE).toContain('is deleted');
  });

  it('are listed by the days on which they begin, in the account’s zone', async () => {
    const { services, user, accountId, campaignId, listId } = await setUp(people(1));
    await sql`update accounts set time_zone = 'America/New_York' where id = ${accountId}`.execute(
      services.db,
    );
    const send = (schedule: string) =>
      user.ask(calls.blast.send, { campaign: campaignId, lists: [listId], schedule });
    const late = (await send('2031-03-31 23:45:00')).values.blast;
    const next = (await send('2031-04-01 00:00:00')).values.blast;
    const on = async (from: string, to: string) =>
      (await user.ask(calls.blast.list, { from, to })).values.blasts.map((blast) => blast.id);
    expect(await on('2031-03-01', '2031-03-31')).toEqual([late]);
    expect(await on('2031-04-01', '2031-04-30')).toEqual([next]);
    expect(await on('2031-03-31', '2031-04-01')).toEqual([next, late]);
    expect(await on('', '')).toEqual([next, late]);
    expect((await user.post('blast/blastList', { startDate: '2031-02-30' })).status).toBe(400);
  });

  it('are listed on a day from the first of its two midnights on', async () => {
    const { services, user, accountId, campaignId, listId } = await setUp(people(1));
    await sql`update accounts set time_zone = 'America/Havana' where id = ${accountId}`.execute(services.db);
    const { blast } = (
      await user.ask(calls.blast.send, {
        campaign: campaignId,
        lists: [listId],
        schedule: '2099-01-01 10:00:00',
      })
    ).values;
    // 00:30 before the clocks went back from 01:00 to 00:00.
    await sql`
      update blasts set scheduled_for = '2026-11-01T04:30:00Z'
      where account_id = ${accountId} and id = ${blast}`.execute(services.db);
    const on = async (day: string) =>
      (await user.ask(calls.blast.list, { from: day, to: day })).values.blasts.map((each) => each.id);
    expect(await on('2026-11-01')).toEqual([blast]);
    expect(await on('2026-10-31')).toEqual([]);
  });

  it('splits an A/B test evenly', async () => {
    const { services, user, accountId, listId, campaignId } = await setUp(people(31));
    nextCampaign += 1;
    nextStep += 1;
    const other = nextCampaign;
    await storeSketch(services.db, accountId, other, [
      { type: 'final-message', id: nextStep, text: 'B' },
    ] as never);
    await user.ask(calls.blast.send, {
      campaign: campaignId,
      lists: [listId],
      abCampaigns: [other],
      schedule: '2099-01-01 10:00:00',
    });
    const split = await rows(
      services.db,
      sql<{ campaign: number; count: number }>`
        select campaign_id as campaign, count(*) as count from messages
        where account_id = ${accountId} group by campaign_id order by campaign_id`,
    );
    expect(split).toEqual([
      { campaign: campaignId, count: 16 },
      { campaign: other, count: 15 },
    ]);
  });

  it('goes on in the background beyond the first chunk', async () => {
    const { services, user, accountId, listId, campaignId } = await setUp(people(4_500));
    await sql`
      update balances set balance = 9000, granted = 9000 where account_id = ${accountId}`.execute(
      services.db,
    );
    harness().startBackground();
    const request = { campaign: campaignId, lists: [listId], schedule: '2020-01-01 10:00:00' };
    const answer = await user.ask(calls.blast.send, request);
    expect(answer.body).toMatchObject({ RESULT: 1, LISTCOUNT: 4_500, QUEUEDCOUNT: 4_500 });
    const blast = answer.values?.blast ?? 0;
    const done = await eventually(async () => {
      const { values } = await user.ask(calls.blast.progress, { blast });
      return values?.state === 'done' && values.delivered === 4_500 && values;
    });
    expect(done).toMatchObject({
      total: 4_500,
      queued: 0,
      failed: 0,
      unknown: 0,
      skipped: 0,
      credits: 4_500,
    });
    const balance = await first(
      services.db,
      sql`select balance, reserved, spent from balances where account_id = ${accountId}`,
    );
    expect(balance).toEqual({ balance: 4_500, reserved: 0, spent: 4_500 });
    const { values } = await user.ask(calls.blast.reasons, { blast });
    expect(values?.reasons).toEqual([{ status: 'delivered', reason: '', code: '', count: 4_500 }]);
  });
});
