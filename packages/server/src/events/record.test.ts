import { describe, expect, test } from 'vitest';
import { first, rows, sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { type NewEvent, recordEvents, recountDays } from './record.ts';

const harness = useHarness();

const NEW_YORK = 'America/New_York';
/** 3 March 2026, 23:30 in New York: already 4 March in UTC. */
const LATE = new Date('2026-03-04T04:30:00Z');
const MORNING = new Date('2026-03-04T15:00:00Z');

const counts = (accountId: number) =>
  rows(
    harness().services.db,
    sql<{ campaign_id: number; kind: string; day: string; count: number }>`
      select campaign_id, kind, day, count from daily_campaign_counts where account_id = ${accountId} order by campaign_id, kind, day`,
  );

describe('recordEvents', () => {
  test('keeps the number it is given, and looks up the number of whom it knows by the id only', async () => {
    const { db } = harness().services;
    const accountId = 6;
    await sql`insert into accounts (id, name, created_at) values (${accountId}, 'Ann', ${MORNING})`.execute(
      db,
    );
    const known = await first(
      db,
      sql<{ id: number }>`
        insert into contacts (account_id, phone, created_at) values (${accountId}, '+12125550100', ${MORNING}) returning id`,
    );
    const event = (contactId: number, phone?: string): NewEvent => ({
      campaignId: 7,
      kind: 'response',
      at: MORNING,
      contactId,
      phone,
    });
    const id = known?.id ?? 0;
    await recordEvents(db, accountId, NEW_YORK, [event(id, '+12125550111'), event(id), event(id + 1)]);
    await recordEvents(db, accountId, NEW_YORK, [event(id, '+12125550122')]);
    const stored = await rows(
      db,
      sql<{ phone: string }>`select phone from events where account_id = ${accountId} order by phone`,
    );
    expect(stored.map(({ phone }) => phone)).toEqual(['', '+12125550100', '+12125550111', '+12125550122']);
  });

  test('writes every event and counts the days of the account’s zone', async () => {
    const { db } = harness().services;
    await recordEvents(db, 1, NEW_YORK, [
      {
        campaignId: 7,
        kind: 'response',
        at: LATE,
        contactId: 3,
        stepId: 5,
        raw: "it's {fine}",
        intent: 'Yes',
        score: '5',
      },
      { campaignId: 7, kind: 'response', at: MORNING, contactId: 4 },
      { campaignId: 7, kind: 'optin', at: MORNING, contactId: 4, listId: 9, blastId: 2 },
    ]);
    await recordEvents(db, 1, NEW_YORK, [{ campaignId: 7, kind: 'response', at: MORNING, contactId: 5 }]);
    expect(await counts(1)).toEqual([
      { campaign_id: 7, kind: 'optin', day: '2026-03-04', count: 1 },
      { campaign_id: 7, kind: 'response', day: '2026-03-03', count: 1 },
      { campaign_id: 7, kind: 'response', day: '2026-03-04', count: 2 },
    ]);
    const stored = await rows(
      db,
      sql`select kind, at, contact_id, blast_id, step_id, list_id, raw, intent, score from events where account_id = 1 order by at, kind, contact_id`,
    );
    expect(stored).toEqual([
      {
        kind: 'response',
        at: LATE,
        contact_id: 3,
        blast_id: null,
        step_id: 5,
        list_id: null,
        raw: "it's {fine}",
        intent: 'Yes',
        score: '5',
      },
      {
        kind: 'optin',
        at: MORNING,
        contact_id: 4,
        blast_id: 2,
        step_id: null,
        list_id: 9,
        raw: '',
        intent: '',
        score: '',
      },
      {
        kind: 'response',
        at: MORNING,
        contact_id: 4,
        blast_id: null,
        step_id: null,
        list_id: null,
        raw: '',
        intent: '',
        score: '',
      },
      {
        kind: 'response',
        at: MORNING,
        contact_id: 5,
        blast_id: null,
        step_id: null,
        list_id: null,
        raw: '',
        intent: '',
        score: '',
      },
    ]);
  });

  test('takes batches of one account side by side without losing a count', async () => {
    const { db } = harness().services;
    const batch = (order: number[]): NewEvent[] =>
      order.map((campaignId) => ({ campaignId, kind: 'response', at: MORNING, contactId: campaignId }));
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => recordEvents(db, 2, 'UTC', batch(i % 2 ? [1, 2, 3] : [3, 2, 1]))),
    );
    expect((await counts(2)).map((row) => row.count)).toEqual([20, 20, 20]);
  });

  test('does nothing without events', async () => {
    await recordEvents(harness().services.db, 3, 'UTC', []);
    expect(await counts(3)).toEqual([]);
  });
});

test('recountDays moves the counts to the days of another zone, of that account only', async () => {
  const { db } = harness().services;
  await recordEvents(db, 4, 'UTC', [{ campaignId: 1, kind: 'optin', at: LATE, contactId: 1 }]);
  await recordEvents(db, 5, 'UTC', [{ campaignId: 1, kind: 'optin', at: LATE, contactId: 1 }]);
  await recountDays(db, 4, NEW_YORK);
  expect(await counts(4)).toEqual([{ campaign_id: 1, kind: 'optin', day: '2026-03-03', count: 1 }]);
  expect(await counts(5)).toEqual([{ campaign_id: 1, kind: 'optin', day: '2026-03-04', count: 1 }]);
});
