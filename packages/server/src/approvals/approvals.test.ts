/** An author asks, somebody else of the team looks, and sends or declines. */
import { calls } from '@parley/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { sql } from '../platform/db/database.ts';
import { type Client, useHarness } from '../testing/harness.ts';

const clock = manualClock('2026-03-10T15:00:00Z');
const harness = useHarness({ clock });
const { account, approvals, audit, blast, flow, lists, members, team } = calls;

type User = Client & { userId: number; accountId: number };
let owner: User;
let author: Client;
let list: number;
let campaign: number;
let count = 0;

async function colleague(role: 'member' | 'author'): Promise<Client> {
  count += 1;
  const invited = await owner.ask(team.invite, { email: `colleague${count}@example.com`, role });
  const client = harness().stranger();
  const joining = { invitation: invited.values.link.split('/join/')[1] ?? '', phone: '2125550177' };
  expect((await client.ask(team.join, { ...joining, password: 'correct horse battery staple' })).RESULT).toBe(
    1,
  );
  return client;
}

async function write(text: string): Promise<void> {
  const { steps } = (await owner.ask(flow.read, { campaign, isTemplate: false })).values;
  const [first, ...rest] = steps;
  for (const { step } of rest)
    await owner.ask(flow.deleteStep, { campaign, isTemplate: false, step: step.id });
  const controlPoint = JSON.stringify({ ID: first?.step.id, RQ: 1, TYPE: 'TRAILER', TEXT: text });
  const saved = await owner.post('control-point/SaveCPData', { inpBatchId: String(campaign), controlPoint });
  expect(saved.body).toMatchObject({ RESULT: 1 });
}

beforeEach(newTeam);

async function newTeam(): Promise<void> {
  owner = await harness().newUser();
  author = await colleague('author');
  list = (await owner.ask(lists.add, { name: 'VIP' })).values.id;
  for (const phone of ['2125550110', '2125550111']) await owner.ask(members.add, { phone, list });
  campaign = (await owner.ask(calls.templates.createCampaign, { template: 1 })).values.campaign;
  await write('Hello');
}

const form = () => ({
  campaign,
  lists: [list],
  segment: 0,
  channel: '',
  contactType: 3,
  skipOptOutCheck: 0,
  abCampaigns: [],
  filters: [],
  schedule: '',
  localTime: false,
  timeToLive: 0,
});
const ask = async (client: Client, note = 'Please!') =>
  (await client.ask(approvals.ask, { ...form(), note })).values.id;
const load = async (client: Client, approval: number) =>
  (await client.ask(approvals.load, { approval })).values;
const waiting = async (client: Client = owner, of = campaign) =>
  (await client.ask(approvals.list, { campaign: of, onlyWaiting: true, start: 0 })).values.approvals;
const blastsOf = async () =>
  (await owner.ask(blast.list, { campaign: 0, start: 0, from: '', to: '' })).values.blasts;

