/** Passkeys: making them, signing in with one, and what is no passkey of ours. */
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { PasskeyDevice } from '../testing/passkey-device.ts';
import { MOST_PASSKEYS } from './store.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { access, account, audit, passkeys, team } = calls;
const PASSWORD = 'correct horse battery staple';
const HERE = 'http://localhost';
const MINUTE = 60_000;
const REFUSED = { RESULT: 0 };
let people = 0;

async function newPerson() {
  people += 1;
  const given = { email: `key${people}@example.com`, phone: `2125553${String(people).padStart(3, '0')}` };
  return { ...(await harness().newUser(given)), ...given };
}

/** Adds a passkey of the device to a person; answers its id. */
async function add(user: Client, device: PasskeyDevice, name = 'My phone'): Promise<number> {
  const { options, offer } = (await user.ask(passkeys.begin, {})).values;
  const added = await user.ask(passkeys.add, { offer, made: device.make(options), name });
  expect(added.RESULT, added.MESSAGE).toBe(1);
  return added.values.id;
}

async function personWithPasskey(device = new PasskeyDevice(HERE)) {
  const user = await newPerson();
  return { user, device, id: await add(user, device) };
}

/** What a sign-in sends. */
async function signed(device: PasskeyDevice, otherwise: Parameters<PasskeyDevice['sign']>[1] = {}) {
  const { options, offer } = (await harness().stranger().ask(passkeys.beginSignIn, {})).values;
  return { offer, proof: device.sign(options, otherwise), remember: false };
}

const signIn = async (device: PasskeyDevice, otherwise: Parameters<PasskeyDevice['sign']>[1] = {}) =>
  (
    await harness()
      .stranger()
      .ask(passkeys.signIn, await signed(device, otherwise))
  ).RESULT;

const listOf = async (user: Client) => (await user.ask(passkeys.list, {})).values.passkeys;

test('a passkey signs in by itself, also where codes are asked for, and is listed with its last use', async () => {
  const { user, device, id } = await personWithPasskey();
  await user.ask(account.sendPhoneCode, { phone: user.phone });
  const code = harness().codeInLog('confirmation');
  expect((await user.ask(account.save, { phone: user.phone, mfaEnabled: true, code })).RESULT).toBe(1);
  const made = { id, name: 'My phone', added: '2026-03-10T12:00:00.000Z', host: 'localhost', isSynced: true };
  expect(await listOf(user)).toEqual([{ ...made, lastUsed: '' }]);

  clock.advance(MINUTE);
  const client = harness().stranger();
  const done = await client.ask(passkeys.signIn, await signed(device));
  expect(done.RESULT, done.MESSAGE).toBe(1);
  expect((await client.ask(account.load, {})).values.email).toBe(user.email);
  // Confirmed, too: the device has just asked who it is.
  expect((await client.ask(access.confirmation, {})).values.isConfirmed).toBe(true);
  expect(await listOf(user)).toEqual([{ ...made, lastUsed: clock.now().toISOString() }]);
  const { acts } = (await user.ask(audit.list, {})).values;
  expect(acts.map(({ act, detail }) => [act, detail])).toEqual(
    expect.arrayContaining([
      ['passkey-added', 'My phone'],
      ['signed-in', 'with a passkey'],
    ]),
  );
});

test('an answer is good once, also when it is sent twice at the same moment', async () => {
  const { device } = await personWithPasskey();
  const answer = await signed(device);
  const clients = [1, 2, 3, 4].map(() => harness().stranger());
  const results = await Promise.all(clients.map((client) => client.ask(passkeys.signIn, answer)));
  expect(results.filter(({ RESULT }) => RESULT === 1)).toHaveLength(1);
  clock.advance(MINUTE);
  expect(await harness().stranger().ask(passkeys.signIn, answer)).toMatchObject(REFUSED);
});

