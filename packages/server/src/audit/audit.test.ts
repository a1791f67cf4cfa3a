import { AUDIT_ACTIONS, calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { type Client, useHarness } from '../testing/harness.ts';
import { forgetOldActs } from './store.ts';

const clock = manualClock('2026-03-10T12:00:00Z');
const harness = useHarness({ clock });
const { access, account, audit, automata, blast, campaigns, channels, credentials, lists, members } = calls;
const PASSWORD = 'correct horse battery staple';

type User = Client & { accountId: number; userId: number };

/** What was noted since, oldest first, in short. */
async function noted(
  user: Client,
  group: 'all' | 'access' | 'team' | 'sending' | 'things' | 'people' = 'all',
) {
  const { acts } = (await user.ask(audit.list, { group })).values;
  return acts
    .toReversed()
    .map(({ act, kind, name, detail }) => [act, kind, name, detail].filter(Boolean).join(' | '));
}

async function joined(owner: User, email: string) {
  const { link } = (await owner.ask(calls.team.invite, { email, role: 'member' })).values;
  const client = harness().stranger();
  const form = { password: PASSWORD, phone: '2125550177' };
  await client.ask(calls.team.join, { invitation: link.split('/join/')[1] ?? '', ...form });
  return { ...client, userId: Number((await client.get('authentication/checklogin')).text) };
}

/** A finished campaign: one text. */
async function campaignOf(owner: Client): Promise<number> {
  const { body } = await owner.post('control-point/AddNewBatchFromTemplate', { TID: '1' });
  const campaign = String(body.BATCHID);
  const steps = (await owner.post('control-point/ReadCPs', { inpBatchId: campaign })).body.CPOBJ as {
    ID: number;
  }[];
  for (const { ID } of steps)
    await owner.post('control-point/DeleteCPData', { inpBatchId: campaign, INPPID: String(ID) });
  await owner.post('control-point/AddCPData', {
    inpBatchId: campaign,
    controlPoint: '{"ID":0,"RQ":1,"TYPE":"TRAILER","TEXT":"Hello"}',
  });
  return Number(campaign);
}

test('who signed in, from where, and what became of passwords and addresses', async () => {
  const owner = await harness().newUser({ email: 'ann@example.com' });
  const elsewhere = harness().stranger();
  await elsewhere.ask(access.signIn, { email: 'ann@example.com', password: 'wrong' });
  await elsewhere.ask(access.signIn, { email: 'ann@example.com', password: PASSWORD });
  await owner.ask(account.changePassword, { current: PASSWORD, next: 'another good long password' });
  await owner.ask(account.changeEmail, { email: 'anna@example.com', password: 'another good long password' });
  expect(await noted(owner)).toEqual([
    'signed-in',
    'sign-in-failed | user | ann@example.com',
    'signed-in',
    'password-changed',
    'email-changed | to anna@example.com',
  ]);
  const { acts } = (await owner.ask(audit.list, {})).values;
  const ann = 'ann@example.com';
  expect(acts.map(({ actor }) => actor)).toEqual([ann, ann, ann, '', ann]);
  expect(acts.at(-1)).toMatchObject({ address: '127.0.0.1', at: '2026-03-10T12:00:00.000Z' });
  expect(JSON.stringify(acts)).not.toContain('password"');
});

test('who signed out, here or a device elsewhere, by the call or by the link', async () => {
  const owner = await harness().newUser({ email: 'leaver@example.com' });
  const signIn = async () => {
    const elsewhere = harness().stranger();
    await elsewhere.ask(access.signIn, { email: 'leaver@example.com', password: PASSWORD });
    return elsewhere;
  };
  const [one, other] = [await signIn(), await signIn()];
  await one.ask(access.signOut, {});
  await one.ask(access.signOut, {});
  await harness().app.inject({ url: '/session/logout', headers: { cookie: other.cookie() } });
  await signIn();
  const { sessions } = (await owner.ask(calls.sessions.list, {})).values;
  await owner.ask(calls.sessions.end, { id: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? 0 });
  await owner.ask(calls.sessions.endOthers, {});
  const all = await noted(owner, 'access');
  expect(all.filter((line) => line !== 'signed-in')).toEqual(['signed-out', 'signed-out', 'session-ended']);
});

test('what was made, changed and deleted has the name that it had', async () => {
  const owner = await harness().newUser();
  const list = (await owner.ask(lists.add, { name: 'VIP' })).values.id;
  await owner.ask(lists.remove, { list });
  await owner.ask(lists.remove, { list });
  const credential = (await owner.ask(credentials.add, { name: 'Till' })).values.id;
  await owner.ask(credentials.remove, { credential });
  const channel = (await owner.ask(channels.add, { name: 'Second' })).values.id;
  await owner.ask(channels.remove, { channel });
  const automaton = (await owner.ask(automata.add, { name: 'Daily' })).values.id;
  await owner.ask(automata.remove, { automaton });
  const campaign = await campaignOf(owner);
  await owner.ask(campaigns.remove, { campaign });
  await owner.ask(campaigns.remove, { campaign });
  await owner.ask(campaigns.restore, { campaign });
  const all = await noted(owner, 'things');
  expect(all.map((line) => line.split(' | ').slice(0, 2).join(' '))).toEqual([
    'deleted list',
    'created credential',
    'deleted credential',
    'created channel',
    'deleted channel',
    'deleted automaton',
    'deleted campaign',
    'restored campaign',
  ]);
  expect(all.slice(0, 4)).toEqual([
    'deleted | list | VIP',
    'created | credential | Till',
    'deleted | credential | Till',
    'created | channel | Second',
  ]);
});

test('what is refused is not written down', async () => {
  const owner = await harness().newUser();
  const other = await harness().newUser();
  const list = (await other.ask(lists.add, { name: 'Theirs' })).values.id;
  const before = await noted(owner);
  expect((await owner.ask(lists.remove, { list })).status).toBe(404);
  const [only] = (await owner.ask(channels.list, {})).values.channels;
  expect((await owner.ask(channels.remove, { channel: only?.id ?? 0 })).RESULT).toBe(0);
  await owner.ask(account.changePassword, { current: 'wrong', next: 'another good long password' });
  expect((await owner.ask(calls.team.revoke, { id: 987_654_321 })).status).toBe(404);
  expect(await noted(owner)).toEqual(before);
  expect(await noted(other)).toEqual(['signed-in']);
});

test('a blast, with who sent it and to how many; its pause and its cancel', async () => {
  const owner = await harness().newUser({ email: 'sender@example.com' });
  const list = (await owner.ask(lists.add, { name: 'VIP' })).values.id;
  await owner.ask(members.add, { phone: '2125550101', list });
  const campaign = await campaignOf(owner);
  const sent = await owner.ask(blast.send, { campaign, lists: [list], schedule: '2026-05-01 09:00:00' });
  expect(sent.RESULT, sent.MESSAGE).toBe(1);
  await owner.ask(blast.setState, { blast: sent.values.blast, state: 'paused' });
  await owner.ask(blast.setState, { blast: sent.values.blast, state: 'paused' });
  await owner.ask(blast.setState, { blast: sent.values.blast, state: 'cancelled' });
  const lines = await noted(owner, 'sending');
  expect(lines.map((line) => line.split(' | ')[0])).toEqual([
    'blast-sent',
    'blast-paused',
    'blast-cancelled',
  ]);
  expect(lines[0]).toMatch(/^blast-sent \| blast \| .+ \| to 1$/);
});

test('the team: invited, joined, another role, removed; a member reads none of it', async () => {
  const owner = await harness().newUser({ email: 'boss@example.com' });
  const member = await joined(owner, 'colleague@example.com');
  expect(await member.ask(audit.list, {})).toMatchObject({
    status: 200,
    RESULT: 0,
    MESSAGE: 'Only an account owner can do this.',
  });
  await owner.ask(calls.team.setRole, { user: member.userId, role: 'owner' });
  await member.ask(calls.team.answerOwnership, { accept: true });
  await owner.ask(calls.team.remove, { user: member.userId });
  expect(await noted(owner, 'team')).toEqual([
    'invited | invitation | colleague@example.com | as member',
    'joined | as member',
    'owner-asked | user | colleague@example.com',
    'owner-accepted',
    'removed | user | colleague@example.com',
  ]);
  const { acts } = (await owner.ask(audit.list, { group: 'team' })).values;
  expect(acts.map(({ actor }) => actor)).toEqual([
    'boss@example.com',
    'colleague@example.com',
    'boss@example.com',
    'colleague@example.com',
    'boss@example.com',
  ]);
});

test('numbers of contacts are not in it', async () => {
  const owner = await harness().newUser();
  await owner.ask(calls.optouts.record, { phone: '2125550155', source: 'phone', note: 'called us' });
  expect(await noted(owner, 'people')).toEqual(['opt-out-recorded | phone']);
  const { rows } = await harness().services.pool.query('select to_jsonb(a)::text as row from audit_log a');
  expect(rows.map(({ row }) => row).join('\n')).not.toMatch(/2125550\d{3}/);
});

test('pages leave nothing out; the file has all; accounts are apart', async () => {
  const owner = await harness().newUser();
  await harness().services.pool.query(
    `insert into audit_log (account_id, at, actor, action, target_kind, name, detail, address)
     select $1, '2026-03-11T00:00:00Z'::timestamptz + (n / 10) * interval '1 second', '=x', 'deleted', 'list', 'List ' || n, '', ''
     from generate_series(1, 120) n`,
    [owner.accountId],
  );
  const seen: string[] = [];
  let before = 0;
  do {
    const { acts, next } = (await owner.ask(audit.list, { before, group: 'things' })).values;
    seen.push(...acts.map(({ name }) => name));
    before = next;
  } while (before > 0);
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `List ${120 - n}`));
  const file = (await owner.get(audit.exportAll.path)).text;
  expect(file.trim().split('\r\n')).toHaveLength(122);
  expect(file).toContain(`"'=x","${AUDIT_ACTIONS.deleted.words}","list"`);
  const other = await harness().newUser();
  expect(await noted(other)).toEqual(['signed-in']);
  const [theirs] = (await owner.ask(audit.list, {})).values.acts;
  expect((await other.ask(audit.list, { before: theirs?.id ?? 0 })).values.acts).toEqual([]);
});

test('after two years it is forgotten', async () => {
  const owner = await harness().newUser();
  const { db, pool } = harness().services;
  await pool.query(
    `insert into audit_log (account_id, at, actor, action, target_kind, name, detail, address) values
       ($1, '2024-03-10T11:59:00Z', '', 'deleted', 'list', 'Old', '', ''), ($1, '2024-03-10T12:01:00Z', '', 'deleted', 'list', 'Cache', '', '')`,
    [owner.accountId],
  );
  expect(await forgetOldActs(db, clock.now())).toBe(1);
  expect(await noted(owner, 'things')).toEqual(['deleted | list | Cache']);
});