describe('a blast that is asked for', () => {
  test('waits, is shown to the team, and goes out once an owner approves', async () => {
    const approval = await ask(author);
    expect(await blastsOf()).toEqual([]);
    expect((await owner.ask(account.overview, {})).values.overview.attention.approvals).toBe(1);
    expect((await author.ask(account.overview, {})).values.overview.attention.approvals).toBe(0);
    const shown = await waiting();
    expect(shown).toMatchObject([
      {
        id: approval,
        campaign,
        state: 'waiting',
        askedBy: `colleague${count}@example.com`,
        isYours: false,
        note: 'Please!',
      },
    ]);
    const seen = await load(owner, approval);
    expect(seen.blast).toMatchObject({ campaign, lists: [list], schedule: '2026-03-10 09:00:00' });

    const approved = await owner.ask(approvals.approve, { approval, content: seen.content });
    expect(approved.RESULT).toBe(1);
    expect(await blastsOf()).toMatchObject([{ id: approved.values.blast, total: 2 }]);
    expect((await load(author, approval)).approval).toMatchObject({
      state: 'approved',
      isYours: true,
      blast: approved.values.blast,
      decidedAt: '2026-03-10T15:00:00.000Z',
    });
    expect((await owner.ask(account.overview, {})).values.overview.attention.approvals).toBe(0);
    const { acts } = (await owner.ask(audit.list, { before: 0, group: 'sending' })).values;
    expect(acts.map(({ act }) => act).sort()).toEqual(['approval-asked', 'approval-given', 'blast-sent']);
  });

  test('is sent once, whoever approves it and how often', async () => {
    const approval = await ask(author);
    const member = await colleague('member');
    const { content } = await load(owner, approval);
    const answers = await Promise.all(
      [owner, member, owner].map((client) => client.ask(approvals.approve, { approval, content })),
    );
    expect(answers.filter(({ RESULT }) => RESULT === 1)).toHaveLength(1);
    expect(answers.find(({ RESULT }) => RESULT === 0)?.MESSAGE).toBe('Somebody has answered this already.');
    expect(await blastsOf()).toHaveLength(1);
  });

  test('is declined with an answer, and not sent any more', async () => {
    const approval = await ask(author);
    const { content } = await load(owner, approval);
    expect((await owner.ask(approvals.decline, { approval, answer: ' Not on Sunday ' })).RESULT).toBe(1);
    expect((await load(author, approval)).approval).toMatchObject({
      state: 'declined',
      answer: 'Not on Sunday',
    });
    expect((await owner.ask(approvals.approve, { approval, content })).RESULT).toBe(0);
    expect((await author.ask(approvals.withdraw, { approval })).RESULT).toBe(0);
    expect(await blastsOf()).toEqual([]);
  });

  test('is taken back by who asked, alone, and by asking anew', async () => {
    const first = await ask(author);
    expect((await owner.ask(approvals.withdraw, { approval: first })).RESULT).toBe(0);
    const second = await ask(author, 'Better');
    expect((await load(owner, first)).approval.state).toBe('withdrawn');
    expect((await author.ask(approvals.withdraw, { approval: second })).RESULT).toBe(1);
    expect(await waiting()).toEqual([]);
    const { approvals: all } = (
      await owner.ask(approvals.list, { campaign: 0, onlyWaiting: false, start: 0 })
    ).values;
    expect(all.map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn']);
    const { acts } = (await owner.ask(audit.list, { before: 0, group: 'sending' })).values;
    expect(acts.map(({ act }) => act)).toEqual([
      'approval-withdrawn',
      'approval-asked',
      'approval-withdrawn',
      'approval-asked',
    ]);
  });

  test('waits once, when it is asked for twice at the same moment', async () => {
    const asked = await Promise.all([1, 2, 3, 4].map((n) => ask(author, `From tab ${n}`)));
    expect(await waiting()).toMatchObject([{ id: Math.max(...asked) }]);
  });

  test('keeps a note and an answer as they were written', async () => {
    const odd = 'Hé 👩‍👩‍👧 שלום <b>now</b> {%x%}\nnext';
    const approval = await ask(author, odd);
    expect((await load(owner, approval)).approval.note).toBe(odd);
    expect((await author.ask(approvals.ask, { ...form(), note: '\u0000' })).status).toBe(400);
    expect((await owner.ask(approvals.decline, { approval, answer: ` ${odd} ` })).RESULT).toBe(1);
    expect((await load(author, approval)).approval.answer).toBe(odd);
    expect((await author.ask(approvals.ask, { ...form(), note: 'x'.repeat(2_001) })).status).toBe(400);
  });

  test('is taken back when who asked leaves the team', async () => {
    const approval = await ask(author);
    const user = Number((await author.get('authentication/checklogin')).text);
    expect((await owner.ask(team.remove, { user })).RESULT).toBe(1);
    expect((await load(owner, approval)).approval.state).toBe('withdrawn');
  });
});

test('an author approves nothing, and nobody what they asked for', async () => {
  const approval = await ask(author);
  const { content } = await load(author, approval);
  expect((await author.ask(approvals.approve, { approval, content })).RESULT).toBe(0);
  expect((await author.ask(approvals.decline, { approval, answer: '' })).RESULT).toBe(0);
  const own = await ask(owner);
  expect((await owner.ask(approvals.approve, { approval: own, content })).MESSAGE).toBe(
    'Somebody else has to approve what you asked for.',
  );
  expect(await blastsOf()).toEqual([]);
});

test('what was changed since it was looked at is not approved', async () => {
  const approval = await ask(author);
  const { content } = await load(owner, approval);
  await write('Something else');
  expect((await owner.ask(approvals.approve, { approval, content })).MESSAGE).toMatch(
    /changed since you opened/,
  );
  expect(await blastsOf()).toEqual([]);
  const again = await load(owner, approval);
  expect((await owner.ask(approvals.approve, { approval, content: again.content })).RESULT).toBe(1);
});

test('what cannot be sent is not asked for', async () => {
  const controlPoint = JSON.stringify({ ID: 0, RQ: 1, TYPE: 'STATEMENT', TEXT: '' });
  await owner.post('control-point/AddCPData', { inpBatchId: String(campaign), controlPoint });
  expect((await author.ask(approvals.ask, { ...form(), note: '' })).RESULT).toBe(0);
  expect((await author.ask(approvals.ask, { ...form(), lists: [987654321], note: '' })).status).toBe(404);
});

test('a list that is deleted meanwhile keeps the blast from being approved', async () => {
  const approval = await ask(author);
  const { content } = await load(owner, approval);
  await owner.ask(lists.remove, { list });
  expect((await owner.ask(approvals.approve, { approval, content })).RESULT).not.toBe(1);
  expect((await load(owner, approval)).approval.state).toBe('waiting');
  expect((await owner.ask(approvals.decline, { approval, answer: '' })).RESULT).toBe(1);
});

test('a campaign that is deleted meanwhile keeps the blast from being approved, until it is restored', async () => {
  const approval = await ask(author);
  const { content } = await load(owner, approval);
  expect((await owner.ask(calls.campaigns.remove, { campaign, isTemplate: false })).RESULT).toBe(1);
  expect((await owner.ask(approvals.approve, { approval, content })).MESSAGE).toBe(
    '“Welcome and opt-in” is deleted. Restore it before you send it.',
  );
  expect((await load(author, approval)).approval.state).toBe('waiting');
  expect(await blastsOf()).toEqual([]);
  expect((await owner.ask(calls.campaigns.restore, { campaign, isTemplate: false })).RESULT).toBe(1);
  expect((await owner.ask(approvals.approve, { approval, content })).RESULT).toBe(1);
});

test('with the last credits it is approved, with one less it waits on', async () => {
  const approval = await ask(author);
  const { content } = await load(owner, approval);
  const leave = (credits: number) =>
    sql`
      update balances set balance = ${credits}, granted = ${credits} + reserved + spent
      where account_id = ${owner.accountId}`.execute(harness().services.db);
  await leave(1);
  expect((await owner.ask(approvals.approve, { approval, content })).MESSAGE).toBe(
    'This blast needs 2 credits, and the balance is 1 credit.',
  );
  expect((await load(author, approval)).approval.state).toBe('waiting');
  await leave(2);
  expect((await owner.ask(approvals.approve, { approval, content })).RESULT).toBe(1);
  expect(await blastsOf()).toHaveLength(1);
});

test('who asked may be given another role: somebody else approves all the same', async () => {
  const approval = await ask(author);
  const user = Number((await author.get('authentication/checklogin')).text);
  expect((await owner.ask(team.setRole, { user, role: 'member' })).RESULT).toBe(1);
  const { content } = await load(author, approval);
  expect((await author.ask(approvals.approve, { approval, content })).MESSAGE).toBe(
    'Somebody else has to approve what you asked for.',
  );
  expect((await owner.ask(approvals.approve, { approval, content })).RESULT).toBe(1);
});

test('a hundred wait, on pages of their own; the next is refused, and an answer makes room', async () => {
  const first = await ask(author);
  await sql`
    insert into blast_approvals (account_id, campaign_id, form, note, asked_by, asked_by_user, asked_at)
    select a.account_id, a.campaign_id, a.form, 'Number ' || n, a.asked_by, 0, a.asked_at
    from blast_approvals a, generate_series(2, 100) n
    where a.account_id = ${owner.accountId} and a.id = ${first}`.execute(harness().services.db);
  const page = async (start: number) =>
    (await owner.ask(approvals.list, { campaign: 0, onlyWaiting: true, start })).values.approvals;
  const pages: number[][] = [];
  for (let start = 0; start < 100; start += pages.at(-1)?.length || 100)
    pages.push((await page(start)).map(({ id }) => id));
  expect(new Set(pages.flat()).size).toBe(100);
  expect((await author.ask(approvals.ask, { ...form(), note: '' })).RESULT).toBe(1);
  const member = await colleague('member');
  expect((await member.ask(approvals.ask, { ...form(), note: '' })).MESSAGE).toMatch(/^100 blasts wait/);
  expect((await owner.ask(account.overview, {})).values.overview.attention.approvals).toBe(100);
  await owner.ask(approvals.decline, { approval: pages[0]?.[0] ?? 0, answer: '' });
  expect((await member.ask(approvals.ask, { ...form(), note: '' })).RESULT).toBe(1);
});

describe('when clocks change', () => {
  // New York: 2:30 is skipped on 8 March 2026, and 1:30 comes twice on 1 November.
  test.each([
    ['2026-03-07T15:00:00Z', '2026-03-08 02:30:00', '2026-03-08T07:00:00.000Z'],
    ['2026-10-31T15:00:00Z', '2026-11-01 01:30:00', '2026-11-01T05:30:00.000Z'],
  ])('asked at %s for %s it is approved for %s, once', async (now, schedule, sentAt) => {
    clock.set(now);
    await newTeam();
    const settings = { TIMEZONE: 'America/New_York' };
    expect((await owner.post('account/saveAccount', settings)).body.RESULT).toBe(1);
    const { id } = (await author.ask(approvals.ask, { ...form(), schedule, note: '' })).values;
    const { content, blast: asked } = await load(owner, id);
    expect(asked.schedule).toBe(schedule);
    expect((await owner.ask(approvals.approve, { approval: id, content })).RESULT).toBe(1);
    expect(await blastsOf()).toMatchObject([{ state: 'scheduled', scheduledFor: sentAt }]);
  });
});

test('another account finds nothing', async () => {
  const approval = await ask(author);
  const stranger = await harness().newUser();
  expect((await stranger.ask(approvals.load, { approval })).status).toBe(404);
  const answers = [
    await stranger.ask(approvals.approve, { approval, content: 'x' }),
    await stranger.ask(approvals.decline, { approval, answer: '' }),
    await stranger.ask(approvals.withdraw, { approval }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(await waiting(stranger, 0)).toEqual([]);
});

describe('over midnight', () => {
  beforeAll(() => clock.set('2026-03-11T03:30:00Z'));

  test('a time that has passed means at once on the next day, too, and so does none', async () => {
    const approval = await ask(author);
    clock.advance(3_600_000);
    const { content, blast: asked } = await load(owner, approval);
    expect(asked.schedule).toBe('2026-03-10 09:00:00');
    expect((await owner.ask(approvals.approve, { approval, content })).RESULT).toBe(1);
    const [sent] = await blastsOf();
    expect(sent?.state).not.toBe('scheduled');
  });
});
