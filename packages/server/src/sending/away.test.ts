/**
 * The database goes away in the middle of a blast, or one of our processes does: nobody is lost, nobody is
 * doubled, the blast ends.
 */
import { setTimeout } from 'node:timers/promises';
import { calls } from '@parley/contract';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTwilioPeer } from '../carriers/testing/http-peers.ts';
import { ENDINGS, type Peer } from '../carriers/testing/peer.ts';
import { type CountedBlast, countedColumns } from '../messages/counted-columns.ts';
import { queueMessages } from '../messages/queue.ts';
import { first, rows, sql, transact } from '../platform/db/database.ts';
import { whenAvailable } from '../platform/db/outage.ts';
import { storeSketch } from '../testing/flows.ts';
import { type Client, eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';
import { watchFailures } from './failure-guard.ts';

const harness = useHarness({ config: { privateCarriers: true } });
let peer: Peer;
let next = 9_000;

beforeAll(async () => {
  peer = await startTwilioPeer(harness().app, 'https://sms.example.com', 'hook-away');
  harness().startBackground();
});
afterAll(() => peer.stop());

/** An account that sends through a carrier which cannot tell a repetition. */
async function account(segmentsPerSecond: number | null = null) {
  const { services } = harness();
  const user = await harness().newUser();
  const { accountId } = user;
  const connection = {
    ...peer.settings,
    authToken: services.secrets.encrypt('secret').toString('base64'),
    webhookToken: `hook-${accountId}`,
  };
  const channel = await first(
    services.db,
    sql<{ id: number }>`
      update channels set connection_kind = 'twilio', connection = ${JSON.stringify(connection)}::jsonb, usual_quiet_hours = false,
        segments_per_second = ${segmentsPerSecond}
      where account_id = ${accountId} returning id`,
  );
  return { services, user, accountId, channelId: channel?.id ?? 0 };
}

async function blast(user: Client, accountId: number, to: readonly string[]) {
  const { db } = harness().services;
  next += 1;
  const text = `Blast ${next}`;
  await storeSketch(db, accountId, next, [{ type: 'final-message', id: next * 10, text }] as never);
  const members = to.map((phone) => ({ phone }));
  const list = await storeList(db, accountId, `List ${next}`, members);
  const sent = await user.ask(calls.blast.send, {
    campaign: next,
    lists: [list],
    schedule: '2020-01-01 00:00:00',
  });
  const id = sent.values?.blast ?? 0;
  const row = () =>
    first(
      db,
      sql<{ state: string; sent: number; unknown: number; reason: string }>`
        select state, sent, unknown, pause_reason as reason from blasts where account_id = ${accountId} and id = ${id}`,
    );
  return { id, text, row, taken: () => peer.taken.filter((each) => each.text === text) };
}

/** As a restart of PostgreSQL does to every connection. */
async function cutConnections(): Promise<void> {
  await rows(
    harness().services.db,
    sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
  ).catch(() => []);
}

it('goes on with a blast within seconds when its connections are cut, and takes nothing for in doubt that it knows', async () => {
  const people = 300;
  const { user, accountId } = await account(100);
  const { row, taken } = await blast(user, accountId, phones(people));
  for (const out of [20, 90, 160, 230]) {
    await eventually(() => taken().length >= out);
    await cutConnections();
  }
  await eventually(
    () => row().catch(() => null),
    (seen) => seen?.state === 'done',
  );
  expect(await row()).toEqual({ state: 'done', sent: people, unknown: 0, reason: '' });
  expect(new Set(taken().map(({ to }) => to)).size).toBe(people);
  expect(taken()).toHaveLength(people);
});

it('sends single messages on within seconds when their connections are cut', async () => {
  const { services, accountId, channelId } = await account();
  const list = await storeList(
    services.db,
    accountId,
    'All',
    phones(60).map((phone) => ({ phone })),
  );
  const members = await rows(
    services.db,
    sql<{ id: number }>`
      select contact_id as id from list_members where account_id = ${accountId} and list_id = ${list}`,
  );
  const taken = () => peer.taken.filter((each) => each.text === 'Single');
  // Cut at each moment of the way: while they are claimed, made ready, handed over, stored.
  for (const [n, { id }] of members.entries()) {
    const message = { channelId, contactId: id, campaignId: null, stepId: null, blastId: null };
    await whenAvailable(
      () =>
        transact(services.db, (trx) =>
          queueMessages(trx, services, accountId, [
            { ...message, origin: 'inbox', purpose: 'message', body: 'Single', media: null },
          ]),
        ),
      () => false,
    );
    services.signals.wake('outbox');
    await setTimeout(n % 20);
    await cutConnections();
  }
  const states = () =>
    rows(
      services.db,
      sql<{
        status: string;
      }>`select status from messages where account_id = ${accountId} and origin <> 'blast'`,
    );
  await eventually(
    () => states().catch(() => []),
    (seen) => seen.length >= members.length && seen.every(({ status }) => status === 'sent'),
    // Before a lease of 15 s ends. What several machines were to store is settled later when it is cut off.
    inject('ownerUrls').length > 1 ? 40_000 : 14_000,
  );
  expect(taken()).toHaveLength((await states()).length);
  expect(new Set(taken().map(({ to }) => to)).size).toBe(members.length);
});

it('does not take what its own stop left in doubt for a carrier that fails', async () => {
  const people = 600;
  const { services, user, accountId } = await account(100);
  const { id, row } = await blast(user, accountId, phones(people));
  await eventually(async () => ((await row())?.sent ?? 0) > 20);
  // As a process leaves it that was killed with half of the chunk in hand.
  await user.ask(calls.blast.setState, { blast: id, state: 'paused' });
  await eventually(
    async () =>
      (await first(
        services.db,
        sql`select 1 from send_chunks where account_id = ${accountId} and worker is null`,
      )) !== undefined,
  );
  const stopped = 60;
  await sql`
    update messages set status = 'sending' where account_id = ${accountId} and id in (
      select id from messages where account_id = ${accountId} and status = 'queued' order by id limit ${stopped})`.execute(
    services.db,
  );
  await sql`
    update send_chunks set worker = 'killed', leased_until = ${new Date(0)} where account_id = ${accountId}`.execute(
    services.db,
  );
  await user.ask(calls.blast.setState, { blast: id, state: 'running' });
  await eventually(
    () => row(),
    (seen) => seen?.state === 'done',
  );
  expect(await row()).toEqual({ state: 'done', sent: people - stopped, unknown: stopped, reason: '' });
});

it('ends a blast that was paused when its last message was in hand, as soon as it is resumed', async () => {
  const { services, user, accountId } = await account();
  const { id, row } = await blast(user, accountId, phones(3));
  await eventually(
    () => row(),
    (seen) => seen?.state === 'done',
  );
  await sql`
    update blasts set state = 'paused', state_before_pause = 'running', finished_at = null
    where account_id = ${accountId} and id = ${id}`.execute(services.db);
  await user.ask(calls.blast.setState, { blast: id, state: 'running' });
  expect((await row())?.state).toBe('done');
});

it('is not held up by a few requests that hang', async () => {
  const hanging = Array.from({ length: 12 }, (_, n) => `+1${301 + n}555${ENDINGS.hangs}`);
  // One in fifty.
  const to = phones(588).flatMap((phone, n) => (n % 49 === 0 ? [phone, hanging[n / 49] ?? ''] : [phone]));
  for (const pace of [null, 200]) {
    const { user, accountId } = await account(pace);
    const { row, taken } = await blast(user, accountId, to);
    // An answer is waited for, for 30 s.
    await eventually(() => taken().length === 600, Boolean, 25_000);
    expect((await row())?.state).toBe('running');
  }
});

it('takes requests that hung, and end together long after the others, for no failing carrier', async () => {
  const { services, user, accountId } = await account();
  const { id, row } = await blast(user, accountId, phones(3));
  await eventually(
    () => row(),
    (seen) => seen?.state === 'done',
  );
  const read = (sent: number, unknown: number) =>
    first(
      services.db,
      sql<CountedBlast>`
        update blasts b set state = 'running', sent = ${sent}, unknown = ${unknown}
        where b.account_id = ${accountId} and b.id = ${id} returning ${countedColumns}`,
    );
  const watch = async (sent: number, unknown: number) =>
    watchFailures(services, accountId, (await read(sent, unknown)) as CountedBlast);
  expect(await watch(900, 0)).toBeUndefined();
  expect(await watch(950, 60)).toBeUndefined();
  expect((await watch(960, 260))?.state).toBe('paused');
});
