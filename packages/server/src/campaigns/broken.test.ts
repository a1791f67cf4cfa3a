import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound, startConversation } from '../conversation/index.ts';
import { manualClock } from '../platform/clock.ts';
import { sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { noteReached } from './note-errors.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { account, campaigns, lists, tags } = calls;

test('a live campaign whose tag is renamed and whose list is deleted says so, and counts what it could not do', async () => {
  const user = await harness().newUser();
  const { services } = harness();
  const channelId = (await firstChannel(services.db, user.accountId))?.id ?? 0;
  const tag = (await user.ask(tags.add, { name: 'City' })).values.id;
  const list = (await user.ask(lists.add, { name: 'VIP' })).values.id;
  await storeSketch(
    services.db,
    user.accountId,
    1,
    [
      { id: 4, type: 'open-question', text: 'Your city?' },
      { id: 1, type: 'tag', tag: 'City' },
      { id: 2, type: 'notification', list, text: 'Somebody joined' },
      { id: 3, type: 'final-message', text: 'Thanks' },
    ] as never,
    'JOIN',
  );
  let texts = 0;
  const join = async () => {
    texts += 1;
    for (const text of ['JOIN', 'Boston']) {
      clock.advance(60_000);
      const incoming = { accountId: user.accountId, channelId, phone: `+1212555330${texts}`, text };
      await receiveInbound(services, { ...incoming, at: clock.now(), carrierMessageId: `b${texts}${text}` });
    }
  };
  const shown = async () => {
    const [row] = (await user.ask(campaigns.list, {})).values.campaigns;
    const { broken } = (await user.ask(account.overview, {})).values.overview.attention;
    return { running: row?.running, faults: row?.faults, fault: row?.fault, broken };
  };
  await join();
  expect(await shown()).toEqual({ running: true, faults: 0, fault: '', broken: 0 });
  await user.ask(tags.rename, { tag, name: 'Town' });
  expect(await shown()).toMatchObject({ running: true, broken: 1 });
  await join();
  expect(await shown()).toMatchObject({ faults: 1, fault: 'There is no tag “City”; nothing was stored.' });
  await user.ask(lists.remove, { list });
  await join();
  expect(await shown()).toMatchObject({ faults: 3, broken: 1 });
  const { rows } = await services.pool.query(
    `select raw from events where account_id = $1 and kind = 'fault' and raw like 'List%'`,
    [user.accountId],
  );
  expect(rows).toEqual([{ raw: `List ${list} is gone; nobody was notified.` }]);
});

test('people who begin a campaign with errors by keyword or trigger are counted on its card, on Welcome and, the day after, in the history', async () => {
  const user = await harness().newUser();
  const { services } = harness();
  const { db } = services;
  const { accountId } = user;
  const channelId = (await firstChannel(db, accountId))?.id ?? 0;
  await user.ask(tags.add, { name: 'Color' });
  const steps = [
    { id: 1, type: 'tag', tag: 'Color' },
    { id: 2, type: 'final-message', text: 'Thanks' },
  ];
  await storeSketch(db, accountId, 1, steps as never, 'PAINT');
  const texting = (phone: string, n: number) => {
    clock.advance(1_000);
    const incoming = { accountId, channelId, phone, text: 'PAINT' };
    return receiveInbound(services, { ...incoming, at: clock.now(), carrierMessageId: `c${n}` });
  };
  const triggered = (phone: string) =>
    startConversation(services, {
      accountId,
      campaignId: 1,
      channelId: null,
      phone,
      variables: {},
      by: 'api',
    });
  const shown = async () => {
    const [row] = (await user.ask(campaigns.list, {})).values.campaigns;
    const { broken, reachedByBroken } = (await user.ask(account.overview, {})).values.overview.attention;
    return { reached: row?.reached, running: row?.running, broken, reachedByBroken };
  };
  const history = async () => {
    const stored = sql<Record<string, string>>`
      select action, name, detail, actor from audit_log
      where account_id = ${accountId} and action = 'reached-with-errors'`;
    return (await stored.execute(db)).rows;
  };
  await texting('+12125553401', 1);
  expect(await shown()).toEqual({ reached: 0, running: true, broken: 0, reachedByBroken: 0 });
  const { tags: found } = (await user.ask(tags.list, {})).values;
  const tag = found.find(({ name }) => name === 'Color')?.id ?? 0;
  await user.ask(tags.rename, { tag, name: 'Colour' });
  await texting('+12125553401', 2);
  await texting('+12125553401', 3);
  await texting('+12125553402', 4);
  await triggered('+12125553403');
  expect(await shown()).toEqual({ reached: 3, running: true, broken: 1, reachedByBroken: 3 });
  await noteReached(services);
  expect(await history()).toEqual([]);
  await sql`delete from keywords where account_id = ${accountId}`.execute(db);
  expect(await shown()).toEqual({ reached: 3, running: false, broken: 1, reachedByBroken: 3 });
  await user.ask(tags.rename, { tag, name: 'Color' });
  expect(await shown()).toMatchObject({ reached: 0, broken: 0, reachedByBroken: 0 });
  clock.advance(24 * 3_600_000);
  await Promise.all([noteReached(services), noteReached(services)]);
  await noteReached(services);
  expect(await history()).toEqual([
    {
      action: 'reached-with-errors',
      name: 'Campaign 1',
      detail: '3 people reached it on March 10',
      actor: '',
    },
  ]);
});
