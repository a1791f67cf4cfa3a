import { calls, type LiveMessage } from '@parley/contract';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { type Client, createHarness, useHarness } from '../testing/harness.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { access, account, lists, team } = calls;
const PASSWORD = 'correct horse battery staple';

const NEWCOMER = { password: PASSWORD, phone: '2125550177' };

async function invited(owner: Client, email: string, role: 'owner' | 'member' = 'member') {
  const { values } = await owner.ask(team.invite, { email, role });
  return { ...values, token: values.link.split('/join/')[1] ?? '' };
}

async function joined(owner: Client, email: string, role: 'owner' | 'member' = 'member') {
  const { token } = await invited(owner, email, role);
  const client = harness().stranger();
  expect((await client.ask(team.join, { invitation: token, ...NEWCOMER })).RESULT).toBe(1);
  return client;
}

const userId = async (client: Client) => Number((await client.get('authentication/checklogin')).text);

test('a colleague joins by a link: she works in the same account, with the role given', async () => {
  const owner = await harness().newUser({ email: 'owner@example.com' });
  await owner.ask(lists.add, { name: 'VIP' });
  const { token, link, expires } = await invited(owner, ' Colleague@Example.com ');
  expect(link).toMatch(/^http:\/\/[^/]+\/join\/\d+-[\w-]{32}$/);
  expect(expires).toBe('2026-03-17T12:00:00.000Z');
  const before = (await owner.ask(team.load, {})).values;
  expect(before.role).toBe('owner');
  expect(before.invitations).toMatchObject([
    { email: 'Colleague@Example.com', role: 'member', invitedBy: 'owner@example.com' },
  ]);

  const colleague = harness().stranger();
  expect((await colleague.ask(team.invitation, { invitation: token })).values).toEqual({
    accountName: 'owner',
    email: 'Colleague@Example.com',
    role: 'member',
  });
  const joining = await colleague.ask(team.join, { invitation: token, ...NEWCOMER });
  expect(joining).toMatchObject({ RESULT: 1, values: { mfaRequired: false } });
  expect((await colleague.ask(lists.list, {})).values.lists).toMatchObject([{ name: 'VIP' }]);
  const after = (await colleague.ask(team.load, {})).values;
  expect(after.role).toBe('member');
  expect(after.invitations).toEqual([]);
  expect(after.members.map(({ email, role, isYou }) => [email, role, isYou])).toEqual([
    ['owner@example.com', 'owner', false],
    ['Colleague@Example.com', 'member', true],
  ]);
  expect(after.members[1]?.lastSeen).toBe('2026-03-10T12:00:00.000Z');
  const again = await harness()
    .stranger()
    .ask(team.join, { invitation: token, ...NEWCOMER });
  expect(again).toMatchObject({ status: 200, RESULT: 0 });
});

test('a link works until it expires, is revoked or is given anew; a guessed one never', async () => {
  const email = 'inviter@example.com';
  const owner = await harness().newUser({ email });
  const first = await invited(owner, 'late@example.com');
  const second = await invited(owner, 'late@example.com');
  const look = async (invitation: string) =>
    (await harness().stranger().ask(team.invitation, { invitation })).RESULT;
  expect([await look(first.token), await look(second.token)]).toEqual([0, 1]);
  expect(await look(`${owner.accountId}-${'x'.repeat(32)}`)).toBe(0);
  expect(await look(second.token.replace(/^\d+/, '1'))).toBe(0);
  await owner.ask(team.revoke, { id: second.id });
  expect(await look(second.token)).toBe(0);
  const third = await invited(owner, 'late@example.com');
  clock.advance(7 * 86_400_000);
  expect(await look(third.token)).toBe(0);
  await owner.ask(access.signIn, { email, password: PASSWORD });
  expect((await owner.ask(team.load, {})).values.invitations).toEqual([]);
});

test('somebody with an account of her own accepts, goes on there, and can go back', async () => {
  const owner = await harness().newUser();
  const ann = await harness().newUser({ email: 'ann-of-two@example.com' });
  const { token } = await invited(owner, 'Ann-of-two@example.com', 'owner');
  const taken = await harness()
    .stranger()
    .ask(team.join, { invitation: token, ...NEWCOMER });
  expect(taken).toMatchObject({ status: 200, RESULT: 0, DETAIL: 'inpEmail' });
  const other = await harness().newUser();
  expect((await other.ask(team.accept, { invitation: token })).MESSAGE).toContain('Ann-of-two@example.com');
  expect((await ann.ask(team.accept, { invitation: token })).RESULT).toBe(1);
  expect((await ann.ask(team.load, {})).values.role).toBe('owner');
  const { accounts } = (await ann.ask(team.accounts, {})).values;
  expect(accounts.map(({ id, isCurrent }) => [id, isCurrent]).sort()).toEqual(
    [
      [ann.accountId, false],
      [owner.accountId, true],
    ].sort(),
  );
  expect((await ann.ask(team.switchTo, { account: ann.accountId })).RESULT).toBe(1);
  expect((await ann.ask(team.load, {})).values.members).toHaveLength(1);
  expect((await ann.ask(team.switchTo, { account: other.accountId })).status).toBe(404);
  clock.advance(60_001);
  await ann.ask(account.load, {});
  const later = harness().stranger();
  await later.ask(access.signIn, { email: 'ann-of-two@example.com', password: PASSWORD });
  expect((await later.ask(team.accounts, {})).values.accounts.find(({ isCurrent }) => isCurrent)?.id).toBe(
    ann.accountId,
  );
});

