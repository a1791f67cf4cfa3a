/** Codes for a person never travel over a channel that somebody else controls. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { type Client, createHarness, type Harness, useHarness } from '../testing/harness.ts';

const harness = useHarness();
const { access, account, channels, connections, inbox, members, simulator, team } = calls;
const PASSWORD = 'correct horse battery staple';
const WAY = { baseUrl: 'http://127.0.0.1:9', accountSid: 'AC1', authToken: 'secret' };
let numbers = 0;

type User = Awaited<ReturnType<Harness['newUser']>> & { email: string; phone: string };

async function newUser(name: string, parley = harness()): Promise<User> {
  numbers += 1;
  const given = { email: `${name}@example.com`, phone: `212555${1000 + numbers}` };
  return { ...(await parley.newUser(given)), ...given };
}

/** Switches sign-in codes on, with the code that the simulator leaves in the log. */
async function withCodes(user: User, parley = harness()): Promise<void> {
  await user.ask(account.sendPhoneCode, { phone: user.phone });
  const code = parley.codeInLog('confirmation');
  const profile = { accountName: 'Mine', timeZone: 'UTC', phone: user.phone, mfaEnabled: true };
  expect((await user.ask(account.save, { ...profile, code })).RESULT).toBe(1);
}

async function firstChannel(user: Client) {
  const [channel] = (await user.ask(channels.list, {})).values.channels;
  return { id: channel?.id ?? 0, number: channel?.number ?? '' };
}

/** Makes the first channel one of a carrier: whoever runs it reads what is texted. */
async function connect(user: Client, number: string) {
  const { id } = await firstChannel(user);
  const saved = await user.ask(connections.save, { channel: id, number, kind: 'twilio', values: WAY });
  expect(saved.RESULT, saved.MESSAGE).toBe(1);
}

async function join(into: Client, user: User, role: 'owner' | 'member') {
  const { link } = (await into.ask(team.invite, { email: user.email, role })).values;
  return user.ask(team.accept, { invitation: link.split('/join/')[1] ?? '' });
}

/** Accounts whose channels a code of a person was queued on. */
async function codesTo({ phone }: User, parley = harness()): Promise<number[]> {
  const { rows } = await parley.services.pool.query(
    `select m.account_id from messages m join contacts c on c.account_id = m.account_id and c.id = m.contact_id
     where c.phone = $1 and m.origin = 'system' and m.body like 'Your Parley % code is %' order by m.id`,
    [`+1${phone}`],
  );
  return rows.map(({ account_id }) => account_id as number);
}

const half = async (user: User, parley = harness()) => {
  const client = parley.stranger();
  expect((await client.ask(access.signIn, { email: user.email, password: PASSWORD })).values).toEqual({
    mfaRequired: true,
    byApp: false,
  });
  return client;
};

test('an account that somebody is invited to, with a gateway of its owner, gets none of her codes', async () => {
  const victim = await newUser('victim');
  await withCodes(victim);
  const attacker = await newUser('attacker');
  expect((await join(attacker, victim, 'member')).RESULT).toBe(1);
  await victim.ask(account.load, {});
  await connect(attacker, '+12125550150');
  await attacker.ask(team.setRole, { user: victim.userId, role: 'owner' });
  expect((await victim.ask(team.answerOwnership, { accept: true })).RESULT).toBe(1);

  await harness().stranger().ask(access.sendPasswordCode, { email: victim.email });
  const inLog = harness().codeInLog('password');
  expect(inLog).toMatch(/^\d{6}$/);
  const client = await half(victim);
  expect((await client.ask(access.sendCode, {})).values).toEqual({ inLog: true });
  expect((await client.ask(access.verifyCode, { code: harness().codeInLog('sign-in') })).RESULT).toBe(1);
  expect((await client.ask(account.sendPhoneCode, { phone: '2125550151' })).values).toEqual({ inLog: true });
  expect(await codesTo(victim)).toEqual([]);
  expect(await codesTo({ ...victim, phone: '2125550151' })).toEqual([]);
});

test('a channel of one’s own account brings them, whichever account one works in', async () => {
  const user = await newUser('ann');
  await withCodes(user);
  await connect(user, '+12125550152');
  const others = await newUser('others');
  await join(others, user, 'member');
  expect((await (await half(user)).ask(access.sendCode, {})).values).toEqual({ inLog: false });
  await harness().stranger().ask(access.sendPasswordCode, { email: user.email });
  await user.ask(account.sendPhoneCode, { phone: user.phone });
  expect(await codesTo(user)).toEqual([user.accountId, user.accountId, user.accountId]);
});

test('whoever belongs to no account any more takes no founder’s channel along', async () => {
  const boss = await newUser('starter');
  await withCodes(boss);
  await connect(boss, '+12125550156');
  const { link } = (await boss.ask(team.invite, { email: 'gone@example.com', role: 'member' })).values;
  const gone = harness().stranger();
  const invitation = link.split('/join/')[1] ?? '';
  await gone.ask(team.join, { invitation, password: PASSWORD, phone: '2125550157' });
  const user = Number((await gone.get('authentication/checklogin')).text);
  expect((await boss.ask(team.remove, { user })).RESULT).toBe(1);
  expect((await (await half(boss)).ask(access.sendCode, {})).values).toEqual({ inLog: false });
});

