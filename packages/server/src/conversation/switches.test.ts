/** Campaigns that lead to each other in a ring: the conversation ends, and the campaign says why. */
import { expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { textsTo } from '../testing/sent.ts';
import { receiveInbound } from './receive-inbound.ts';

const harness = useHarness();
const PHONE = '+12125551901';

test('a ring of campaigns ends the conversation after ten switches and is a fault of the campaign', async () => {
  const { services } = harness();
  const { db } = services;
  const { accountId } = await harness().newUser();
  const channelId = (await firstChannel(db, accountId))?.id ?? 0;
  const ring = (id: number, to: number, keyword = '') =>
    storeSketch(
      db,
      accountId,
      id,
      [
        { id: id * 10, type: 'message', text: `Campaign ${id}.` },
        { id: id * 10 + 1, type: 'switch', switchTo: to },
      ] as never,
      keyword,
    );
  await ring(41, 42, 'RING');
  await ring(42, 41);
  await storeSketch(db, accountId, 43, [{ id: 431, type: 'final-message', text: 'Open 9 to 5.' }], 'HOURS');
  const text = (words: string) =>
    receiveInbound(services, {
      accountId,
      channelId,
      phone: PHONE,
      text: words,
      carrierMessageId: words,
      at: services.clock.now(),
    });

  await text('RING');
  expect(await textsTo(db, accountId, PHONE)).toHaveLength(11);
  const faults = await rows(
    db,
    sql`select raw from events where account_id = ${accountId} and kind = 'fault'`,
  );
  expect(faults).toEqual([{ raw: expect.stringContaining('switched to each other') }]);
  expect(await rows(db, sql`select 1 from conversations where account_id = ${accountId} and active`)).toEqual(
    [],
  );
  await text('HOURS');
  expect((await textsTo(db, accountId, PHONE)).at(-1)).toBe('Open 9 to 5.');
});