test('a member works in the account, and only owners change the team', async () => {
  const owner = await harness().newUser();
  const member = await joined(owner, 'member@example.com');
  const ownerId = owner.userId;
  expect((await member.ask(lists.add, { name: 'Hers' })).RESULT).toBe(1);
  const tries = [
    await member.ask(team.invite, { email: 'friend@example.com', role: 'member' }),
    await member.ask(team.revoke, { id: 1 }),
    await member.ask(team.setRole, { user: await userId(member), role: 'owner' }),
    await member.ask(team.remove, { user: ownerId }),
  ];
  for (const answer of tries)
    expect(answer).toMatchObject({
      status: 200,
      RESULT: 0,
      MESSAGE: 'Only an account owner can do this.',
    });
  expect((await owner.ask(team.load, {})).values.members).toHaveLength(2);
});

test('one owner stays; who is removed is signed out at once and may sign up anew', async () => {
  const owner = await harness().newUser();
  const member = await joined(owner, 'leaver@example.com');
  const memberId = await userId(member);
  const keep = 'An account needs an owner. Make someone else an owner first.';
  expect((await owner.ask(team.remove, { user: owner.userId })).MESSAGE).toBe(keep);
  expect((await owner.ask(team.setRole, { user: owner.userId, role: 'member' })).MESSAGE).toBe(keep);
  expect((await owner.ask(team.setRole, { user: memberId, role: 'owner' })).values).toEqual({
    isAsked: true,
  });
  expect((await member.ask(team.answerOwnership, { accept: true })).RESULT).toBe(1);
  expect((await member.ask(team.load, {})).values.role).toBe('owner');
  expect((await owner.ask(team.remove, { user: memberId })).RESULT).toBe(1);
  expect((await member.ask(lists.list, {})).RESULT).toBe(-1);
  const signIn = { email: 'leaver@example.com', password: PASSWORD };
  expect((await harness().stranger().ask(access.signIn, signIn)).RESULT).toBe(0);
  const anew = await harness()
    .stranger()
    .ask(access.register, { ...signIn, phone: '2125550177' });
  expect(anew.RESULT).toBe(1);
});

test('a member becomes an owner only when she agrees; the question can be declined, and taken back', async () => {
  const owner = await harness().newUser({ email: 'asks@example.com' });
  const member = await joined(owner, 'asked@example.com');
  const user = await userId(member);
  const ask = () => owner.ask(team.setRole, { user, role: 'owner' });
  const answer = (accept: boolean) => member.ask(team.answerOwnership, { accept });
  const seen = async () =>
    (await member.ask(team.load, {})).values.members.map((one) => [one.role, one.askedBy]);
  const refused = { status: 200, RESULT: 0, MESSAGE: 'You’re no longer invited to become an owner.' };
  expect(await answer(true)).toMatchObject(refused);
  await ask();
  expect(await seen()).toEqual([
    ['owner', ''],
    ['member', 'asks@example.com'],
  ]);
  expect((await member.ask(team.invite, { email: 'x@example.com', role: 'member' })).RESULT).toBe(0);
  expect((await answer(false)).RESULT).toBe(1);
  expect(await answer(true)).toMatchObject(refused);
  await ask();
  await owner.ask(team.setRole, { user, role: 'member' });
  expect(await answer(true)).toMatchObject(refused);
  await ask();
  expect((await answer(true)).RESULT).toBe(1);
  expect(await seen()).toEqual([
    ['owner', ''],
    ['owner', ''],
  ]);
  const { acts } = (await owner.ask(calls.audit.list, { group: 'team' })).values;
  expect(acts.map(({ act }) => act).slice(0, 7)).toEqual([
    'owner-accepted',
    'owner-asked',
    'role-changed',
    'owner-asked',
    'owner-declined',
    'owner-asked',
    'joined',
  ]);
});

test('a member leaves by herself', async () => {
  const owner = await harness().newUser();
  const member = await joined(owner, 'goes@example.com');
  expect((await member.ask(team.remove, { user: await userId(member) })).RESULT).toBe(1);
  expect((await member.ask(lists.list, {})).RESULT).toBe(-1);
});

