/** A blast may go to millions: who is done at once leaves no conversation behind. */
import { expect, test } from 'vitest';
import { launchBlast } from '../blasts/index.ts';
import { firstChannel } from '../channels/store.ts';
import { rows, sql } from '../platform/db/database.ts';
import { startBlastPump } from '../sending/blast-pump.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';

const harness = useHarness();

test('a blast keeps a conversation of those who are asked something, and none of those who are only told', async () => {
  const { services } = harness();
  const { db } = services;
  const { accountId } = await harness().newUser();
  const channelId = (await firstChannel(db, accountId))?.id ?? 0;
  await storeSketch(db, accountId, 81_001, [{ type: 'final-message', id: 810_001, text: 'Sale' }] as never);
  await storeSketch(db, accountId, 81_002, [
    { type: 'open-question', id: 810_002, text: 'Which day suits you?' },
  ] as never);
  const pump = startBlastPump(services);
  for (const [n, campaignId] of [81_001, 81_002].entries()) {
    const people = phones(3, 90_000 + n * 10).map((phone) => ({ phone }));
    await launchBlast(services, accountId, {
      campaignId,
      channelId,
      listIds: [await storeList(db, accountId, `List ${n}`, people)],
      filters: [],
      abCampaignIds: [],
      membersSince: null,
      scheduledFor: null,
      automatonId: null,
    });
  }
  await eventually(
    () =>
      rows(db, sql`select from messages where account_id = ${accountId} and status in ('sent', 'delivered')`),
    (handedOver) => handedOver.length === 6,
  );
  await pump.stop();
  const kept = await rows(
    db,
    sql<{ campaign: number }>`
      select campaign_id as campaign from conversations where account_id = ${accountId}`,
  );
  expect(kept.map(({ campaign }) => campaign)).toEqual([81_002, 81_002, 81_002]);
});
