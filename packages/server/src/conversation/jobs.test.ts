import { beforeAll, describe, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { manualClock } from '../platform/clock.ts';
import { changed, first, sql } from '../platform/db/database.ts';
import { pipelined } from '../platform/db/pipeline.ts';
import { recordOptOuts } from '../suppression/store.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { textsTo } from '../testing/sent.ts';
import { claimTimers } from './claim-due-work.ts';
import { wakeDue } from './jobs.ts';
import { receiveInbound } from './receive-inbound.ts';
import { startConversation } from './start-conversation.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
let accountId = 0;
let channelId = 0;
let phones = 0;

const newPhone = () => `+1212555${String(2000 + phones++)}`;
const MINUTE = 60_000;

beforeAll(async () => {
  const { db } = harness().services;
  accountId = (await harness().newUser()).accountId;
  channelId = (await firstChannel(db, accountId))?.id ?? 0;
  await storeSketch(db, accountId, 1, [
    { id: 1, type: 'message', text: 'One.' },
    { id: 2, type: 'wait', wait: { unit: 'minutes', amount: 10 } },
    { id: 3, type: 'message', text: 'Two.' },
    { id: 4, type: 'wait', wait: { unit: 'minutes', amount: 10 } },
    { id: 5, type: 'final-message', text: 'Three.' },
  ]);
});

function start(campaignId: number, phone: string) {
  const { services } = harness();
  return startConversation(services, { accountId, campaignId, channelId, phone, variables: {}, by: 'api' });
}

const sentTo = (phone: string) => textsTo(harness().services.db, accountId, phone);

const wake = () => wakeDue(harness().services, pipelined(harness().services.pool), 'worker');
const timersLeft = async () =>
  (
    await first(
      harness().services.db,
      sql<{ n: number }>`select count(*) as n from timers where account_id = ${accountId}`,
    )
  )?.n;

describe('waits', () => {
  test('go on when they are over, not before, and once', async () => {
    const phone = newPhone();
    await start(1, phone);
    clock.advance(9 * MINUTE);
    await wake();
    expect(await sentTo(phone)).toEqual(['One.']);
    clock.advance(MINUTE);
    await Promise.all([wake(), wake()]);
    await wake();
    expect(await sentTo(phone)).toEqual(['One.', 'Two.']);
    clock.advance(10 * MINUTE);
    await wake();
    expect(await sentTo(phone)).toEqual(['One.', 'Two.', 'Three.']);
    expect(await timersLeft()).toBe(0);
  });

  test('missed for three days happen once, late', async () => {
    const phone = newPhone();
    await start(1, phone);
    clock.advance(3 * 24 * 60 * MINUTE);
    await wake();
    await wake();
    expect(await sentTo(phone)).toEqual(['One.', 'Two.']);
    clock.advance(10 * MINUTE);
    await wake();
  });

  test('of a worker that died come back after its lease, once', async () => {
    const phone = newPhone();
    await start(1, phone);
    clock.advance(10 * MINUTE);
    const { db } = harness().services;
    expect(await claimTimers(db, 'dead', clock.now(), 500)).toHaveLength(1);
    await wake();
    expect(await sentTo(phone)).toEqual(['One.']);
    clock.advance(2 * MINUTE);
    await wake();
    expect(await sentTo(phone)).toEqual(['One.', 'Two.']);
    clock.advance(10 * MINUTE);
    await wake();
  });

  test('of an earlier conversation mean nothing to the present one', async () => {
    const phone = newPhone();
    await start(1, phone);
    clock.advance(10 * MINUTE);
    const { db } = harness().services;
    const [stale] = await claimTimers(db, 'slow', clock.now(), 500);
    await start(1, phone);
    await changed(
      db,
      sql`update timers set turn = ${stale?.turn}, due_at = ${clock.now()} where account_id = ${accountId}`,
    );
    await wake();
    expect(await sentTo(phone)).toEqual(['One.', 'One.']);
    expect(await timersLeft()).toBe(0);
  });

  test('end with an opt-out that came by any way', async () => {
    const phone = newPhone();
    await start(1, phone);
    const { db } = harness().services;
    const contact = await first(
      db,
      sql<{ id: number }>`select id from contacts where account_id = ${accountId} and phone = ${phone}`,
    );
    const optOut = { phone, contactId: contact?.id ?? 0, channelId: null, source: 'import', words: '' };
    await db.transaction().execute((trx) => recordOptOuts(trx, accountId, [optOut], clock.now()));
    clock.advance(10 * MINUTE);
    await wake();
    expect(await sentTo(phone)).toEqual(['One.']);
  });

  test('by the thousand go on in batches', async () => {
    const people = Array.from({ length: 1_200 }, newPhone);
    await sql`update balances set balance = balance + 10000, granted = granted + 10000 where account_id = ${accountId}`.execute(
      harness().services.db,
    );
    await storeSketch(
      harness().services.db,
      accountId,
      4,
      [
        { id: 31, type: 'wait', wait: { unit: 'minutes', amount: 10 } },
        { id: 32, type: 'final-message', text: 'All of you.' },
      ],
      'ALL',
    );
    const { services } = harness();
    await Promise.all(
      people.map((phone) =>
        receiveInbound(services, {
          accountId,
          channelId,
          phone,
          text: 'ALL',
          carrierMessageId: phone,
          at: clock.now(),
        }),
      ),
    );
    clock.advance(10 * MINUTE);
    while (await wake());
    const sent = await first(
      services.db,
      sql<{
        n: number;
      }>`select count(*) as n from messages where account_id = ${accountId} and campaign_id = 4`,
    );
    expect(sent?.n).toBe(1_200);
    expect(await timersLeft()).toBe(0);
  });
});