test('people and invitations of another account are unknown', async () => {
  const owner = await harness().newUser();
  const other = await harness().newUser();
  const { id } = await invited(other, 'theirs@example.com');
  const answers = [
    await owner.ask(team.revoke, { id }),
    await owner.ask(team.setRole, { user: other.userId, role: 'member' }),
    await owner.ask(team.remove, { user: other.userId }),
  ];
  expect(answers.map(({ status, RESULT }) => [status, RESULT])).toEqual(Array(3).fill([404, 0]));
  expect((await other.ask(team.load, {})).values.invitations).toHaveLength(1);
});

test.each([
  [{ email: 'no address' }, 400, 'inpEmail'],
  [{ email: 'owner-twice@example.com' }, 200, 'inpEmail'],
])('an invitation of %j is turned down', async (change, status, detail) => {
  const own = await createHarness();
  try {
    const owner = await own.newUser({ email: 'Owner-Twice@example.com' });
    const answer = await owner.ask(team.invite, { role: 'member', ...change });
    expect(answer).toMatchObject({ status, RESULT: 0, DETAIL: detail });
    expect((await owner.ask(team.load, {})).values.invitations).toEqual([]);
  } finally {
    await own.stop();
  }
});

test('members read the settings of the account and of its channels; only owners change them', async () => {
  const owner = await harness().newUser({ email: 'rules-owner@example.com' });
  const member = await joined(owner, 'rules-member@example.com');
  const [channel] = (await owner.ask(calls.channels.list, {})).values.channels;
  const id = channel?.id ?? 0;
  const before = (await member.ask(account.load, {})).values;
  expect(before).toMatchObject({ role: 'member' });
  const own = {
    accountName: before.accountName,
    contactInfo: '',
    timeZone: before.timeZone,
    mfaEnabled: false,
  };
  expect((await member.ask(account.save, { ...own, phone: '2125550178' })).RESULT).toBe(1);
  const refused = { status: 200, RESULT: 0, MESSAGE: 'Only an account owner can do this.' };
  for (const change of [{ accountName: 'Mine' }, { contactInfo: 'me' }, { timeZone: 'UTC' }])
    expect(await member.ask(account.save, { ...own, phone: '2125550178', ...change })).toMatchObject(refused);
  const connection = (await member.ask(calls.connections.load, { channel: id })).values;
  const changes = [
    () =>
      member.ask(calls.connections.save, {
        channel: id,
        number: connection.number,
        kind: 'simulator',
        values: {},
      }),
    () => member.ask(calls.delivery.savePace, { channel: id, ...PACE }),
    () => member.ask(calls.gate.saveChannelRules, { channel: id }),
    () => member.ask(calls.channels.remove, { channel: id }),
    () => member.ask(calls.channels.add, { name: 'Mine' }),
    () => member.ask(calls.channels.rename, { channel: id, name: 'Mine' }),
    () => member.ask(calls.channels.reorder, { channels: [{ id: channel?.audience ?? 0, index: 0 }] }),
    () => member.ask(team.invite, { email: 'third@example.com', role: 'owner' }),
  ];
  for (const change of changes) expect(await change()).toMatchObject(refused);
  expect((await member.ask(calls.connections.load, { channel: id })).values).toEqual(connection);
  expect((await owner.ask(calls.delivery.savePace, { channel: id, ...PACE })).RESULT).toBe(1);
});

test('a key in the address or the fields of a gateway is for owners: members see where texts go', async () => {
  const owner = await harness().newUser({ email: 'gateway-owner@example.com' });
  const member = await joined(owner, 'gateway-member@example.com');
  const channel = (await owner.ask(calls.channels.list, {})).values.channels[0]?.id ?? 0;
  const values = {
    url: 'https://203.0.113.7/send?key=a-key-of-the-shop',
    parameters: 'key=a-key-of-the-shop\nto={to}\ntext={text}',
  };
  const way = { channel, number: '+18005550188', kind: 'gateway', values } as const;
  expect(await owner.ask(calls.connections.save, way)).toMatchObject({ RESULT: 1, MESSAGE: '' });
  const seen = (await member.ask(calls.connections.load, { channel })).values;
  expect(seen.values).toMatchObject({ url: 'https://203.0.113.7/send', parameters: '' });
  expect((await owner.ask(calls.connections.load, { channel })).values.values).toMatchObject(values);
});

const PACE = { perSecond: 1, perMinute: 0, perDay: 0, dayZone: 'UTC', preset: '', timeToLiveMinutes: 0 };