test('who founded no account is told what to do, also as a member of two that others own', async () => {
  const owner = await newUser('boss');
  const { link } = (await owner.ask(team.invite, { email: 'hired@example.com', role: 'member' })).values;
  const form = { invitation: link.split('/join/')[1] ?? '', password: PASSWORD, phone: '2125550153' };
  const client = harness().stranger();
  await client.ask(team.join, form);
  const hired = { ...client, email: 'hired@example.com', phone: form.phone } as User;
  const { pool } = harness().services;
  await pool.query('update users set phone_verified = true where email_key = $1', [hired.email]);
  const refused = { status: 200, RESULT: 0, DETAIL: 'no-code-channel' };
  const answer = await hired.ask(account.sendPhoneCode, { phone: form.phone });
  expect(answer).toMatchObject(refused);
  expect(answer.MESSAGE).toMatch(/your Parley administrator/);
  for (const [name, number] of [
    ['second', '+12125550154'],
    ['third', '+12125550155'],
  ] as const) {
    const other = await newUser(name);
    await connect(other, number);
    await join(other, hired, name === 'third' ? 'owner' : 'member');
  }
  const before = harness().codeInLog('password');
  expect((await harness().stranger().ask(access.sendPasswordCode, { email: hired.email })).RESULT).toBe(1);
  expect(await hired.ask(account.sendPhoneCode, { phone: form.phone })).toMatchObject(refused);
  expect(await codesTo(hired)).toEqual([]);
  expect(harness().codeInLog('password')).toBe(before);
});

test('an account with a second owner brings none; nor a channel that another owner connected', async () => {
  const founder = await newUser('founder');
  const partner = await newUser('partner');
  await join(founder, partner, 'owner');
  const refused = { RESULT: 0, DETAIL: 'no-code-channel' };
  expect(await founder.ask(account.sendPhoneCode, { phone: founder.phone })).toMatchObject(refused);
  await connect(partner, '+12125550156');
  await founder.ask(team.remove, { user: partner.userId });
  expect(await founder.ask(account.sendPhoneCode, { phone: founder.phone })).toMatchObject(refused);
  await connect(founder, '+12125550156');
  expect((await founder.ask(account.sendPhoneCode, { phone: founder.phone })).values).toEqual({
    inLog: false,
  });
});

test('another owner does not lock out a founder whose codes go through the account', async () => {
  const founder = await newUser('guarded');
  await withCodes(founder);
  const member = await newUser('colleague');
  await join(founder, member, 'member');
  const words = /^guarded@example\.com’s sign-in codes go through this account/;
  const asked = await founder.ask(team.setRole, { user: member.userId, role: 'owner' });
  expect([asked.RESULT, asked.MESSAGE]).toEqual([0, expect.stringMatching(words)]);
  const invited = await founder.ask(team.invite, { email: 'new@example.com', role: 'owner' });
  expect([invited.RESULT, invited.MESSAGE]).toEqual([0, expect.stringMatching(words)]);
  const profile = { accountName: 'Mine', timeZone: 'UTC', phone: founder.phone };
  await founder.ask(account.save, { ...profile, mfaEnabled: false });
  expect((await founder.ask(team.setRole, { user: member.userId, role: 'owner' })).RESULT).toBe(1);
  // Switched on again meanwhile.
  await withCodes(founder);
  const answered = await member.ask(team.answerOwnership, { accept: true });
  expect([answered.RESULT, answered.MESSAGE]).toEqual([0, expect.stringMatching(words)]);
});

test('an account gets another owner while its founder has an app for codes, and none while they turn it off', async () => {
  const founder = await newUser('with-app');
  await withCodes(founder);
  const { pool, clock } = harness().services;
  await pool.query(
    "insert into authenticators (user_id, secret_encrypted, last_step, added_at) values ($1, 'x', 0, $2)",
    [founder.userId, clock.now()],
  );
  const invite = () => founder.ask(team.invite, { email: 'partner@example.com', role: 'owner' });
  expect((await invite()).RESULT).toBe(1);
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query('delete from authenticators where user_id = $1', [founder.userId]);
    const inviting = invite();
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%from authenticators%for share%'",
        );
        return rows.length;
      })
      .toBe(1);
    await other.query('commit');
    expect((await inviting).MESSAGE).toMatch(
      /^with-app@example\.com’s sign-in codes go through this account/,
    );
  } finally {
    other.release();
  }
});

