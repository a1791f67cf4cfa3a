/**
 * A cookie alone does not open an account to others: what could is asked again some minutes after the
 * sign-in.
 */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { useHarness } from '../testing/harness.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { access, account, audit, channels, connections, credentials, lists, members, optouts, team, tiles } =
  calls;
const PASSWORD = 'correct horse battery staple';
const MINUTE = 60_000;
const UNCONFIRMED = { status: 200, RESULT: 0, DETAIL: 'unconfirmed' };

async function person(name: string, phone: string) {
  const given = { email: `${name}@example.com`, phone };
  return { ...(await harness().newUser(given)), ...given };
}

test('what needs more than a cookie works for 15 minutes after a sign-in, and again after the password', async () => {
  const user = await person('ann', '2125550101');
  const list = (await user.ask(lists.add, { name: 'VIP' })).values.id;
  const { contact } = (await user.ask(members.add, { phone: '2125550199', list })).values;
  const [channel] = (await user.ask(channels.list, {})).values.channels;
  const way = {
    channel: channel?.id ?? 0,
    number: channel?.number ?? '',
    kind: 'simulator',
    values: {},
  } as const;
  const exports = [
    `${members.exportList.path}?ListId=${list}`,
    `${members.everything.path}?ContactAddressId=${contact}`,
    optouts.exportAll.path,
    audit.exportAll.path,
    `${tiles.exportClickers.path}?startDate=2026-03-01&endDate=2026-03-10&id=1`,
  ];
  const answers = async () => [
    (await user.ask(credentials.add, { name: `Till ${clock.now().getTime()}` })).body,
    (await user.ask(team.invite, { email: `n${clock.now().getTime()}@example.com`, role: 'member' })).body,
    (await user.ask(connections.save, way)).body,
    ...(await Promise.all(exports.map(async (path) => asBody((await user.get(path)).text)))),
  ];
  const asked = (bodies: Record<string, unknown>[]) => bodies.map(({ DETAIL }) => DETAIL === 'unconfirmed');
  clock.advance(15 * MINUTE - 1);
  expect(asked(await answers())).toEqual(Array(8).fill(false));
  clock.advance(1);
  expect(asked(await answers())).toEqual(Array(8).fill(true));
  expect((await user.ask(access.confirmation, {})).values).toEqual({ isConfirmed: false });
  expect((await user.ask(lists.list, {})).RESULT).toBe(1);
  expect(await user.ask(access.confirm, { password: 'wrong' })).toMatchObject({
    RESULT: 0,
    DETAIL: 'inpPassword',
  });
  expect(asked(await answers())).toEqual(Array(8).fill(true));
  expect((await user.ask(access.confirm, { password: PASSWORD })).values).toEqual({
    mfaRequired: false,
    byApp: false,
  });
  expect(asked(await answers())).toEqual(Array(8).fill(false));
});

test('the addresses that a carrier calls are shown to nobody who has but a cookie', async () => {
  const user = await person('hal', '2125550109');
  const id = (await user.ask(channels.list, {})).values.channels[0]?.id ?? 0;
  const values = { url: 'http://127.0.0.1:9/', parameters: 'to={to}' };
  await user.ask(connections.save, { channel: id, number: '+18005550109', kind: 'gateway', values });
  const shown = async () => (await user.ask(connections.load, { channel: id })).values.webhooks.length;
  expect(await shown()).toBe(2);
  clock.advance(15 * MINUTE);
  expect(await shown()).toBe(0);
  await user.ask(access.confirm, { password: PASSWORD });
  expect(await shown()).toBe(2);
});

test('what ends something for good, or cuts a carrier off, asks again; nothing has happened until then', async () => {
  const user = await person('fay', '2125550107');
  const list = (await user.ask(lists.add, { name: 'VIP' })).values.id;
  const { contact } = (await user.ask(members.add, { phone: '2125550198', list })).values;
  const kept = (await user.ask(channels.list, {})).values.channels;
  const added = await user.ask(channels.add, { name: 'Spare' });
  const channel = added.values.id;
  const renew = () => user.ask(connections.renewWebhooks, { channel });
  const erase = () => user.ask(members.erase, { contact, phone: '2125550198' });
  const remove = () => user.ask(channels.remove, { channel });
  clock.advance(15 * MINUTE);
  for (const end of [renew, erase, remove]) expect(await end()).toMatchObject(UNCONFIRMED);
  expect((await user.ask(channels.list, {})).values.channels).toHaveLength(kept.length + 1);
  expect((await user.ask(members.list, { list, length: 10 })).values.members).toHaveLength(1);
  await user.ask(access.confirm, { password: PASSWORD });
  // A simulator has no addresses.
  expect((await renew()).DETAIL).not.toBe('unconfirmed');
  expect([(await erase()).RESULT, (await remove()).RESULT]).toEqual([1, 1]);
  expect((await user.ask(channels.list, {})).values.channels).toHaveLength(kept.length);
});

