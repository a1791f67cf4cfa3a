import { expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { first, sql } from '../platform/db/database.ts';
import { knownRows } from '../testing/each-server.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { launchBlast } from './index.ts';
import { startFanOut } from './jobs.ts';

const harness = useHarness();

test('the planner hears of a large blast also when it is fanned out in one piece', async () => {
  const { services } = harness();
  const { db } = services;
  const { accountId } = await harness().newUser();
  await sql`update balances set balance = 100000, granted = granted - balance + 100000 where account_id = ${accountId}`.execute(
    db,
  );
  const people = phones(12_500).map((phone) => ({ phone }));
  const list = await storeList(db, accountId, 'All', people);
  await storeSketch(db, accountId, 300, [{ type: 'final-message', id: 3_000, text: 'Sale' }] as never);
  const fanOut = startFanOut(services);
  await launchBlast(services, accountId, {
    campaignId: 300,
    channelId: (await firstChannel(db, accountId))?.id ?? 0,
    listIds: [list],
    filters: [],
    abCampaignIds: [],
    membersSince: null,
    scheduledFor: null,
    automatonId: null,
  });
  await expect
    .poll(() => first(db, sql`select 1 from blast_jobs where account_id = ${accountId}`))
    .toBeUndefined();
  await fanOut.stop();
  expect(await knownRows(db, 'messages')).toBe(12_500);
});
