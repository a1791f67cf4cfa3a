import { calls } from '@parley/contract';
import { expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { first, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList, storeTag } from '../testing/people.ts';
import { mostDifferent } from './most-different-texts.ts';

// 15:00 in New York, 12:00 in Los Angeles, 07:00 in Auckland.
const clock = manualClock('2026-03-10T19:00:00Z');
const harness = useHarness({ clock });
let next = 300;

async function account(people: { phone: string; tags?: Record<string, string> }[], text: string) {
  const { db } = harness().services;
  const user = await harness().newUser();
  const { accountId } = user;
  const name = await storeTag(db, accountId, 'Name');
  const list = await storeList(
    db,
    accountId,
    'All',
    people.map(({ phone, tags }) => ({ phone, tags: tags?.Name ? { [name]: tags.Name } : {} })),
  );
  next += 1;
  const campaign = next;
  await storeSketch(db, accountId, campaign, [{ type: 'final-message', id: campaign * 10, text }] as never);
  const ask = async (schedule = '2020-01-01 00:00:00') =>
    (await user.ask(calls.blast.preflight, { campaign, lists: [list], schedule })).values;
  return { db, user, accountId, list, campaign, ask };
}

it('counts segments exactly, names missing values and links, and shows texts that differ', async () => {
  const people = phones(60).map((phone, n) => {
    if (n < 5) return { phone };
    return { phone, tags: { Name: n === 59 ? 'x'.repeat(150) : 'Ann' } };
  });
  const { ask } = await account(people, 'Hi {%Name%}, look at https://example.com/spring.');
  const found = await ask();
  expect(found?.segments).toBe(61);
  expect(found?.missing).toEqual([{ tag: 'Name', count: 5 }]);
  expect(found?.links).toEqual([{ url: 'https://example.com/spring' }]);
  expect(found?.repeated).toBe(0);
  const texts = found?.examples.map(({ text }) => text) ?? [];
  expect(texts).toHaveLength(3);
  expect(texts[0]).toContain('xxx');
  expect(found?.examples[0]).toMatchObject({ credits: 2, segments: 2 });
  expect(texts.some((text) => text.startsWith('Hi ,'))).toBe(true);
  expect(texts.some((text) => text.startsWith('Hi Ann,'))).toBe(true);
});

it('refuses what the launch refuses, in the same words', async () => {
  const { db, user, accountId, list, campaign } = await account(
    phones(2).map((phone) => ({ phone })),
    'Hi',
  );
  const form = { campaign, lists: [list], schedule: '2020-01-01 00:00:00' };
  const refused = async (changed: object = {}) => {
    const [before, launch] = [
      await user.ask(calls.blast.preflight, { ...form, ...changed }),
      await user.ask(calls.blast.send, { ...form, ...changed }),
    ];
    expect([before.RESULT, launch.RESULT]).toEqual([0, 0]);
    expect([before.MESSAGE, before.DETAIL]).toEqual([launch.MESSAGE, launch.DETAIL]);
    return before.MESSAGE;
  };
  expect(await refused({ filters: [{ tag: 'Name', operator: '=', value: '' }] })).toContain(
    'has no value yet',
  );
  await sql`
    update campaigns set finished = false where account_id = ${accountId} and id = ${campaign}`.execute(db);
  await sql`
    update flow_versions set finished = false where account_id = ${accountId} and campaign_id = ${campaign}`.execute(
    db,
  );
  expect(await refused()).toMatch(/not finished|has errors by now/);
});

it('counts whom quiet hours would hold at the moment of the schedule', async () => {
  const east = phones(4).map((phone) => ({ phone }));
  const west = ['+13105550111', '+13105550112', '+14155550113'].map((phone) => ({ phone }));
  const { db, accountId, ask } = await account([...east, ...west], 'Hi');
  await sql`update accounts set time_zone = 'America/New_York' where id = ${accountId}`.execute(db);
  expect((await ask())?.held).toBe(0);
  await sql`
    update channels set usual_quiet_hours = false, quiet_from = 8, quiet_to = 21 where account_id = ${accountId}`.execute(
    db,
  );
  // 09:00 in New York is 06:00 in California. The rules of a channel are remembered for a moment.
  await expect.poll(async () => (await ask('2026-03-11 09:00:00'))?.held).toBe(3);
  expect((await ask())?.held).toBe(0);
  expect((await ask('2026-03-11 23:00:00'))?.held).toBe(4);
});

it('counts who got this text in the last 24 hours from another campaign', async () => {
  const { db, user, accountId, list, campaign, ask } = await account(
    phones(12).map((phone) => ({ phone, tags: { Name: 'Ann' } })),
    'Hi {%Name%}, 20% off',
  );
  const channel = await first(
    db,
    sql<{ id: number }>`select id from channels where account_id = ${accountId}`,
  );
  const store = (body: string, hoursAgo: number, offset: number, count: number) =>
    sql`
      insert into messages (account_id, id, channel_id, contact_id, origin, status, body, created_at, sent_at)
      select ${accountId}, 900000 + ${offset} + c.id, ${channel?.id}, c.id, 'flow', 'delivered', ${body},
        ${new Date(clock.now().getTime() - hoursAgo * 3_600_000)}, null
      from (select id from contacts where account_id = ${accountId} order by id offset ${offset} limit ${count}) c`.execute(
      db,
    );
  await store('Hi Bob, 20% off', 3, 0, 4);
  await store('Hi Bob, 20% off', 30, 4, 4);
  await store('Hi Bob, 20 dollars off', 3, 8, 4);
  expect((await ask())?.repeated).toBe(4);
  const other = await harness().newUser();
  expect((await other.ask(calls.blast.preflight, { campaign, lists: [list] })).status).toBe(404);
  expect(user.accountId).toBe(accountId);
});

it('chooses another campaign before another price before other words', () => {
  const text = (words: string, credits: number, campaign: number) => ({ text: words, credits, campaign });
  const chosen = mostDifferent(
    [text('a b', 1, 1), text('a c', 1, 1), text('a b', 1, 1), text('long', 3, 1), text('a b', 1, 2)],
    3,
  );
  expect(chosen).toEqual([text('long', 3, 1), text('a b', 1, 2), text('a b', 1, 1)]);
});

it('warns of an opt-in that people come to before they have said anything, though the campaign has a keyword', async () => {
  const { db, user, accountId, list } = await account([{ phone: '+12125550199' }], 'Hi');
  const warns = async (id: number, ...steps: Record<string, unknown>[]) => {
    const numbered = steps.map((step, n) => ({ ...step, id: id * 10 + n }));
    await storeSketch(db, accountId, id, numbered as never, `WORD${id}`);
    const form = { campaign: id, lists: [list], schedule: '2020-01-01 00:00:00' };
    return (await user.ask(calls.blast.preflight, form)).values.optsInSilently;
  };
  const hello = { type: 'message', text: 'Hello' };
  const optIn = { type: 'opt-in', list };
  const question = { type: 'open-question', text: 'Shall we write to you?' };
  expect(await warns(391, hello, optIn)).toBe(true);
  expect(await warns(392, question, optIn)).toBe(false);
  expect(await warns(393, hello)).toBe(false);
});