/** A file is none of our replies. */
function asBody(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

test('codes are switched off, and go to another number, for who shows password and code again', async () => {
  const user = await person('bob', '2125550102');
  const profile = { accountName: 'Mine', timeZone: 'UTC', phone: user.phone, mfaEnabled: true };
  await user.ask(account.sendPhoneCode, { phone: user.phone });
  expect(
    (await user.ask(account.save, { ...profile, code: harness().codeInLog('confirmation') })).RESULT,
  ).toBe(1);
  clock.advance(15 * MINUTE);
  expect(await user.ask(account.save, { ...profile, mfaEnabled: false })).toMatchObject(UNCONFIRMED);
  expect(await user.ask(account.save, { ...profile, phone: '2125550103' })).toMatchObject(UNCONFIRMED);
  const email = { email: 'bobby@example.com', password: PASSWORD };
  expect(await user.ask(account.changeEmail, email)).toMatchObject(UNCONFIRMED);
  expect((await user.ask(account.save, { ...profile, contactInfo: 'me' })).RESULT).toBe(1);

  expect((await user.ask(access.confirm, { password: PASSWORD })).values).toEqual({
    mfaRequired: true,
    byApp: false,
  });
  expect(await user.ask(account.save, { ...profile, mfaEnabled: false })).toMatchObject(UNCONFIRMED);
  await user.ask(access.sendCode, {});
  const code = harness().codeInLog('sign-in');
  const wrong = code === '000000' ? '000001' : '000000';
  const given = { password: PASSWORD, code: wrong };
  expect(await user.ask(access.confirm, given)).toMatchObject({ RESULT: 0, DETAIL: 'MFACode' });
  expect((await user.ask(access.confirm, { password: 'wrong', code })).RESULT).toBe(0);
  expect((await user.ask(access.confirm, { password: PASSWORD, code })).values).toEqual({
    mfaRequired: false,
    byApp: false,
  });
  expect((await user.ask(account.changeEmail, email)).RESULT).toBe(1);
  expect((await user.ask(account.save, { ...profile, mfaEnabled: false })).RESULT).toBe(1);
});

test('a code that proves another number neither confirms nor completes a sign-in, nor does one of a sign-in prove it', async () => {
  const user = await person('uma', '2125550171');
  const profile = { accountName: 'Mine', timeZone: 'UTC', phone: user.phone, mfaEnabled: true };
  await user.ask(account.sendPhoneCode, { phone: user.phone });
  await user.ask(account.save, { ...profile, code: harness().codeInLog('confirmation') });
  const another = '2125550172';
  await user.ask(account.sendPhoneCode, { phone: another });
  const proof = harness().codeInLog('confirmation');
  const refused = { RESULT: 0, DETAIL: 'MFACode' };
  expect(await user.ask(access.confirm, { password: PASSWORD, code: proof })).toMatchObject(refused);
  expect(await user.ask(access.verifyCode, { code: proof })).toMatchObject(refused);
  await user.ask(access.sendCode, {});
  const moved = { ...profile, phone: another };
  expect((await user.ask(account.save, { ...moved, code: harness().codeInLog('sign-in') })).RESULT).toBe(0);
  await user.ask(account.sendPhoneCode, { phone: another });
  expect((await user.ask(account.save, { ...moved, code: harness().codeInLog('confirmation') })).RESULT).toBe(
    1,
  );
});

test('roles and people of the team, and an answer to becoming an owner', async () => {
  const owner = await person('cat', '2125550104');
  const member = await person('dan', '2125550105');
  const { link } = (await owner.ask(team.invite, { email: member.email, role: 'member' })).values;
  await member.ask(team.accept, { invitation: link.split('/join/')[1] ?? '' });
  const ask = () => owner.ask(team.setRole, { user: member.userId, role: 'owner' });
  const answer = () => member.ask(team.answerOwnership, { accept: true });
  await ask();
  clock.advance(15 * MINUTE);
  expect(await ask()).toMatchObject(UNCONFIRMED);
  expect(await answer()).toMatchObject(UNCONFIRMED);
  expect(await owner.ask(team.remove, { user: member.userId })).toMatchObject(UNCONFIRMED);
  await member.ask(access.confirm, { password: PASSWORD });
  expect((await answer()).RESULT).toBe(1);
});

test('guesses of the password are slowed down here, too; one session confirms itself alone', async () => {
  const user = await person('eve', '2125550106');
  const elsewhere = harness().stranger();
  clock.advance(15 * MINUTE);
  await elsewhere.ask(access.signIn, { email: user.email, password: PASSWORD });
  expect((await elsewhere.ask(access.confirmation, {})).values).toEqual({ isConfirmed: true });
  expect((await user.ask(access.confirmation, {})).values).toEqual({ isConfirmed: false });
  const statuses = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await user.ask(access.confirm, { password: `${n}` })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await user.ask(audit.list, {})).RESULT).toBe(1);
});

