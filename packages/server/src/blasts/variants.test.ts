import { calls } from '@parley/contract';
import { RATE_LIMIT_PRESETS } from '@parley/rules/rate-limit-presets.ts';
import { expect, it } from 'vitest';
import { first, rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';

const harness = useHarness();

it('compares the campaigns of an A/B blast: each person counts once, for the campaign they got', async () => {
  harness().startBackground();
  const { db } = harness().services;
  const user = await harness().newUser();
  const { accountId } = user;
  const list = await storeList(
    db,
    accountId,
    'All',
    phones(20).map((phone) => ({ phone })),
  );
  for (const id of [41, 42])
    await storeSketch(db, accountId, id, [
      { type: 'final-message', id: id * 10, text: `Text ${id}` },
    ] as never);
  const sent = await user.ask(calls.blast.send, {
    campaign: 41,
    abCampaigns: [41, 42],
    lists: [list],
    schedule: '2020-01-01 00:00:00',
  });
  const blast = sent.values?.blast ?? 0;
  await eventually(
    () => user.ask(calls.blast.progress, { blast }),
    (seen) => seen.values?.delivered === 20,
  );
  const people = await rows(
    db,
    sql<{ id: number; phone: string; campaign: number }>`
      select c.id, c.phone, m.campaign_id as campaign from messages m
      join contacts c on c.account_id = ${accountId} and c.id = m.contact_id
      where m.account_id = ${accountId} and m.origin = 'blast' order by m.id`,
  );
  const first = people.filter(({ campaign }) => campaign === 41);
  const second = people.filter(({ campaign }) => campaign === 42);
  const say = (phone: string, text: string) => user.ask(calls.simulator.phoneSend, { phone, text });
  for (const { phone } of first.slice(0, 4)) await say(phone, 'Nice');
  await say(first[0]?.phone ?? '', 'Really nice');
  await say(second[0]?.phone ?? '', 'Hm');
  for (const { phone } of second.slice(1, 3)) await say(phone, 'STOP');
  await sql`
    insert into short_links (account_id, id, name, url, created_at)
    values (${accountId}, 5, 'L', 'https://example.com', ${new Date()})`.execute(db);
  for (const { id } of [...second.slice(5, 8), ...second.slice(5, 6)])
    await sql`
      insert into link_clicks (account_id, link_id, contact_id, campaign_id, blast_id, kind, at)
      values (${accountId}, 5, ${id}, 42, ${blast}, 'person', ${new Date()})`.execute(db);

  const { values } = await user.ask(calls.delivery.variants, { blast });
  expect(values?.variants).toEqual([
    { campaign: 41, name: 'Campaign 41', people: 10, reached: 10, replied: 4, clicked: 0, optedOut: 0 },
    { campaign: 42, name: 'Campaign 42', people: 10, reached: 10, replied: 1, clicked: 3, optedOut: 2 },
  ]);
  const other = await harness().newUser();
  expect((await other.ask(calls.delivery.variants, { blast })).status).toBe(404);
});

it('the campaigns of an A/B blast add up to its figures, whatever people did afterwards', async () => {
  harness().startBackground();
  const { db } = harness().services;
  const user = await harness().newUser();
  await user.ask(calls.channels.add, { name: 'Second' });
  const [, second] = (await user.ask(calls.channels.list, {})).values.channels;
  const people = phones(6);
  const list = await storeList(
    db,
    user.accountId,
    'All',
    people.map((phone) => ({ phone })),
  );
  for (const id of [51, 52, 53])
    await storeSketch(db, user.accountId, id, [{ type: 'final-message', id: id * 10, text: 'Hi' }] as never);
  const send = async (campaign: number, abCampaigns: number[]) => {
    const form = { campaign, abCampaigns, lists: [list], schedule: '2020-01-01 00:00:00' };
    const blast = (await user.ask(calls.blast.send, form)).values?.blast ?? 0;
    await eventually(
      () => user.ask(calls.blast.progress, { blast }),
      (seen) => seen.values?.queued === 0,
    );
    return blast;
  };
  const [back, elsewhere, later, byHand, gone, changed] = people as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const say = (phone: string, text: string, channel = '') =>
    user.ask(calls.simulator.phoneSend, { phone, text, channel });
  const blast = await send(51, [51, 52]);
  await say(back, 'STOP');
  await say(back, 'START');
  await say(elsewhere, 'Nice', second?.number);
  await user.ask(calls.optouts.record, { phone: byHand, source: 'phone', note: '' });
  await say(gone, 'Stop');
  await say(changed, 'STOP', second?.number);
  await user.ask(calls.members.erase, { contact: await idOf(user.accountId, gone), phone: gone });
  await send(53, []);
  await say(later, 'This answers the second');

  const { replied, optedOut } = (await user.ask(calls.blast.progress, { blast })).values;
  expect([replied, optedOut]).toEqual([2, 3]);
  const { variants } = (await user.ask(calls.delivery.variants, { blast })).values;
  expect(variants.map((each) => [each.replied, each.optedOut])).toEqual([
    [1, 2],
    [1, 1],
  ]);
});

const idOf = async (accountId: number, phone: string) =>
  (
    await first(
      harness().services.db,
      sql<{ id: number }>`select id from contacts where account_id = ${accountId} and phone = ${phone}`,
    )
  )?.id ?? 0;

it('counts who wrote back to a blast and who opted out, once each, also when nothing waited for an answer', async () => {
  harness().startBackground();
  const { db } = harness().services;
  const user = await harness().newUser();
  const [ann, bob, cora, dan] = phones(4) as [string, string, string, string];
  const list = await storeList(
    db,
    user.accountId,
    'All',
    [ann, bob, cora].map((phone) => ({ phone })),
  );
  const send = async (campaign: number) => {
    await storeSketch(db, user.accountId, campaign, [
      { type: 'final-message', id: campaign * 10, text: 'Hi' },
    ] as never);
    const form = { campaign, lists: [list], schedule: '2020-01-01 00:00:00' };
    const blast = (await user.ask(calls.blast.send, form)).values?.blast ?? 0;
    await eventually(
      () => user.ask(calls.blast.progress, { blast }),
      (seen) => seen.values?.queued === 0,
    );
    return blast;
  };
  const say = (phone: string, text: string) => user.ask(calls.simulator.phoneSend, { phone, text });
  const figures = async (blast: number) => {
    const { replied, optedOut } = (await user.ask(calls.blast.progress, { blast })).values;
    return { replied, optedOut };
  };
  const before = await send(43);
  await say(ann, 'Nice');
  await say(ann, 'Really');
  await say(bob, 'STOP');
  await say(dan, 'Never got it');
  expect(await figures(before)).toEqual({ replied: 1, optedOut: 1 });
  const after = await send(44);
  await say(ann, 'Again');
  await say(cora, 'Hm');
  await say(cora, 'STOP');
  await say(cora, 'START');
  await say(cora, 'STOP');
  await user.ask(calls.optouts.record, { phone: ann, source: 'phone', note: '' });
  expect(await figures(before)).toEqual({ replied: 1, optedOut: 1 });
  expect(await figures(after)).toEqual({ replied: 2, optedOut: 1 });
});

it('keeps a channel’s pace and refuses what makes no sense', async () => {
  const user = await harness().newUser();
  const [channel] = (await user.ask(calls.channels.list, {})).values.channels;
  const id = channel?.id ?? 0;
  expect((await user.ask(calls.delivery.loadPace, { channel: id })).values).toEqual({
    perSecond: 0,
    perMinute: 0,
    perDay: 0,
    dayZone: 'America/Los_Angeles',
    preset: '',
    timeToLiveMinutes: 0,
  });
  const preset = RATE_LIMIT_PRESETS[2];
  const pace = {
    perSecond: preset?.perSecond ?? 0,
    perMinute: preset?.perMinute ?? 0,
    perDay: preset?.perDay ?? 0,
    dayZone: 'UTC',
    preset: preset?.key ?? '',
    timeToLiveMinutes: 30,
  };
  expect((await user.ask(calls.delivery.savePace, { channel: id, ...pace })).RESULT).toBe(1);
  expect((await user.ask(calls.delivery.loadPace, { channel: id })).values).toEqual(pace);
  const refused = [
    [{ dayZone: 'Mars' }, 'DAYZONE'],
    [{ preset: 'rocket' }, 'PRESET'],
    [{ timeToLiveMinutes: 1 }, 'TIMETOLIVEMINUTES'],
    [{ perSecond: -1 }, 'SEGMENTSPERSECOND'],
  ] as const;
  for (const [change, detail] of refused)
    expect(await user.ask(calls.delivery.savePace, { channel: id, ...pace, ...change })).toMatchObject({
      status: 400,
      DETAIL: detail,
    });
  const other = await harness().newUser();
  expect((await other.ask(calls.delivery.savePace, { channel: id, ...pace })).status).toBe(404);
  expect((await other.ask(calls.delivery.loadPace, { channel: id })).status).toBe(404);
});