test('nothing else signs in: another site, an unknown key, a device that asked nobody, another challenge', async () => {
  const { user, device } = await personWithPasskey();
  const { device: theirs } = await personWithPasskey();
  const { userHandle } = theirs.sign({ challenge: 'x' }).response;
  const others: Parameters<PasskeyDevice['sign']>[1][] = [
    { origin: 'https://localhost' },
    { origin: 'http://localhost.example.com' },
    { host: 'example.com' },
    { verified: false },
    { challenge: 'AAAA' },
    { type: 'webauthn.create' },
    { forged: true },
    { userHandle: userHandle ?? '' },
  ];
  for (const other of others) expect(await signIn(device, other), JSON.stringify(other)).toBe(0);
  expect(await signIn(new PasskeyDevice(HERE))).toBe(0);
  expect((await listOf(user))[0]?.lastUsed).toBe('');
  const { acts } = (await user.ask(audit.list, {})).values;
  expect(acts.filter(({ act }) => act === 'passkey-failed')).toHaveLength(others.length);
  expect(await signIn(device)).toBe(1);
});

test('an offer is for what it was made for, by whom, and for ten minutes', async () => {
  const { user, device } = await personWithPasskey();
  const { user: bob } = await personWithPasskey();
  const toConfirm = (await user.ask(passkeys.beginConfirm, {})).values;
  const toAdd = (await user.ask(passkeys.begin, {})).values;
  const proof = device.sign(toConfirm.options);
  const confirm = { offer: toConfirm.offer, proof };
  expect(
    await harness()
      .stranger()
      .ask(passkeys.signIn, { ...confirm, remember: false }),
  ).toMatchObject(REFUSED);
  expect(await bob.ask(passkeys.confirm, confirm)).toMatchObject({ ...REFUSED, DETAIL: 'OFFER' });
  const fresh = new PasskeyDevice(HERE);
  const made = fresh.make(toAdd.options);
  const stolen = { offer: toAdd.offer, made, name: 'Mine' };
  expect(await bob.ask(passkeys.add, stolen)).toMatchObject({ ...REFUSED, DETAIL: 'OFFER' });
  const forged = harness().services.secrets.encrypt(JSON.stringify({ user: user.userId, challenge: 'x' }));
  for (const offer of ['', 'AAAA', toAdd.offer, forged.toString('base64url')])
    expect(await user.ask(passkeys.confirm, { offer, proof })).toMatchObject(REFUSED);
  const late = await signed(device);
  clock.advance(10 * MINUTE + 1);
  expect(await harness().stranger().ask(passkeys.signIn, late)).toMatchObject({
    ...REFUSED,
    DETAIL: 'OFFER',
  });
  expect(await user.ask(passkeys.add, { ...stolen, offer: toAdd.offer })).toMatchObject(REFUSED);
  expect(await signIn(device)).toBe(1);
});

test('of a device that counts, a copy that lags behind is noticed', async () => {
  const { device } = await personWithPasskey(new PasskeyDevice(HERE, { counts: true }));
  expect(await signIn(device)).toBe(1);
  expect(await signIn(device)).toBe(1);
  device.uses -= 1;
  expect(await signIn(device)).toBe(0);
  expect(await signIn(device)).toBe(1);
});

test('adding and removing need more than a cookie, which a passkey gives as well as the password', async () => {
  const { user, device, id } = await personWithPasskey();
  const { user: bob, device: his } = await personWithPasskey();
  clock.advance(15 * MINUTE);
  expect((await user.ask(passkeys.begin, {})).DETAIL).toBe('unconfirmed');
  expect((await user.ask(passkeys.remove, { id })).DETAIL).toBe('unconfirmed');
  const asked = (await user.ask(passkeys.beginConfirm, {})).values;
  const { offer } = asked;
  expect(await user.ask(passkeys.confirm, { offer, proof: his.sign(asked.options) })).toMatchObject(REFUSED);
  expect(asked.options.allowCredentials).toMatchObject([{ id: device.id.toString('base64url') }]);
  expect((await user.ask(passkeys.confirm, { offer, proof: device.sign(asked.options) })).RESULT).toBe(1);
  expect((await user.ask(passkeys.rename, { id, name: 'Old phone' })).RESULT).toBe(1);
  expect((await listOf(user)).map(({ name }) => name)).toEqual(['Old phone']);
  expect((await user.ask(passkeys.remove, { id })).RESULT).toBe(1);
  expect(await signIn(device)).toBe(0);
  expect((await user.ask(passkeys.beginConfirm, {})).RESULT).toBe(0);
  const { id: hisId } = (await listOf(bob))[0] ?? { id: 0 };
  await user.ask(access.confirm, { password: PASSWORD });
  for (const foreign of [hisId, id]) {
    expect((await user.ask(passkeys.remove, { id: foreign })).status).toBe(404);
    expect((await user.ask(passkeys.rename, { id: foreign, name: 'Mine' })).status).toBe(404);
  }
  expect((await listOf(bob)).map(({ name }) => name)).toEqual(['My phone']);
});

