/** The limit of sends holds what conversations say when a wait of days is over, and counts it. */
import { calls } from '@parley/contract';
import type { LongWait } from '@parley/engine';
import { beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { erasePerson } from '../contacts/index.ts';
import { manualClock } from '../platform/clock.ts';
import { first, rows, sql, transact } from '../platform/db/database.ts';
import { pipelined } from '../platform/db/pipeline.ts';
import { frequencyCapReached } from '../policy/index.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { storeList, storeTag } from '../testing/people.ts';
import { textsTo } from '../testing/sent.ts';
import { wakeDue } from './jobs.ts';
import { startConversation } from './start-conversation.ts';

const START = '2026-03-02T15:00:00Z';
/** Two weeks later at the same time in New York, where the clocks have gone forward. */
const OVER = '2026-03-16T14:00:00Z';
const DAY_LATER = '2026-03-17T14:00:00Z';
const TWO_WEEKS: LongWait = { for: 'weeks', amount: 2 };
const VISIT: LongWait = { for: 'date', days: -1, hour: 10, minute: 0, otherwise: 3 };
const clock = manualClock(START);
const harness = useHarness({ clock });
const db = () => harness().services.db;
beforeEach(() => clock.set(START));
let last = 90_000;

const wake = (worker: string) => wakeDue(harness().services, pipelined(harness().services.pool), worker);
const wakeAt = async (at: string) => {
  clock.set(at);
  // After days a session is over.
  await sql`update sessions set expires_at = ${new Date(clock.now().getTime() + 86_400_000)}, last_used_at = ${clock.now()}`.execute(
    db(),
  );
  await wake('worker');
};

/** Somebody in New York who waits on each of so many channels, with a limit of one send in a week. */
async function waiting(long: LongWait, { channels = 1, silent = false } = {}) {
  const { services } = harness();
  const user = await harness().newUser();
  const { accountId } = user;
  last += 10;
  const ids = [last, last + 1, last + 2, last + 3] as const;
  const phone = `+1212557${String(last).slice(-4)}`;
  const tag = await storeTag(db(), accountId, 'Visit');
  await storeList(db(), accountId, 'Everybody', [{ phone, tags: { [tag]: '2026-03-17' } }]);
  const texts = [
    { id: ids[1], type: 'message' as const, text: 'It is time.' },
    { id: ids[3], type: 'final-message' as const, text: 'Come in.' },
    { id: ids[2], type: 'final-message' as const, text: 'No date.' },
  ];
  const redirected = long.for === 'date' ? { ...long, otherwise: ids[2] } : long;
  const wait = {
    id: ids[0],
    type: 'wait' as const,
    long: redirected,
    tag: long.for === 'date' ? 'visit' : '',
  };
  await storeSketch(db(), accountId, last, silent ? [wait] : [wait, ...texts]);
  const channel = (await firstChannel(db(), accountId))?.id ?? 0;
  const further = Array.from({ length: channels - 1 }, async (_, n) => {
    const { values } = await user.ask(calls.channels.add, { name: `Further ${n}` });
    return values.id;
  });
  for (const channelId of [channel, ...(await Promise.all(further))])
    await startConversation(services, {
      accountId,
      campaignId: last,
      channelId,
      phone,
      variables: {},
      by: 'api',
    });
  const contact =
    (await first(db(), sql<{ id: number }>`select id from contacts where account_id = ${accountId}`))?.id ??
    0;
  const limit = (sends: number, days = 7) =>
    sql`update accounts set frequency_cap = nullif(${sends}::int, 0), frequency_cap_days = nullif(${sends === 0 ? 0 : days}::int, 0)
      where id = ${accountId}`.execute(db());
  await limit(1);
  const sendAt = async (at: string) =>
    sql`
      insert into messages (account_id, id, channel_id, contact_id, origin, status, body, created_at)
      values (${accountId}, ${await services.messageIds.next()}, ${channel}, ${contact}, 'automata', 'sent', 'Hello.', ${at})`.execute(
      db(),
    );
  const heldUntil = async () => (await user.ask(calls.gate.contact, { contact })).values.heldUntil;
  const full = (at: string) =>
    transact(db(), (trx) =>
      frequencyCapReached(trx, accountId, { sends: 1, days: 7 }, [contact], new Date(at)),
    );
  const endReason = async () =>
    (
      await first(
        db(),
        sql<{
          reason: string;
        }>`select session ->> 'endReason' as reason from conversations where account_id = ${accountId}`,
      )
    )?.reason;
  const heard = async () => (await textsTo(db(), accountId, phone)).filter((text) => text !== 'Hello.');
  return { user, accountId, phone, contact, limit, sendAt, heldUntil, full, endReason, heard };
}

const BOTH = ['It is time.', 'Come in.'];

test('who has had enough waits to the same time of the first day with room; nobody else does', async () => {
  const { sendAt, heard, heldUntil } = await waiting(TWO_WEEKS);
  const below = await waiting(TWO_WEEKS);
  await below.limit(2);
  for (const each of [below.sendAt, sendAt]) await each('2026-03-10T20:00:00Z');
  await wakeAt(OVER);
  expect(await below.heard()).toEqual(BOTH);
  expect(await heard()).toEqual([]);
  // The send of the tenth counts until the evening of the seventeenth.
  expect(new Date(await heldUntil())).toEqual(new Date('2026-03-18T14:00:00Z'));
  await wakeAt(DAY_LATER);
  expect(await heard()).toEqual([]);
  await wakeAt('2026-03-18T14:00:00Z');
  expect(await heard()).toEqual(BOTH);
  expect(await heldUntil()).toBe('');
});

test('its texts are one send, which blasts see before and while they are sent', async () => {
  const { user, heard, full, accountId } = await waiting(TWO_WEEKS);
  await wakeAt(OVER);
  expect(await heard()).toEqual(BOTH);
  expect([...(await full(DAY_LATER)).values()]).toEqual([new Date('2026-03-23T14:00:00Z')]);
  const lists = await rows(db(), sql<{ id: number }>`select id from lists where account_id = ${accountId}`);
  await storeSketch(db(), accountId, last + 5, [{ id: last + 6, type: 'final-message', text: 'News' }]);
  const review = async () =>
    (await user.ask(calls.blast.review, { campaign: last + 5, lists: lists.map(({ id }) => id) })).values
      .enough;
  expect(await review()).toBe(1);
  await sql`update accounts set frequency_cap = 2 where id = ${accountId}`.execute(db());
  expect(await review()).toBe(0);
});

test('on two channels and with two workers no more than the limit goes out', async () => {
  const { heard, full } = await waiting(TWO_WEEKS, { channels: 2 });
  clock.set(OVER);
  await Promise.all([wake('one'), wake('other')]);
  await wake('one');
  expect(await heard()).toEqual(BOTH);
  expect((await full(OVER)).size).toBe(1);
});

test('when the limit is lifted or raised meanwhile it goes out at once, or waits for the first day with room by the new one', async () => {
  const lifted = await waiting(TWO_WEEKS);
  const raised = await waiting(TWO_WEEKS);
  const shortened = await waiting(TWO_WEEKS);
  const lowered = await waiting(TWO_WEEKS);
  const all = [lifted, raised, shortened, lowered];
  for (const { sendAt } of all) await sendAt('2026-03-12T20:00:00Z');
  await wakeAt(OVER);
  const change = ({ user }: (typeof all)[number], form: { sends?: number; days?: number }) =>
    user.ask(calls.gate.saveFrequency, form);
  await change(lifted, { sends: 0 });
  await change(raised, { sends: 2 });
  await change(shortened, { days: 5 });
  await change(lowered, { days: 30 });
  await wakeAt('2026-03-16T15:00:00Z');
  expect(await lifted.heard()).toEqual(BOTH);
  expect(await raised.heard()).toEqual(BOTH);
  // The same time of day as ever.
  expect(await shortened.heard()).toEqual([]);
  expect(new Date(await shortened.heldUntil())).toEqual(new Date('2026-03-18T14:00:00Z'));
  expect(new Date(await lowered.heldUntil())).toEqual(new Date('2026-03-20T14:00:00Z'));
});

test('a date that was waited for is not past when the limit is lifted on the same day', async () => {
  const { user, sendAt, heard } = await waiting(VISIT);
  await sendAt('2026-03-10T13:00:00Z');
  await wakeAt(OVER);
  await user.ask(calls.gate.saveFrequency, { sends: 0 });
  await wakeAt('2026-03-16T16:00:00Z');
  expect(await heard()).toEqual(BOTH);
});

test('a date is past a day later', async () => {
  const { sendAt, heard } = await waiting(VISIT);
  await sendAt('2026-03-10T13:00:00Z');
  await wakeAt(OVER);
  expect(await heard()).toEqual([]);
  await wakeAt(DAY_LATER);
  expect(await heard()).toEqual(['No date.']);
});

test('who opts out or is erased meanwhile gets nothing', async () => {
  const gone = await waiting(TWO_WEEKS);
  const erased = await waiting(TWO_WEEKS);
  for (const { sendAt } of [gone, erased]) await sendAt('2026-03-10T13:00:00Z');
  await wakeAt(OVER);
  await gone.user.ask(calls.simulator.phoneSend, { phone: gone.phone, channel: '', text: 'STOP' });
  await erasePerson(harness().services, erased.accountId, {
    contactId: erased.contact,
    phone: erased.phone,
    caller: { userId: erased.user.userId },
    block: true,
  });
  await wakeAt(DAY_LATER);
  expect(await gone.heard()).not.toContain(BOTH[0]);
  expect(await erased.heard()).toEqual([]);
});

test('without room for a month it ends, and its texts are shown as not sent', async () => {
  const { sendAt, limit, endReason, accountId } = await waiting(TWO_WEEKS);
  await limit(1, 60);
  await sendAt('2026-03-10T13:00:00Z');
  await wakeAt(OVER);
  expect(await endReason()).toBe('frequency');
  const texts = await rows(
    db(),
    sql`select body, status, reason from messages where account_id = ${accountId} and origin = 'wait' order by id`,
  );
  expect(texts).toEqual(BOTH.map((body) => ({ body, status: 'skipped', reason: 'frequency' })));
});

test('a wait after which nothing is said is over in time', async () => {
  const { sendAt, endReason } = await waiting(TWO_WEEKS, { silent: true });
  await sendAt('2026-03-10T13:00:00Z');
  await wakeAt(OVER);
  expect(await endReason()).toBe('done');
});