test('an account whose founder gets codes from elsewhere gets another owner', async () => {
  const founder = await newUser('elsewhere');
  await withCodes(founder);
  const partner = await newUser('second-owner');
  // As it came to be while the operator’s channel brought the codes.
  await harness().services.pool.query(
    "insert into account_users (account_id, user_id, role) values ($1, $2, 'owner')",
    [founder.accountId, partner.userId],
  );
  const invited = await founder.ask(team.invite, { email: 'third-owner@example.com', role: 'owner' });
  expect([invited.RESULT, invited.MESSAGE]).toEqual([1, '']);
});

test('a real channel brings the codes before a pretend one, and one that is there before one that was deleted', async () => {
  const user = await newUser('several');
  await user.ask(channels.add, { name: 'Second' });
  await user.ask(channels.add, { name: 'Third' });
  const all = (await user.ask(channels.list, {})).values.channels;
  for (const [n, each] of all.entries()) {
    if (n === 0) continue;
    const number = `+1212555018${n}`;
    const way = { channel: each.id, number, kind: 'twilio', values: WAY } as const;
    expect((await user.ask(connections.save, way)).RESULT).toBe(1);
  }
  const channelsOfCodes = async () => {
    const { rows } = await harness().services.pool.query(
      "select channel_id as id from messages where account_id = $1 and origin = 'system' order by id",
      [user.accountId],
    );
    return rows.map(({ id }) => id);
  };
  expect((await user.ask(account.sendPhoneCode, { phone: user.phone })).values).toEqual({ inLog: false });
  expect(await channelsOfCodes()).toEqual([all[1]?.id]);
  expect((await user.ask(channels.remove, { channel: all[1]?.id ?? 0 })).RESULT).toBe(1);
  expect((await user.ask(account.sendPhoneCode, { phone: user.phone })).values).toEqual({ inLog: false });
  expect(await channelsOfCodes()).toEqual([all[1]?.id, all[2]?.id]);
});

test('the operator’s channel brings everybody’s, and none when it is gone', async () => {
  const parley = await createHarness();
  try {
    const operator = await newUser('operator', parley);
    await connect(operator, '+18005550100');
    parley.services.config.codeChannel = readConfig(
      { CODE_CHANNEL: `${operator.accountId}:+1 800 555 0100` },
      [],
    ).codeChannel;
    const user = await newUser('served', parley);
    // A channel with the same number in another account is not the one that was named.
    await connect(user, '+18005550100');
    expect((await user.ask(account.sendPhoneCode, { phone: user.phone })).values).toEqual({ inLog: false });
    expect(await codesTo(user, parley)).toEqual([operator.accountId]);
    await operator.ask(channels.add, { name: 'Another' });
    await operator.ask(channels.remove, { channel: (await firstChannel(operator)).id });
    expect(await user.ask(account.sendPhoneCode, { phone: user.phone })).toMatchObject({
      RESULT: 0,
      DETAIL: 'no-code-channel',
    });
  } finally {
    await parley.stop();
  }
});

test.each(['+18005550100', '0:+18005550100', '1:', 'one:2'])('CODE_CHANNEL=%s stops the start', (value) => {
  expect(() => readConfig({ CODE_CHANNEL: value }, [])).toThrow(/^CODE_CHANNEL must name an account/);
});

test('no screen and no export shows a code: not the pretend phones, the inbox, the timeline or the data of a number', async () => {
  const user = await newUser('watched');
  await user.ask(account.sendPhoneCode, { phone: user.phone });
  const heard = await user.ask(simulator.phoneMessages, { phone: user.phone });
  expect(heard.values.messages).toEqual([]);
  expect(await codesTo(user)).toEqual([]);
  await connect(user, '+12125550160');
  await user.ask(account.sendPhoneCode, { phone: user.phone });
  const { pool } = harness().services;
  const { rows } = await pool.query(
    `select m.contact_id, m.body from messages m where m.account_id = $1 and m.origin = 'system'`,
    [user.accountId],
  );
  const code = /code is (\d{6})/.exec(rows[0].body as string)?.[1] ?? '';
  const contact = rows[0].contact_id as number;
  // As an installation of before has it: it stood on a pretend phone.
  const { id } = await firstChannel(user);
  await pool.query(
    `insert into simulator_messages (account_id, channel_id, phone, direction, reference, body, at)
     values ($1, $2, $3, 'MT', '1', $4, now())`,
    [user.accountId, id, `+1${user.phone}`, rows[0].body],
  );
  await pool.query("update channels set connection_kind = 'simulator' where account_id = $1", [
    user.accountId,
  ]);
  const seen = await Promise.all([
    user.ask(simulator.phoneMessages, { phone: user.phone }).then(({ body }) => JSON.stringify(body)),
    user.ask(inbox.thread, { contact }).then(({ body }) => JSON.stringify(body)),
    user.ask(members.timeline, { contact }).then(({ body }) => JSON.stringify(body)),
    user.get(`${members.everything.path}?ContactAddressId=${contact}`).then(({ text }) => text),
  ]);
  expect(code).toMatch(/^\d{6}$/);
  for (const text of seen) {
    expect(text).toContain('code is ••••••');
    expect(text).not.toContain(code);
  }
});