test('a device is asked to verify its person, is listed once, and nobody has more than they can tell apart', async () => {
  const { user, device } = await personWithPasskey();
  const begun = (await user.ask(passkeys.begin, {})).values;
  expect(begun.options).toMatchObject({
    rp: { id: 'localhost', name: 'Parley' },
    user: { name: user.email },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: device.id.toString('base64url') }],
  });
  const again = { offer: begun.offer, made: device.make(begun.options), name: 'Again' };
  expect((await user.ask(passkeys.add, again)).MESSAGE).toBe('That passkey is already on your list.');
  for (const other of [{ verified: false }, { origin: 'https://evil.example' }, { challenge: 'AAAA' }]) {
    const { options, offer } = (await user.ask(passkeys.begin, {})).values;
    const made = new PasskeyDevice(HERE).make(options, other);
    expect(await user.ask(passkeys.add, { offer, made, name: 'Bad' })).toMatchObject(REFUSED);
  }
  for (let count = 1; count < MOST_PASSKEYS; count += 1) await add(user, new PasskeyDevice(HERE));
  expect((await user.ask(passkeys.begin, {})).MESSAGE).toMatch(/You already have 20 passkeys/);
  const last = { offer: again.offer, made: new PasskeyDevice(HERE).make(begun.options), name: 'One more' };
  expect(await user.ask(passkeys.add, last)).toMatchObject(REFUSED);
  expect(await listOf(user)).toHaveLength(MOST_PASSKEYS);
});

test('who was turned away, or belongs to no account, gets in with none', async () => {
  const owner = await newPerson();
  const email = 'keyleaver@example.com';
  const { link } = (await owner.ask(team.invite, { email, role: 'member' })).values;
  const guest = harness().stranger();
  const invitation = link.split('/join/')[1] ?? '';
  await guest.ask(team.join, { invitation, password: PASSWORD, phone: '2125553950' });
  const device = new PasskeyDevice(HERE);
  await add(guest, device);
  const { pool } = harness().services;
  const turn = (at: string) => pool.query(`update users set disabled_at = ${at} where email = '${email}'`);
  await turn('now()');
  expect(await signIn(device)).toBe(0);
  await turn('null');
  expect(await signIn(device)).toBe(1);
  const left = Number((await guest.get('authentication/checklogin')).text);
  expect((await owner.ask(team.remove, { user: left })).RESULT).toBe(1);
  expect(await signIn(device)).toBe(0);
  const { rows } = await pool.query('select from passkeys where credential_id = $1', [device.id]);
  expect(rows).toEqual([]);
});

test('the password changed, a passkey still signs in; it tells nothing that would open anything', async () => {
  const { user, device } = await personWithPasskey();
  const next = 'another horse battery staple';
  expect((await user.ask(account.changePassword, { current: PASSWORD, next })).RESULT).toBe(1);
  expect(await signIn(device)).toBe(1);
  const { options } = (await harness().stranger().ask(passkeys.beginSignIn, {})).values;
  expect(options.allowCredentials ?? []).toEqual([]);
});

