/** Starts by a call go out by the short way, unless the hour or the person holds them. */
import { calls } from '@parley/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { startConversation } from '../conversation/index.ts';
import { manualClock } from '../platform/clock.ts';
import { first, rows, sql, transact } from '../platform/db/database.ts';
import type { Background } from '../platform/services.ts';
import { pauseContact } from '../policy/index.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { directSend, startOutboxPump } from './outbox-pump.ts';

const CAMPAIGN = 700;
const DAY = new Date('2026-03-02T18:00:00Z');
/** Three in the morning in New York, ten in the evening in Honolulu the day before. */
const NIGHT = new Date('2026-03-03T08:00:00Z');
const clock = manualClock(DAY.toISOString());
const harness = useHarness({ clock });
const services = () => harness().services;
const db = () => services().db;
let user: Client & { accountId: number };
let channelId = 0;
let pump: Background;
let claims = 0;
let next = 0;

beforeEach(async () => {
  clock.set(DAY);
  user = await harness().newUser();
  channelId = (await firstChannel(db(), user.accountId))?.id ?? 0;
  await user.ask(calls.gate.saveChannelRules, { channel: channelId, usual: false, quiet: true });
  await storeSketch(db(), user.accountId, CAMPAIGN, [
    { id: 71, type: 'message', text: 'First' },
    { id: 72, type: 'final-message', text: 'Second' },
  ]);
  pump = startOutboxPump(services());
  services().signals.on('outbox', () => {
    claims += 1;
  });
  await eventually(async () => directSend(services(), [channelId]) !== null);
});
afterEach(() => pump.stop());

/** A number of that area. */
function newPhone(area: string): string {
  next += 1;
  return `+1${area}555${String(1000 + next)}`;
}

const start = (...people: string[]) =>
  Promise.all(
    people.map((phone) =>
      startConversation(services(), {
        accountId: user.accountId,
        campaignId: CAMPAIGN,
        channelId,
        phone,
        variables: {},
        by: 'api',
      }),
    ),
  );

const stateOf = (phone: string) =>
  rows(
    db(),
    sql<{ body: string; status: string; reason: string | null }>`
      select m.body, m.status::text, m.reason from messages m
      join contacts c on c.account_id = ${user.accountId} and c.id = m.contact_id
      where m.account_id = ${user.accountId} and c.phone = ${phone} order by m.id`,
  );
const both = (status: string, reason: string | null = null) =>
  ['First', 'Second'].map((body) => ({ body, status, reason }));
const arrives = (phone: string, status: string, reason: string | null = null) =>
  expect.poll(() => stateOf(phone)).toEqual(both(status, reason));

test('what a call starts goes without a claim of the outbox, in order and once', async () => {
  const [one, other] = [newPhone('212'), newPhone('310')];
  const before = claims;
  await start(one, other);
  await arrives(one, 'sent');
  await arrives(other, 'sent');
  expect(claims).toBe(before);
  const taken = await rows(
    db(),
    sql<{ body: string }>`
      select body from simulator_messages
      where account_id = ${user.accountId} and phone = ${one} and direction = 'MT' order by id`,
  );
  expect(taken.map(({ body }) => body)).toEqual(['First', 'Second']);
  expect(await first(db(), sql`select 1 from outbox where account_id = ${user.accountId}`)).toBeUndefined();
});

test('quiet hours of one hold theirs, and others of the same moment go', async () => {
  clock.set(NIGHT);
  const [asleep, awake] = [newPhone('212'), newPhone('671')];
  const before = claims;
  await start(asleep, awake);
  await arrives(asleep, 'held', 'quiet-hours');
  await arrives(awake, 'sent');
  expect(claims).toBeGreaterThan(before);
});

test('whoever wants nothing for now gets nothing, and it says why', async () => {
  const phone = newPhone('212');
  await start(phone);
  await arrives(phone, 'sent');
  const contact = await first(
    db(),
    sql<{ id: number }>`select id from contacts where account_id = ${user.accountId} and phone = ${phone}`,
  );
  const until = new Date(DAY.getTime() + 86_400_000);
  await transact(db(), (trx) =>
    pauseContact(
      trx,
      { accountId: user.accountId, contactId: contact?.id ?? 0 },
      { until, now: clock.now() },
    ),
  );
  await start(phone);
  await expect.poll(() => stateOf(phone)).toEqual([...both('sent'), ...both('skipped', 'paused')]);
});
