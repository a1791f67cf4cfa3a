/** Conversations that have ended, whose campaign is gone, or that may not begin. */
import { calls } from '@parley/contract';
import type { Session } from '@parley/engine';
import { beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { recountLists } from '../lists/member-counts.ts';
import { manualClock } from '../platform/clock.ts';
import { first, rows, sql, transact } from '../platform/db/database.ts';
import { pipelined } from '../platform/db/pipeline.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { textsTo } from '../testing/sent.ts';
import { wakeDue } from './jobs.ts';
import { startConversation } from './start-conversation.ts';
import { endAt } from './store.ts';

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });
const db = () => harness().services.db;
let user: Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let channelId = 0;
let campaign = 91_000;
let phone = '';

beforeEach(async () => {
  user = await harness().newUser();
  channelId = (await firstChannel(db(), user.accountId))?.id ?? 0;
  campaign += 10;
  phone = `+1212558${String(campaign).slice(-4)}`;
});

const start = (by: 'api' | 'preview' = 'api') =>
  startConversation(harness().services, {
    accountId: user.accountId,
    campaignId: campaign,
    channelId,
    phone,
    variables: {},
    by,
  });
const conversation = () =>
  first(
    db(),
    sql<{ contactId: number; active: boolean; session: Session }>`
      select contact_id as "contactId", active, session from conversations where account_id = ${user.accountId}`,
  );

test('one that has ended keeps the reason, whatever ends those of its place later', async () => {
  await storeSketch(db(), user.accountId, campaign, [{ id: campaign, type: 'final-message', text: 'Bye' }]);
  await start();
  const { contactId = 0 } = (await conversation()) ?? {};
  const place = { channelId, contactId };
  await transact(db(), (trx) => endAt(trx, user.accountId, [place], 'fault', clock.now()));
  expect(await conversation()).toMatchObject({ active: false, session: { endReason: 'done' } });
});

test('one whose campaign is gone ends in silence when it is woken', async () => {
  await storeSketch(db(), user.accountId, campaign, [
    { id: campaign, type: 'wait', wait: { unit: 'minutes', amount: 5 } },
    { id: campaign + 1, type: 'final-message', text: 'Late' },
  ]);
  await start();
  await sql`
    update conversations set session = session || '{"campaignId": 987654321}' where account_id = ${user.accountId}`.execute(
    db(),
  );
  clock.advance(6 * 60_000);
  const { services } = harness();
  await wakeDue(services, pipelined(services.pool), 'worker');
  expect(await conversation()).toMatchObject({ active: false, session: { endReason: 'replaced' } });
  expect(await textsTo(db(), user.accountId, phone)).toEqual([]);
});

test('nobody begins one who was erased for good, though no contact of that number is left', async () => {
  await storeSketch(db(), user.accountId, campaign, [{ id: campaign, type: 'final-message', text: 'Hi' }]);
  await start();
  const { contactId = 0 } = (await conversation()) ?? {};
  await user.ask(calls.members.erase, { contact: contactId, phone, block: true });
  const sent = (await textsTo(db(), user.accountId, phone)).length;
  await expect(start()).rejects.toMatchObject({ why: 'opted-out' });
  expect(await textsTo(db(), user.accountId, phone)).toHaveLength(sent);
});

test('a start with errors is counted, one of the preview is not', async () => {
  await storeSketch(db(), user.accountId, campaign, [{ id: campaign, type: 'final-message', text: 'Hi' }]);
  await sql`update campaigns set finished = false where account_id = ${user.accountId} and id = ${campaign}`.execute(
    db(),
  );
  const broken = () =>
    rows(db(), sql`select 1 from events where account_id = ${user.accountId} and kind = 'broken'`);
  await start('preview');
  expect(await broken()).toHaveLength(0);
  await start();
  expect(await broken()).toHaveLength(1);
});

test('a notice goes to ten thousand people of a list and to no more, and says so', async () => {
  const list = (await user.ask(calls.lists.add, { name: 'Crowd' })).values.id;
  await storeSketch(db(), user.accountId, campaign, [
    { id: campaign, type: 'notification', list, text: 'Hear!' },
    { id: campaign + 1, type: 'final-message', text: 'Told' },
  ]);
  const crowd = (from: number, to: number) =>
    sql`
      with made as (
        insert into contacts (account_id, phone, created_at)
        select ${user.accountId}, '+1646' || (2000000 + n), ${clock.now()} from generate_series(${from}::int, ${to}::int) n returning id
      )
      insert into list_members (account_id, list_id, contact_id, added_at)
      select ${user.accountId}, ${list}, id, ${clock.now()} from made`.execute(db());
  await sql`update balances set balance = 100000, granted = granted + 100000 - balance where account_id = ${user.accountId}`.execute(
    db(),
  );
  const faults = () =>
    rows(db(), sql`select raw from events where account_id = ${user.accountId} and kind = 'fault'`);
  await crowd(1, 10_000);
  await start();
  expect(await faults()).toEqual([]);
  await crowd(10_001, 10_001);
  await start();
  expect(await faults()).toEqual([{ raw: expect.stringContaining('Only the first 10000 people') }]);
  await recountLists(db(), user.accountId);
});
