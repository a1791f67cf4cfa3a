import { calls } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { queueMessages } from '../messages/queue.ts';
import { first, rows, sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { phones, storeList } from '../testing/people.ts';

const harness = useHarness();
let next = 7_000;

async function account() {
  harness().startBackground();
  const { services } = harness();
  const user = await harness().newUser();
  const { accountId } = user;
  const channel = await first(
    services.db,
    sql<{ id: number }>`select id from channels where account_id = ${accountId}`,
  );
  return { services, user, accountId, channelId: channel?.id ?? 0 };
}

async function campaign(accountId: number, texts: string[]): Promise<number> {
  next += 1;
  const id = next;
  await storeSketch(
    harness().services.db,
    accountId,
    id,
    texts.map((text, n) => ({ type: 'message', id: id * 10 + n, text })) as never,
  );
  return id;
}

const AT_ONCE = '2020-01-01 00:00:00';

/** The pump had a look at all that was due: what another account sends now has gone out. */
async function othersAreServed(): Promise<void> {
  const { services, user, accountId } = await account();
  const people = phones(1).map((phone) => ({ phone }));
  const list = await storeList(services.db, accountId, 'All', people);
  const { values } = await user.ask(calls.blast.send, {
    campaign: await campaign(accountId, ['Hi']),
    lists: [list],
    schedule: AT_ONCE,
  });
  const blast = values?.blast ?? 0;
  await eventually(async () => (await user.ask(calls.blast.progress, { blast })).values?.state === 'done');
}

async function ledgerHolds(accountId: number): Promise<void> {
  const row = await first(
    harness().services.db,
    sql`
      with l as (select kind, sum(credits) as c from ledger where account_id = ${accountId} group by kind),
      s as (select
        coalesce(sum(c) filter (where kind = 'grant'), 0) as granted,
        coalesce(sum(c) filter (where kind in ('grant', 'return', 'refund')), 0)
          - coalesce(sum(c) filter (where kind in ('reserve', 'spend')), 0) as balance,
        coalesce(sum(c) filter (where kind = 'reserve'), 0)
          - coalesce(sum(c) filter (where kind in ('spend-reserved', 'return')), 0) as reserved,
        coalesce(sum(c) filter (where kind in ('spend', 'spend-reserved')), 0)
          - coalesce(sum(c) filter (where kind = 'refund'), 0) as spent
        from l)
      select b.balance - s.balance as balance, b.reserved - s.reserved as reserved, b.spent - s.spent as spent,
        b.granted - s.granted as granted
      from balances b, s where b.account_id = ${accountId}`,
  );
  expect(row).toEqual({ balance: 0, reserved: 0, spent: 0, granted: 0 });
}

describe('the simulated carrier', () => {
  it('does to each number what its last digits say, and nobody gets a message twice', async () => {
    const { services, user, accountId } = await account();
    const ends = ['0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008', '0099'];
    const numbers = ends.map((end) => `+1500555${end}`);
    const list = await storeList(
      services.db,
      accountId,
      'All',
      numbers.map((phone) => ({ phone })),
    );
    const campaignId = await campaign(accountId, ['Hi']);
    const sent = await user.ask(calls.blast.send, { campaign: campaignId, lists: [list], schedule: AT_ONCE });
    expect(sent.RESULT).toBe(1);
    const wanted = {
      '0001': 'undelivered',
      '0002': 'failed',
      '0003': 'delivered',
      '0004': 'sent',
      '0005': 'delivered',
      '0006': 'delivered',
      '0007': 'delivered',
      '0008': 'delivered',
      '0099': 'delivered',
    };
    await eventually(async () => {
      const found = await rows(
        services.db,
        sql<{ end: string; status: string }>`
          select right(c.phone, 4) as end, m.status from messages m
          join contacts c on c.account_id = ${accountId} and c.id = m.contact_id where m.account_id = ${accountId}`,
      );
      const states = Object.fromEntries(found.map(({ end, status }) => [end, status]));
      return JSON.stringify(states, Object.keys(wanted)) === JSON.stringify(wanted);
    });
    const book = await rows(
      services.db,
      sql<{ phone: string; count: number }>`
        select phone, count(*) as count from simulator_messages where account_id = ${accountId} group by phone`,
    );
    expect(book).toHaveLength(8);
    expect(book.every(({ count }) => count === 1)).toBe(true);
    const { values } = await user.ask(calls.blast.progress, { blast: sent.values?.blast ?? 0 });
    expect(values).toMatchObject({
      state: 'done',
      total: 9,
      queued: 0,
      sent: 1,
      delivered: 6,
      failed: 2,
      unknown: 0,
    });
    await ledgerHolds(accountId);
  });

  it('sends all messages of an opening in their order, each paid', async () => {
    const { services, user, accountId, channelId } = await account();
    const list = await storeList(
      services.db,
      accountId,
      'All',
      phones(30).map((phone) => ({ phone })),
    );
    const campaignId = await campaign(accountId, ['One', 'Two', 'Three']);
    const review = await user.ask(calls.blast.review, { campaign: campaignId, lists: [list] });
    expect(review.values?.creditsNeeded).toBe(90);
    const sent = await user.ask(calls.blast.send, { campaign: campaignId, lists: [list], schedule: AT_ONCE });
    await eventually(async () => {
      const { values } = await user.ask(calls.blast.progress, { blast: sent.values?.blast ?? 0 });
      return values?.state === 'done';
    });
    const book = await rows(
      services.db,
      sql<{ texts: string }>`
        select string_agg(body, ' ' order by id) as texts from simulator_messages
        where account_id = ${accountId} group by phone`,
    );
    expect(book).toHaveLength(30);
    expect(book.every(({ texts }) => texts === 'One Two Three')).toBe(true);
    // Each stands by its own step with its campaign, blast and price.
    const stored = await rows(
      services.db,
      sql<Record<string, unknown>>`
        select m.seq, m.campaign_id as campaign, m.blast_id as blast, m.channel_id as channel, m.step_id as step, m.body,
          m.media, m.credits, m.segments, m.origin, m.sent_at >= m.created_at as tried, count(*)::int as people,
          count(distinct contact_id)::int as contacts
        from messages m where m.account_id = ${accountId}
        group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 order by 1`,
    );
    const all = { campaign: campaignId, blast: sent.values?.blast, channel: channelId, media: null };
    const each = { credits: 1, segments: 1, origin: 'blast', tried: true, people: 30, contacts: 30 };
    expect(stored).toEqual(
      ['One', 'Two', 'Three'].map((body, n) => ({
        seq: n,
        step: campaignId * 10 + n,
        body,
        ...all,
        ...each,
      })),
    );
    const balance = await first(
      services.db,
      sql`select balance, reserved, spent from balances where account_id = ${accountId}`,
    );
    expect(balance).toEqual({ balance: 910, reserved: 0, spent: 90 });
    await ledgerHolds(accountId);
  });
});

describe('an opening that notifies', () => {
  it('tells the people of its list of each who gets it', async () => {
    const { services, user, accountId } = await account();
    const { db } = services;
    const [staff = ''] = phones(1, 60_000);
    const told = await storeList(db, accountId, 'Staff', [{ phone: staff }]);
    const list = await storeList(
      db,
      accountId,
      'All',
      phones(3).map((phone) => ({ phone })),
    );
    next += 1;
    const id = next;
    await storeSketch(db, accountId, id, [
      { type: 'message', id: id * 10, text: 'Sale' },
      { type: 'notification', id: id * 10 + 1, list: told, text: 'One more was told' },
    ]);
    const form = { campaign: id, lists: [list], schedule: AT_ONCE };
    expect((await user.ask(calls.blast.send, form)).RESULT).toBe(1);
    const notices = () =>
      rows(
        db,
        sql<{ body: string }>`
          select body from simulator_messages where account_id = ${accountId} and phone = ${staff}`,
      );
    await eventually(notices, (seen) => seen.length === 3);
    expect((await notices()).map(({ body }) => body)).toEqual(Array(3).fill('One more was told'));
    await ledgerHolds(accountId);
  });
});

describe('the last gate', () => {
  it('sends nothing to a number that opted out after it was queued, and says why', async () => {
    const { services, user, accountId } = await account();
    const [gone = '', stays = ''] = phones(2);
    const list = await storeList(services.db, accountId, 'All', [{ phone: gone }, { phone: stays }]);
    const campaignId = await campaign(accountId, ['Hi']);
    const soon = { campaign: campaignId, lists: [list], schedule: '2099-01-01 00:00:00' };
    const sent = await user.ask(calls.blast.send, soon);
    const blast = sent.values?.blast ?? 0;
    await sql`
      insert into suppressions (account_id, phone, source, at)
      values (${accountId}, ${gone}, 'test', ${new Date()})`.execute(services.db);
    // As if its time had come before the opt-out: nothing is made anew any more, and what is queued goes out.
    await sql`
      with due as (
        update blast_jobs set due_at = ${new Date(0)} where account_id = ${accountId}
      ), chunks as (
        update send_chunks set due_at = ${new Date(0)} where account_id = ${accountId}
      )
      update blasts set renewal = null where account_id = ${accountId}`.execute(services.db);
    services.signals.wake('chunks');
    await eventually(async () => {
      const { values } = await user.ask(calls.blast.progress, { blast });
      return values?.state === 'done' && values.delivered === 1;
    });
    const { values } = await user.ask(calls.blast.reasons, { blast });
    expect(values?.reasons).toEqual([
      { status: 'delivered', reason: '', code: '', count: 1 },
      { status: 'skipped', reason: 'opted-out', code: '', count: 1 },
    ]);
    const balance = await first(
      services.db,
      sql`select balance, reserved, spent from balances where account_id = ${accountId}`,
    );
    expect(balance).toEqual({ balance: 999, reserved: 0, spent: 1 });
    await ledgerHolds(accountId);
  });

  it('holds single messages beyond the balance, skips those to opted-out numbers; free ones go to both', async () => {
    const { services, accountId, channelId } = await account();
    const numbers = phones(2, 90_000);
    await storeList(services.db, accountId, 'All', [
      { phone: numbers[0] ?? '' },
      { phone: numbers[1] ?? '', optedOut: true },
    ]);
    await sql`update balances set balance = 1, granted = 1 where account_id = ${accountId}`.execute(
      services.db,
    );
    const contacts = await rows(
      services.db,
      sql<{ id: number }>`select id from contacts where account_id = ${accountId} order by phone`,
    );
    const message = (n: number, free: boolean) => ({
      channelId,
      contactId: contacts[n]?.id ?? 0,
      campaignId: null,
      blastId: null,
      stepId: null,
      origin: free ? ('system' as const) : ('flow' as const),
      purpose: free ? ('required' as const) : ('conversation' as const),
      body: 'Hi',
      media: null,
    });
    const queued = await services.db
      .transaction()
      .execute((trx) =>
        queueMessages(trx, services, accountId, [
          message(1, false),
          message(1, true),
          message(0, false),
          message(0, false),
          message(0, true),
        ]),
      );
    expect(queued.map(({ status, reason, credits }) => [status, reason, credits])).toEqual([
      ['skipped', 'opted-out', 0],
      ['queued', null, 0],
      ['queued', null, 1],
      ['held', 'balance', 0],
      ['queued', null, 0],
    ]);
    services.signals.wake('outbox');
    await eventually(async () => {
      const book = await rows(
        services.db,
        sql`select 1 from simulator_messages where account_id = ${accountId}`,
      );
      return book.length === 3;
    });
    await eventually(async () => {
      const left = await rows(services.db, sql`select 1 from outbox where account_id = ${accountId}`);
      return left.length === 0;
    });
  });
});

describe('control', () => {
  it('pauses, resumes, cancels; a cancelled blast gives back what it reserved', async () => {
    const { services, user, accountId } = await account();
    const list = await storeList(
      services.db,
      accountId,
      'All',
      phones(40).map((phone) => ({ phone })),
    );
    const campaignId = await campaign(accountId, ['Hi']);
    const sent = await user.ask(calls.blast.send, {
      campaign: campaignId,
      lists: [list],
      schedule: '2099-01-01 00:00:00',
    });
    const blast = sent.values?.blast ?? 0;
    await user.ask(calls.blast.setState, { blast, state: 'paused' });
    await sql`update send_chunks set due_at = ${new Date(0)} where account_id = ${accountId}`.execute(
      services.db,
    );
    services.signals.wake('chunks');
    await othersAreServed();
    const paused = await user.ask(calls.blast.progress, { blast });
    expect(paused.values).toMatchObject({ state: 'paused', queued: 40 });
    await user.ask(calls.blast.setState, { blast, state: 'cancelled' });
    await eventually(async () => {
      const { values } = await user.ask(calls.blast.progress, { blast });
      return values?.state === 'cancelled' && values.queued === 0 && values.skipped === 40;
    });
    const again = await user.ask(calls.blast.setState, { blast, state: 'running' });
    expect(again).toMatchObject({ RESULT: 0, status: 200, MESSAGE: 'This blast is already over.' });
    const balance = await first(
      services.db,
      sql`select balance, reserved, spent from balances where account_id = ${accountId}`,
    );
    expect(balance).toEqual({ balance: 1000, reserved: 0, spent: 0 });
    // Nobody got it: it may be sent again.
    const review = await user.ask(calls.blast.review, { campaign: campaignId, lists: [list] });
    expect(review.values).toMatchObject({ eligible: 40, duplicates: 0, queued: 0 });
    await ledgerHolds(accountId);
  });

  it('keeps to the pace of a channel', async () => {
    const { services, user, accountId, channelId } = await account();
    await sql`
      update channels set segments_per_second = 20 where account_id = ${accountId} and id = ${channelId}`.execute(
      services.db,
    );
    const list = await storeList(
      services.db,
      accountId,
      'All',
      phones(50).map((phone) => ({ phone })),
    );
    const campaignId = await campaign(accountId, ['Hi']);
    const begin = Date.now();
    const sent = await user.ask(calls.blast.send, { campaign: campaignId, lists: [list], schedule: AT_ONCE });
    await eventually(async () => {
      const { values } = await user.ask(calls.blast.progress, { blast: sent.values?.blast ?? 0 });
      return values?.state === 'done';
    });
    expect(Date.now() - begin).toBeGreaterThan(2_200);
    const window = await first(
      services.db,
      sql<{ most: number }>`
        select max(n) as most from (
          select count(*) over (order by at range between interval '999 ms' preceding and current row) as n
          from simulator_messages where account_id = ${accountId}
        ) counted`,
    );
    // A second's traffic, what the bucket holds, and the lump that was granted just before and handed over
    // late.
    const [rate, burst, lump] = [20, 2, 2];
    expect(window?.most).toBeLessThanOrEqual(rate + burst + lump);
  });

  it('uses a sender’s day up, the first one too, and goes on with the next', async () => {
    const { services, user, accountId, channelId } = await account();
    await sql`
      update channels set segments_per_day = 20 where account_id = ${accountId} and id = ${channelId}`.execute(
      services.db,
    );
    const list = await storeList(
      services.db,
      accountId,
      'All',
      phones(45).map((phone) => ({ phone })),
    );
    const campaignId = await campaign(accountId, ['Hi']);
    const sent = await user.ask(calls.blast.send, { campaign: campaignId, lists: [list], schedule: AT_ONCE });
    const taken = async () =>
      (await rows(services.db, sql`select 1 from simulator_messages where account_id = ${accountId}`)).length;
    // A twentieth is left for answers.
    for (const expected of [19, 38, 45]) {
      await eventually(
        () => taken(),
        (seen) => seen === expected,
      );
      await othersAreServed();
      expect(await taken()).toBe(expected);
      const { values } = await user.ask(calls.blast.progress, { blast: sent.values?.blast ?? 0 });
      // The sender's midnight, or nothing is left.
      expect(values?.nextAt === '').toBe(expected === 45);
      if (expected < 45) expect(Date.parse(values?.nextAt ?? '')).toBeGreaterThan(Date.now());
      await sql`update channel_rate_limits set day = day - 1 where account_id = ${accountId}`.execute(
        services.db,
      );
      await sql`update send_chunks set due_at = ${new Date(0)} where account_id = ${accountId}`.execute(
        services.db,
      );
      services.signals.wake('chunks');
    }
    await eventually(async () => {
      const { values } = await user.ask(calls.blast.progress, { blast: sent.values?.blast ?? 0 });
      return values?.state === 'done';
    });
    await ledgerHolds(accountId);
  });

  it('never puts off for ever what is longer than a whole day of its sender: it is skipped, and its credits return', async () => {
    const { services, user, accountId, channelId } = await account();
    await sql`
      update channels set segments_per_day = 2 where account_id = ${accountId} and id = ${channelId}`.execute(
      services.db,
    );
    const list = await storeList(services.db, accountId, 'All', [{ phone: '+12125550171' }]);
    const texts = ['Hello', 'x'.repeat(400), 'Goodbye'];
    const sent = await user.ask(calls.blast.send, {
      campaign: await campaign(accountId, texts),
      lists: [list],
      schedule: AT_ONCE,
    });
    const of = () =>
      rows(
        services.db,
        sql<{ status: string; reason: string | null; credits: number }>`
          select status, reason, credits from messages where account_id = ${accountId} order by id`,
      );
    const skipped = { status: 'skipped', reason: 'day-limit', credits: 0 };
    const arrived = { status: 'delivered', reason: null, credits: 1 };
    await eventually(async () => (await of()).filter(({ status }) => status === 'delivered').length === 2);
    expect(await of()).toEqual([arrived, skipped, arrived]);
    const { values } = await user.ask(calls.blast.progress, { blast: sent.values?.blast ?? 0 });
    expect(values).toMatchObject({ state: 'done', delivered: 1, skipped: 0, credits: 2 });

    const long = await user.ask(calls.blast.send, {
      campaign: await campaign(accountId, ['y'.repeat(400)]),
      lists: [list],
      schedule: AT_ONCE,
    });
    await eventually(async () => {
      const progress = await user.ask(calls.blast.progress, { blast: long.values?.blast ?? 0 });
      return progress.values?.state === 'done' && progress.values.skipped === 1;
    });
    const contact = await first(
      services.db,
      sql<{ id: number }>`select min(id) as id from contacts where account_id = ${accountId}`,
    );
    const nothing = { channelId, campaignId: null, blastId: null, stepId: null, media: null };
    await services.db.transaction().execute((trx) =>
      queueMessages(trx, services, accountId, [
        {
          ...nothing,
          contactId: contact?.id ?? 0,
          origin: 'inbox',
          purpose: 'message',
          body: 'z'.repeat(400),
        },
      ]),
    );
    services.signals.wake('outbox');
    const over = async () => (await of()).filter(({ status }) => status === 'skipped');
    await eventually(
      () => over(),
      (seen) => seen.length === 3,
    );
    expect(await over()).toEqual([skipped, skipped, skipped]);
    await ledgerHolds(accountId);
  });
});