test('what a device says of its maker is not looked at, and an id that no sign-in takes is refused', async () => {
  const user = await newPerson();
  const statement = { format: 'android-key', certificate: new Uint8Array(Buffer.from('no certificate')) };
  const device = new PasskeyDevice(HERE);
  const { options, offer } = (await user.ask(passkeys.begin, {})).values;
  const added = await user.ask(passkeys.add, {
    offer,
    made: device.make(options, { statement }),
    name: 'Phone',
  });
  expect(added.RESULT, added.MESSAGE).toBe(1);
  expect(await signIn(device)).toBe(1);
  const next = (await user.ask(passkeys.begin, {})).values;
  const long = new PasskeyDevice(HERE, { idBytes: 8_000 }).make(next.options);
  // The name of it outside of what was signed is as short as it should be.
  const made = { ...long, id: 'AAAA', rawId: 'AAAA' };
  const refused = await user.ask(passkeys.add, { offer: next.offer, made, name: 'Long' });
  expect(refused).toMatchObject({ ...REFUSED, status: 200 });
  expect(await listOf(user)).toHaveLength(1);
});

test('of those added at the same moment, no more are taken than there is room for', async () => {
  const { user } = await personWithPasskey();
  for (let count = 1; count < MOST_PASSKEYS - 1; count += 1) await add(user, new PasskeyDevice(HERE));
  const offers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => user.ask(passkeys.begin, {})));
  const added = await Promise.all(
    offers.map(({ values: { options, offer } }) =>
      user.ask(passkeys.add, { offer, made: new PasskeyDevice(HERE).make(options), name: 'One more' }),
    ),
  );
  expect(added.filter(({ RESULT }) => RESULT === 1)).toHaveLength(1);
  expect(await listOf(user)).toHaveLength(MOST_PASSKEYS);
});

test('one that was made for another host of the same domain signs in at none but its own', async () => {
  const { user, device } = await personWithPasskey();
  const { pool } = harness().services;
  await pool.query(`update passkeys set host = 'example.com' where credential_id = $1`, [device.id]);
  expect(await signIn(device, { host: 'example.com' })).toBe(0);
  expect(await signIn(device)).toBe(0);
  expect((await listOf(user))[0]?.lastUsed).toBe('');
});

test('odd answers of a browser are refused, and never trouble the server', async () => {
  const { user, device } = await personWithPasskey();
  const good = device.sign({ challenge: 'AAAA' });
  const text = (value: string) => Buffer.from(value, 'latin1').toString('base64url');
  const oddities = [
    { clientDataJSON: text('null') },
    { clientDataJSON: text('[') },
    { authenticatorData: 'A' },
    { authenticatorData: text('x'.repeat(37)) },
    { signature: 'A' },
    { userHandle: 'A' },
  ];
  const { offer } = (await harness().stranger().ask(passkeys.beginSignIn, {})).values;
  for (const odd of oddities) {
    const proof = { ...good, response: { ...good.response, ...odd } };
    const answer = await harness().stranger().ask(passkeys.signIn, { offer, proof, remember: true });
    expect(answer, JSON.stringify(odd)).toMatchObject({ ...REFUSED, status: 200 });
  }
  const renamed = { ...good, rawId: 'AAAA' };
  const other = await harness().stranger().ask(passkeys.signIn, { offer, proof: renamed, remember: true });
  expect(other).toMatchObject({ ...REFUSED, status: 200 });
  for (const attestationObject of [
    'A',
    text('null'),
    text('\x9f'.repeat(20_000)),
    text('\x81'.repeat(20_000)),
  ]) {
    const { options, offer: toAdd } = (await user.ask(passkeys.begin, {})).values;
    const made = new PasskeyDevice(HERE).make(options);
    const response = { ...made.response, attestationObject };
    const answer = await user.ask(passkeys.add, { offer: toAdd, made: { ...made, response }, name: 'Odd' });
    expect(answer, attestationObject.slice(0, 20)).toMatchObject({ ...REFUSED, status: 200 });
  }
  for (const transport of ['\u0000', '\ud800', '"},{', '']) {
    const { options, offer: toAdd } = (await user.ask(passkeys.begin, {})).values;
    const made = new PasskeyDevice(HERE).make(options);
    const response = { ...made.response, transports: [transport] };
    const answer = await user.ask(passkeys.add, { offer: toAdd, made: { ...made, response }, name: 'Odd' });
    expect(answer.status, JSON.stringify(transport)).toBeLessThan(500);
  }
});
