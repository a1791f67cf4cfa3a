import { calls } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { createHarness, useHarness } from '../testing/harness.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { access, account, channels, lists, members, tags } = calls;

const SETTINGS = {
  accountName: 'Corner Bakery',
  contactInfo: 'help@example.com',
  timeZone: 'America/New_York',
  phone: '(212) 555-0199',
  mfaEnabled: false,
};

describe('My Account', () => {
  it('shows the profile, the credits and the team', async () => {
    const user = await harness().newUser({ email: 'Ann@Example.com', phone: '2125550123' });
    const { values } = await user.ask(account.load, {});
    expect(values).toMatchObject({
      email: 'Ann@Example.com',
      phone: '+12125550123',
      mfaEnabled: false,
      mfaSetting: 'optional',
      balance: 1000,
      reserved: 0,
      team: [{ email: 'Ann@Example.com', role: 'owner' }],
    });
  });

  it('saves settings, and what is wrong with them is said', async () => {
    const user = await harness().newUser();
    expect((await user.ask(account.save, SETTINGS)).RESULT).toBe(1);
    expect((await user.ask(account.load, {})).values).toMatchObject({ ...SETTINGS, phone: '+12125550199' });
    const tries = [
      [{ timeZone: 'Mars/Olympus' }, 400, 'TIMEZONE'],
      [{ timeZone: '+02:00' }, 400, 'TIMEZONE'],
      [{ phone: '12' }, 400, 'PHONE'],
      [{ accountName: '  ' }, 200, 'ACCOUNTNAME'],
    ] as const;
    for (const [change, status, detail] of tries)
      expect(await user.ask(account.save, { ...SETTINGS, ...change })).toMatchObject({
        status,
        RESULT: 0,
        DETAIL: detail,
      });
    expect((await user.ask(account.load, {})).values).toMatchObject({ timeZone: 'America/New_York' });
  });

  it('counts the days anew when the zone changes', async () => {
    const user = await harness().newUser();
    const { pool } = harness().services;
    await user.ask(account.save, { ...SETTINGS, timeZone: 'UTC' });
    await pool.query(
      `insert into events (account_id, campaign_id, at, kind, contact_id) values ($1, 1, '2026-03-10T02:00:00Z', 'response', 1)`,
      [user.accountId],
    );
    await user.ask(account.save, SETTINGS);
    const { rows } = await pool.query('select day, count from daily_campaign_counts where account_id = $1', [
      user.accountId,
    ]);
    expect(rows).toEqual([{ day: '2026-03-09', count: 1 }]);
  });

  it('refuses sign-in codes where the server has switched them off', async () => {
    const off = await createHarness({ env: { MFA: 'off' } });
    const user = await off.newUser();
    expect(await user.ask(account.save, { ...SETTINGS, mfaEnabled: true })).toMatchObject({
      status: 200,
      RESULT: 0,
    });
    await off.stop();
  });

  it('sends sign-in codes to a number only once a code texted there was given', async () => {
    const user = await harness().newUser({ phone: '2125550111' });
    const codeTo = async (phone: string) => {
      expect((await user.ask(account.sendPhoneCode, { phone })).values).toEqual({ inLog: true });
      return harness().codeInLog('confirmation');
    };
    const own = { ...SETTINGS, phone: '2125550111', mfaEnabled: true };
    const other = { ...own, phone: '2125550112' };
    const unproven = { status: 200, RESULT: 0, DETAIL: 'MFACode' };
    const isOn = async () => (await user.ask(account.load, {})).values.mfaEnabled;
    expect(await user.ask(account.save, own)).toMatchObject(unproven);
    const code = await codeTo('2125550111');
    expect(
      await user.ask(account.save, { ...own, code: code === '000000' ? '000001' : '000000' }),
    ).toMatchObject(unproven);
    // A code proves the number that it was texted to, and completes no sign-in.
    expect(await user.ask(account.save, { ...other, code })).toMatchObject(unproven);
    expect(await user.ask(access.verifyCode, { code })).toMatchObject({ RESULT: 0 });
    expect(await isOn()).toBe(false);
    expect((await user.ask(account.save, { ...own, code })).RESULT).toBe(1);
    expect(await isOn()).toBe(true);
    // Other settings need none; another number does; without sign-in codes it may be any.
    expect((await user.ask(account.save, { ...own, contactInfo: 'new' })).RESULT).toBe(1);
    expect(await user.ask(account.save, other)).toMatchObject(unproven);
    const second = await codeTo('2125550112');
    expect((await user.ask(account.save, { ...other, code: second })).RESULT).toBe(1);
    expect(await user.ask(account.save, { ...other, phone: '2125550113', code: second })).toMatchObject(
      unproven,
    );
    expect((await user.ask(account.save, { ...other, mfaEnabled: false })).RESULT).toBe(1);
    expect(await user.ask(account.sendPhoneCode, { phone: '12' })).toMatchObject({
      status: 400,
      DETAIL: 'PHONE',
    });
  });

  it('changes the address to sign in with, for who knows the password', async () => {
    const password = 'correct horse battery staple';
    await harness().newUser({ email: 'taken@example.com' });
    const user = await harness().newUser({ email: 'before@example.com' });
    const elsewhere = harness().stranger();
    await elsewhere.ask(access.signIn, { email: 'before@example.com', password });
    const change = (email: string, given = password) =>
      user.ask(account.changeEmail, { email, password: given });
    expect(await change('no address')).toMatchObject({ status: 400, DETAIL: 'inpEmail' });
    expect(await change('after@example.com', 'wrong')).toMatchObject({ RESULT: 0, DETAIL: 'inpPassword' });
    expect(await change(' Taken@Example.com ')).toMatchObject({ status: 200, RESULT: 0, DETAIL: 'inpEmail' });
    expect((await elsewhere.ask(account.load, {})).RESULT).toBe(1);
    expect((await change(' After@Example.com ')).RESULT).toBe(1);
    expect((await user.ask(account.load, {})).values.email).toBe('After@Example.com');
    expect((await elsewhere.ask(account.load, {})).RESULT).toBe(-1);
    const sign = async (email: string) => (await elsewhere.ask(access.signIn, { email, password })).RESULT;
    expect(await sign('before@example.com')).toBe(0);
    expect(await sign('after@example.com')).toBe(1);
  });

  it('changes the password, and ends the other sessions', async () => {
    const email = 'password@example.com';
    const user = await harness().newUser({ email });
    const elsewhere = harness().stranger();
    const old = 'correct horse battery staple';
    const fresh = 'another staple, battery, horse';
    await elsewhere.ask(access.signIn, { email, password: old });
    expect((await elsewhere.ask(account.load, {})).RESULT).toBe(1);
    expect(await user.ask(account.changePassword, { current: 'wrong', next: fresh })).toMatchObject({
      status: 200,
      RESULT: 0,
    });
    expect(await user.ask(account.changePassword, { current: old, next: 'short' })).toMatchObject({
      status: 200,
      RESULT: 0,
    });
    expect((await elsewhere.ask(account.load, {})).RESULT).toBe(1);
    expect((await user.ask(account.changePassword, { current: old, next: fresh })).RESULT).toBe(1);
    expect((await user.ask(account.load, {})).RESULT).toBe(1);
    expect((await elsewhere.ask(account.load, {})).RESULT).toBe(-1);
    expect((await elsewhere.ask(access.signIn, { email, password: old })).RESULT).toBe(0);
    expect((await elsewhere.ask(access.signIn, { email, password: fresh })).RESULT).toBe(1);
  });

  it('slows down who guesses the current password', async () => {
    const user = await harness().newUser();
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1)
      statuses.push(
        (await user.ask(account.changePassword, { current: `${n}`, next: 'long enough' })).status,
      );
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('the overview', () => {
  it('is empty in a new account and grows with what happens', async () => {
    const user = await harness().newUser();
    await user.ask(account.save, SETTINGS);
    const fresh = (await user.ask(account.overview, {})).values.overview;
    expect(fresh).toMatchObject({
      balance: 1000,
      reserved: 0,
      runningBlasts: [],
      upcoming: [],
      recentReplies: [],
      done: { campaign: false, keyword: false, contacts: false, tried: false, blast: false, report: false },
    });
    expect(fresh.lastDays.map((day) => day.day)).toEqual([
      '2026-03-04',
      '2026-03-05',
      '2026-03-06',
      '2026-03-07',
      '2026-03-08',
      '2026-03-09',
      '2026-03-10',
    ]);
    expect(fresh.lastDays.every((day) => day.sent === 0 && day.received === 0)).toBe(true);

    const list = (await user.ask(lists.add, { name: 'VIP' })).values.id;
    const { contact } = (await user.ask(members.add, { phone: '2125550100', list })).values;
    await user.ask(tags.add, { name: 'First name' });
    await user.ask(tags.setValue, { contact, tag: 'First name', value: 'Ada' });
    const [channel] = (await user.ask(channels.list, {})).values.channels;
    const { pool } = harness().services;
    const campaign = await pool.query(
      `insert into campaigns (account_id, name, created_at) values ($1, 'Sale', now()) returning id`,
      [user.accountId],
    );
    const campaignId = campaign.rows[0].id;
    const insertBlast = (state: string, startedAt: string | null, counters: number[]) =>
      pool.query(
        `insert into blasts (account_id, campaign_id, source_campaign_id, channel_id, list_ids, flows, request_key, state,
           scheduled_for, started_at, created_at, total, sent, delivered, failed)
         values ($1, $2, $2, $3, '{}', '{}', 'test', $4, '2026-03-12T09:00:00Z', $5, now(), $6, $7, $8, $9)`,
        [user.accountId, campaignId, channel?.id, state, startedAt, ...counters],
      );
    await insertBlast('running', '2026-03-10T03:30:00Z', [100, 10, 50, 5]);
    await insertBlast('scheduled', null, [0, 0, 0, 0]);
    await pool.query(
      `insert into messages (account_id, id, channel_id, contact_id, origin, status, created_at)
       select $1, 7000000 + n, $2, $3, 'flow', s::message_status, '2026-03-10T11:50:00Z'
       from unnest(array['queued', 'sent', 'delivered', 'undelivered']) with ordinality as given (s, n)`,
      [user.accountId, channel?.id, contact],
    );
    for (const [kind, body] of [
      ['answer', 'Yes please'],
      ['stop', 'STOP'],
    ])
      await pool.query(
        `insert into inbound_messages (account_id, channel_id, contact_id, carrier_message_id, body, kind, campaign_id, at)
         values ($1, $2, $3, $4, $4, $5, $6, '2026-03-10T11:55:00Z')`,
        [user.accountId, channel?.id, contact, body, kind, campaignId],
      );
    await pool.query(
      `insert into consents (account_id, phone, kind, channel_id, source, words, at)
       select $1, '+12125550100', 'opt-out', $2, 'keyword', 'STOP', '2026-03-10T11:55:00Z'`,
      [user.accountId, channel?.id],
    );
    const { overview } = (await user.ask(account.overview, {})).values;
    expect(overview.runningBlasts).toMatchObject([{ campaign: 'Sale', campaignId, total: 100, sent: 65 }]);
    expect(overview.upcoming).toMatchObject([
      { kind: 'blast', name: 'Sale', at: '2026-03-12T09:00:00.000Z' },
    ]);
    // 03:30 UTC is still the 9th in New York.
    expect(overview.lastDays.slice(-2)).toEqual([
      { day: '2026-03-09', sent: 65, delivered: 50, failed: 5, unpaid: 0, received: 0, optOuts: 0 },
      { day: '2026-03-10', sent: 3, delivered: 1, failed: 1, unpaid: 0, received: 2, optOuts: 1 },
    ]);
    expect(
      overview.recentReplies.map(({ phone, displayName, text, campaignId }) => [
        phone,
        displayName,
        text,
        campaignId,
      ]),
    ).toEqual([
      ['+12125550100', 'Ada', 'STOP', campaignId],
      ['+12125550100', 'Ada', 'Yes please', campaignId],
    ]);
    expect(overview.done).toEqual({
      campaign: true,
      keyword: false,
      contacts: true,
      tried: true,
      blast: true,
      report: false,
    });
  });

  it('counts a quarter of an hour once more while receipts may change it, and then no more', async () => {
    const own = manualClock('2026-05-04T10:05:00Z');
    const parley = await createHarness({ clock: own });
    try {
      const user = await parley.newUser();
      await user.ask(account.save, { ...SETTINGS, timeZone: 'Asia/Kathmandu' });
      await user.ask(calls.simulator.phoneSend, { phone: '+12125550101', text: 'Hello?' });
      const { pool } = parley.services;
      await pool.query(
        `insert into messages (account_id, id, channel_id, contact_id, origin, status, created_at)
         select $1, 7000001, c.id, k.id, 'flow', 'sent', '2026-05-04T10:00:00Z'
         from channels c, contacts k where c.account_id = $1 and k.account_id = $1`,
        [user.accountId],
      );
      const becomes = (status: string) =>
        pool.query('update messages set status = $2 where account_id = $1', [user.accountId, status]);
      const today = async () => (await user.ask(account.overview, {})).values.overview.lastDays.at(-1);
      expect(await today()).toMatchObject({ day: '2026-05-04', sent: 1, delivered: 0, received: 1 });
      await becomes('delivered');
      expect(await today()).toMatchObject({ sent: 1, delivered: 1 });
      own.advance(50 * 60_000);
      await becomes('undelivered');
      expect(await today()).toMatchObject({ sent: 1, delivered: 0, failed: 1 });
      // Counted a moment ago at this age: the page does not count it again.
      await becomes('delivered');
      expect(await today()).toMatchObject({ delivered: 0, failed: 1 });
      own.advance(6 * 3_600_000);
      expect(await today()).toMatchObject({ sent: 1, delivered: 1, failed: 0, received: 1 });
      await pool.query("update sessions set expires_at = '2027-01-01'");
      own.advance(8 * 86_400_000);
      expect(
        (await user.ask(account.overview, {})).values.overview.lastDays.every(({ sent }) => sent === 0),
      ).toBe(true);
      const { rows } = await pool.query(
        'select min(quarter) as first, count(*)::int from quarter_hour_rollups',
      );
      // Eight days back.
      expect(rows[0].first.toISOString()).toBe('2026-05-04T16:45:00.000Z');
      expect(rows[0].count).toBeLessThanOrEqual(8 * 96 + 1);
    } finally {
      await parley.stop();
    }
  });

  it('counts what stands still until somebody decides', async () => {
    const user = await harness().newUser();
    const attention = async () => (await user.ask(account.overview, {})).values.overview.attention;
    const quiet = {
      toReview: 0,
      muted: 0,
      inDoubt: 0,
      unpaid: 0,
      broken: 0,
      reachedByBroken: 0,
      approvals: 0,
      webhooks: 0,
    };
    expect(await attention()).toEqual(quiet);
    await user.ask(calls.simulator.phoneSend, { phone: '+12125550166', text: 'Is this spam?' });
    const { pool } = harness().services;
    await pool.query(
      `with made as (
         insert into messages (account_id, id, channel_id, contact_id, origin, status, created_at)
         select $1, 7100000, c.id, k.id, 'flow', 'unknown', now()
         from channels c, contacts k where c.account_id = $1 and k.account_id = $1 returning *
       )
       insert into unconfirmed_messages (account_id, message_id, contact_id, tried_at)
       select account_id, id, contact_id, created_at from made`,
      [user.accountId],
    );
    expect(await attention()).toEqual({ ...quiet, toReview: 1, inDoubt: 1 });
  });

  it('tells what happened since the last visit, and how many people wait for an answer', async () => {
    const own = manualClock('2026-05-01T09:00:00Z');
    const parley = await createHarness({ clock: own });
    try {
      const user = await parley.newUser();
      const overview = async () => (await user.ask(account.overview, {})).values.overview;
      expect((await overview()).since).toBeNull();
      own.advance(10 * 60_000);
      expect((await overview()).since).toBeNull();
      own.advance(3_600_000);
      await user.ask(calls.simulator.phoneSend, { phone: '+12125550101', text: 'Hello?' });
      await user.ask(calls.simulator.phoneSend, { phone: '+12125550102', text: 'STOP' });
      own.advance(1_000);
      const { since, waiting } = await overview();
      expect(since).toEqual({
        at: '2026-05-01T09:10:00.000Z',
        received: 2,
        optIns: 0,
        optOuts: 1,
        blasts: [],
      });
      expect(waiting).toBe(1);
    } finally {
      await parley.stop();
    }
  });

  it('tells nothing of other accounts', async () => {
    const [user, other] = [await harness().newUser(), await harness().newUser()];
    await other.ask(tags.add, { name: 'City' });
    const list = (await other.ask(lists.add, { name: 'VIP' })).values.id;
    await other.ask(members.add, { phone: '2125550100', list });
    expect((await user.ask(account.overview, {})).values.overview.done.contacts).toBe(false);
  });
});
