import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound } from '../conversation/index.ts';
import { manualClock } from '../platform/clock.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';

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
  expect(await shown()).toMatchObject({ faults: 1, fault: 'There is no tag "City"; nothing was stored.' });
  await user.ask(lists.remove, { list });
  await join();
  expect(await shown()).toMatchObject({ faults: 3, broken: 1 });
  const { rows } = await services.pool.query(
    `select raw from events where account_id = $1 and kind = 'fault' and raw like 'List%'`,
    [user.accountId],
  );
  expect(rows).toEqual([{ raw: `List ${list} is gone; nobody was notified.` }]);
});