test('a member sees which API credentials there are, and neither their secrets nor a way to change them', async () => {
  const owner = await harness().newUser({ email: 'keys@example.com' });
  const member = await joined(owner, 'member-of-keys@example.com');
  const { credentials } = calls;
  const { id } = (await owner.ask(credentials.add, { name: 'Shop' })).values;
  const [own] = (await owner.ask(credentials.list, {})).values.credentials;
  expect(own?.secretKey).not.toBe('');
  expect((await member.ask(credentials.list, {})).values.credentials).toEqual([{ ...own, secretKey: '' }]);
  const refused = { status: 200, RESULT: 0, MESSAGE: 'Only an account owner can do this.' };
  expect(await member.ask(credentials.add, { name: 'Mine' })).toMatchObject(refused);
  expect(await member.ask(credentials.rename, { credential: id, name: 'Mine' })).toMatchObject(refused);
  expect(await member.ask(credentials.remove, { credential: id })).toMatchObject(refused);
  expect((await owner.ask(credentials.list, {})).values.credentials).toEqual([own]);
});

test('what an owner has offered ends with their ownership', async () => {
  const owner = await harness().newUser({ email: 'offers-stays@example.com' });
  const former = await joined(owner, 'offers-former@example.com', 'owner');
  const member = await joined(owner, 'offers-asked@example.com');
  const asked = { user: await userId(member), role: 'owner' } as const;
  const leave = [
    async () => owner.ask(team.setRole, { user: await userId(former), role: 'member' }),
    async () => owner.ask(team.remove, { user: await userId(former) }),
  ];
  for (const [n, end] of leave.entries()) {
    const kept = await invited(owner, `kept${n}@example.com`);
    const { token } = await invited(former, `friend${n}@example.com`, 'owner');
    expect((await former.ask(team.setRole, asked)).values).toEqual({ isAsked: true });
    if (n === 1) expect((await former.ask(team.load, {})).values.role).toBe('owner');
    expect((await end()).RESULT).toBe(1);
    const link = { invitation: token, ...NEWCOMER };
    expect((await harness().stranger().ask(team.join, link)).RESULT).toBe(0);
    expect((await member.ask(team.answerOwnership, { accept: true })).RESULT).toBe(0);
    const open = (await owner.ask(team.load, {})).values.invitations.map(({ email }) => email);
    expect(open).toContain(`kept${n}@example.com`);
    expect(open).not.toContain(`friend${n}@example.com`);
    expect((await harness().stranger().ask(team.invitation, { invitation: kept.token })).RESULT).toBe(1);
    if (n === 0) {
      await owner.ask(team.setRole, { user: await userId(former), role: 'owner' });
      expect((await former.ask(team.answerOwnership, { accept: true })).RESULT).toBe(1);
    }
  }
});

test('open screens hear at once that a role was given or taken', async () => {
  const owner = await harness().newUser({ email: 'heard-owner@example.com' });
  const member = await joined(owner, 'heard-member@example.com');
  const user = await userId(member);
  const heard: LiveMessage[] = [];
  const leave = harness().services.live.listen(owner.accountId, (message) => heard.push(message));
  await owner.ask(team.setRole, { user, role: 'owner' });
  await member.ask(team.answerOwnership, { accept: true });
  await owner.ask(team.setRole, { user, role: 'member' });
  leave();
  expect(heard).toEqual(Array(3).fill({ type: 'settings', channelId: 0 }));
});

test('whoever is removed while signed in reads why, in the browser that was signed in, and nobody else', async () => {
  const owner = await harness().newUser({ email: 'remover@example.com' });
  const email = 'removed-from-two@example.com';
  const client = await joined(owner, email);
  const second = await harness().newUser({ email: 'second-owner@example.com' });
  const { token } = await invited(second, email);
  const id = await userId(client);
  const why = async (asked: Client) => (await asked.ask(access.whyEnded, {})).values;
  expect(await why(client)).toEqual({ why: 'unknown', account: '' });
  const other = harness().stranger();
  await other.ask(access.signIn, { email, password: PASSWORD });
  expect((await other.ask(team.accept, { invitation: token })).RESULT).toBe(1);

  expect((await owner.ask(team.remove, { user: id })).RESULT).toBe(1);
  expect((await client.ask(lists.list, {})).RESULT).toBe(-1);
  expect(await why(client)).toEqual({ why: 'removed', account: 'remover' });
  expect(await why(other)).toEqual({ why: 'unknown', account: '' });
  expect(await why(harness().stranger())).toEqual({ why: 'unknown', account: '' });
  expect((await other.ask(lists.list, {})).RESULT).toBe(1);

  expect((await second.ask(team.remove, { user: id })).RESULT).toBe(1);
  expect(await why(other)).toEqual({ why: 'removed-from-last', account: 'second-owner' });
  const again = await other.ask(access.signIn, { email, password: PASSWORD });
  expect(again.MESSAGE).toBe('Wrong email address or password.');
});
