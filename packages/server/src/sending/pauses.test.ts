/** Who has paused gets nothing but answers to their own texts; what is left out says why. */
import { calls } from '@parley/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound, startConversation } from '../conversation/index.ts';
import { manualClock } from '../platform/clock.ts';
import { first, sql, transact } from '../platform/db/database.ts';
import type { Background } from '../platform/services.ts';
import { pauseContact } from '../policy/index.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { startBlastPump } from './blast-pump.ts';
import { startOutboxPump } from './outbox-pump.ts';

const DAY_MS = 86_400_000;
const BASE = 'https://t.example';
const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock, config: { publicUrl: BASE } });
const services = () => harness().services;
const db = () => services().db;
const [paused = '', other = ''] = phones(2, 30_000);
let user: Client & { accountId: number };
let channelId = 0;
let pumps: Background[] = [];
let list = 0;
let next = 600;

beforeEach(async () => {
  user = await harness().newUser();
  channelId = (await firstChannel(db(), user.accountId))?.id ?? 0;
  pumps = [startOutboxPump(services()), startBlastPump(services())];
  list = await storeList(db(), user.accountId, 'Both', [{ phone: paused }, { phone: other }]);
  const contactId = await idOf(paused);
  const until = new Date(clock.now().getTime() + 30 * DAY_MS);
  await transact(db(), (trx) =>
    pauseContact(trx, { accountId: user.accountId, contactId }, { until, now: clock.now() }),
  );
});
afterEach(() => Promise.all(pumps.map((pump) => pump.stop())));

async function idOf(phone: string): Promise<number> {
  const row = await first(
    db(),
    sql<{ id: number }>`select id from contacts where account_id = ${user.accountId} and phone = ${phone}`,
  );
  return row?.id ?? 0;
}

async function sketch(text: string, keyword = ''): Promise<number> {
  next += 1;
  await storeSketch(db(), user.accountId, next, [{ id: next * 10, type: 'final-message', text }], keyword);
  return next;
}

const lastTo = (phone: string, campaign: number) =>
  eventually(async () =>
    first(
      db(),
      sql<{ status: string; reason: string | null; body: string; credits: number }>`
        select m.status::text, m.reason, m.body, m.credits from messages m
        join contacts c on c.account_id = ${user.accountId} and c.id = m.contact_id
        where m.account_id = ${user.accountId} and c.phone = ${phone} and m.campaign_id = ${campaign}
          and m.status not in ('queued', 'held', 'sending')`,
    ),
  );

test('a blast leaves them out and says so, and costs nothing for them; after the pause they get the next', async () => {
  let foretold = 0;
  const send = async () => {
    const campaign = await sketch('News');
    const target = { campaign, lists: [list], schedule: '2020-01-01 00:00:00' };
    const { eligible, paused: pausing } = (await user.ask(calls.blast.review, target)).values;
    expect(eligible).toBe(2);
    foretold = pausing;
    const { values } = await user.ask(calls.blast.send, target);
    await eventually(
      async () => (await user.ask(calls.blast.progress, { blast: values.blast })).values.state === 'done',
    );
    return (await user.ask(calls.blast.reasons, { blast: values.blast })).values.reasons;
  };
  expect(await send()).toContainEqual(
    expect.objectContaining({ status: 'skipped', reason: 'paused', count: 1 }),
  );
  expect(foretold).toBe(1);
  const balance = () =>
    first(
      db(),
      sql<{
        reserved: number;
        spent: number;
      }>`select reserved, spent from balances where account_id = ${user.accountId}`,
    );
  expect(await balance()).toEqual({ reserved: 0, spent: 1 });
  clock.advance(31 * DAY_MS);
  await sql`update sessions set expires_at = ${new Date(clock.now().getTime() + DAY_MS)}, last_used_at = ${clock.now()}`.execute(
    db(),
  );
  const reasons = await send();
  expect(reasons.filter(({ status }) => status === 'skipped')).toEqual([]);
  expect(foretold).toBe(0);
});

test('a conversation that a program starts is left out, what they text themselves is answered', async () => {
  const campaign = await sketch('By trigger');
  await startConversation(services(), {
    accountId: user.accountId,
    campaignId: campaign,
    channelId,
    phone: paused,
    variables: {},
    by: 'api',
  });
  expect(await lastTo(paused, campaign)).toMatchObject({ status: 'skipped', reason: 'paused' });
  const keyword = await sketch('By keyword: {%link:preferences%}', 'hello');
  await receiveInbound(services(), {
    accountId: user.accountId,
    channelId,
    phone: paused,
    text: 'hello',
    carrierMessageId: 'pauses 1',
    at: clock.now(),
  });
  const answer = await lastTo(paused, keyword);
  expect(answer?.status).not.toBe('skipped');
  const link = /^By keyword: (https:\/\/t\.example\/p\/c\/[\w-]{28})$/.exec(answer?.body ?? '')?.[1] ?? '';
  expect((await harness().app.inject(new URL(link).pathname)).body).toContain('Your texts are paused until');
});