test('secrets of API credentials are shown to an owner who has confirmed, and else left out', async () => {
  const user = await person('sam', '2125550131');
  await user.ask(credentials.add, { name: 'Till' });
  const secret = async () =>
    (await user.ask(credentials.list, { filter: '' })).values.credentials[0]?.secretKey.length;
  expect(await secret()).toBe(43);
  clock.advance(15 * MINUTE);
  expect(await secret()).toBe(0);
  expect((await user.ask(access.confirm, { password: PASSWORD })).RESULT).toBe(1);
  expect(await secret()).toBe(43);
});

test('the addresses that a carrier calls are shown to an owner who has confirmed, and else left out; the settings are shown', async () => {
  const user = await person('ada', '2125550141');
  const [{ id: channel } = { id: 0 }] = (await user.ask(channels.list, {})).values.channels;
  const values = { url: 'https://gateway.example.com/send', username: 'u', password: 'p' };
  const number = '+12125550142';
  expect((await user.ask(connections.save, { channel, number, kind: 'gateway', values })).RESULT).toBe(1);
  const shown = async () => {
    const { webhooks, ...settings } = (await user.ask(connections.load, { channel })).values;
    return { settings, addresses: webhooks.length };
  };
  const before = await shown();
  expect(before.addresses).toBe(2);
  clock.advance(15 * MINUTE);
  expect(await shown()).toEqual({ ...before, addresses: 0 });
  expect((await user.ask(access.confirm, { password: PASSWORD })).RESULT).toBe(1);
  expect(await shown()).toEqual(before);
});

test('whoever leaves an account by themselves confirms it, too', async () => {
  const owner = await person('tom', '2125550132');
  const { link } = (await owner.ask(team.invite, { email: 'una@example.com', role: 'member' })).values;
  const member = harness().stranger();
  const invitation = link.split('/join/')[1] ?? '';
  await member.ask(team.join, { invitation, password: PASSWORD, phone: '2125550133' });
  const user = Number((await member.get('authentication/checklogin')).text);
  clock.advance(15 * MINUTE);
  expect(await member.ask(team.remove, { user })).toMatchObject(UNCONFIRMED);
  await member.ask(access.confirm, { password: PASSWORD });
  expect((await member.ask(team.remove, { user })).RESULT).toBe(1);
});

test('where codes are on, another password or address asks for the code, too', async () => {
  const user = await person('vera', '2125550134');
  const profile = { accountName: 'Mine', timeZone: 'UTC', phone: user.phone, mfaEnabled: true };
  await user.ask(account.sendPhoneCode, { phone: user.phone });
  const code = harness().codeInLog('confirmation');
  expect((await user.ask(account.save, { ...profile, code })).RESULT).toBe(1);
  const next = 'another good long password';
  const changes = [
    () => user.ask(account.changePassword, { current: PASSWORD, next }),
    () => user.ask(account.changeEmail, { email: 'vera2@example.com', password: PASSWORD }),
  ];
  clock.advance(15 * MINUTE);
  for (const change of changes) expect(await change()).toMatchObject(UNCONFIRMED);
  expect((await user.ask(access.confirm, { password: PASSWORD })).values).toEqual({
    mfaRequired: true,
    byApp: false,
  });
  for (const change of changes) expect(await change()).toMatchObject(UNCONFIRMED);
  await user.ask(access.sendCode, {});
  const given = { password: PASSWORD, code: harness().codeInLog('sign-in') };
  expect((await user.ask(access.confirm, given)).values).toEqual({ mfaRequired: false, byApp: false });
  for (const change of changes.reverse()) expect((await change()).RESULT).toBe(1);
});
