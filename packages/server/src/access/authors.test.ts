/** Authors prepare; what reaches people is done by members and owners. */
import { BASE, type Call, calls } from '@parley/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { rows, sql } from '../platform/db/database.ts';
import { goodForm, makeThings, sendTo, type Things } from '../testing/good-forms.ts';
import { type Client, useHarness } from '../testing/harness.ts';

const harness = useHarness();
const { automata, blast, campaigns, flow, keyword, lists, members, team } = calls;
const REFUSED = 'Authors can’t send, publish, or turn things on. Ask a member or an owner of the account.';

const all = Object.values(calls).flatMap((group) => Object.values(group as unknown as Record<string, Call>));
/** Things that are gone are the last ones that are tried. */
const inOrder = [...all].sort((one, other) => Number(isEnd(one)) - Number(isEnd(other)));
function isEnd({ path }: Call): boolean {
  return /delete|remove|erase|end|logout|switch|revoke|import/i.test(path);
}

type User = Client & { userId: number; accountId: number };

async function thingsOf(user: User): Promise<Things> {
  return makeThings(async (path, form, file) => {
    const call = { path, method: 'POST', shape: file === undefined ? 'envelope' : 'upload' } as const;
    return (await sendTo(harness().app, user.cookie(), call, { form }, BASE)).json() as Record<
      string,
      unknown
    >;
  });
}

let count = 0;
async function authorOf(owner: User): Promise<Client> {
  count += 1;
  const invited = await owner.ask(team.invite, { email: `author${count}@example.com`, role: 'author' });
  const author = harness().stranger();
  const joining = { invitation: invited.values.link.split('/join/')[1] ?? '', phone: '2125550177' };
  expect((await author.ask(team.join, { ...joining, password: 'correct horse battery staple' })).RESULT).toBe(
    1,
  );
  return author;
}

/** What people get, or would get by themselves from now on. */
function reaching(accountId: number) {
  return rows(
    harness().services.db,
    sql`
      select (select count(*) from messages where account_id = ${accountId}) as messages,
        (select jsonb_agg(jsonb_build_array(campaign_id, number) order by campaign_id, number) from flow_versions
          where account_id = ${accountId}) as versions,
        (select jsonb_agg(jsonb_build_array(keyword, campaign_id) order by keyword) from keywords
          where account_id = ${accountId}) as keywords,
        (select jsonb_agg(jsonb_build_array(id, campaign_id, list_id, type) order by id) from automata
          where account_id = ${accountId} and enabled) as automata,
        (select jsonb_agg(jsonb_build_array(id, state) order by id) from blasts where account_id = ${accountId}
          and state <> 'paused') as blasts,
        (select jsonb_agg(to_jsonb(p) order by list_id) from sign_up_pages p where account_id = ${accountId}) as pages,
        (select jsonb_agg(jsonb_build_array(id, double_opt_in) order by id) from lists
          where account_id = ${accountId} and double_opt_in) as asks,
        (select jsonb_agg(to_jsonb(f) order by channel_id) from catch_alls f where account_id = ${accountId}) as answers`,
  );
}

/** The calls of the contract, each with a good form, that change what people get. */
async function walk(client: Client, accountId: number, things: Things): Promise<Set<string>> {
  const found = new Set<string>();
  let before = await reaching(accountId);
  for (const call of inOrder) {
    if (call.access !== 'session' || call.path === 'authentication/sessionEnd') continue;
    await sendTo(harness().app, client.cookie(), call, { form: goodForm(call, things) }, BASE);
    const after = await reaching(accountId);
    if (JSON.stringify(after) !== JSON.stringify(before)) found.add(call.path);
    before = after;
  }
  return found;
}

/**
 * What an author may do all the same. A text of a test phone is answered as people's are, whatever stops
 * something reaches nobody, and the handlers of the others look at what is asked.
 */
const ALLOWED = new Map([
  ['simulator/phoneSend', 'a test phone writes'],
  ['campaign/LogicalDeleteBatch', 'it stops something, and can be restored'],
  ['automata/deleteautomata', 'it stops something'],
  ['lists/deleteList', 'it stops something'],
  ['blast/setBlastState', 'pausing alone'],
]);

test('every call that changes what people get is marked, and is refused to authors', async () => {
  const owner = await harness().newUser();
  const changing = await walk(owner, owner.accountId, await thingsOf(owner));
  for (const path of ['blast/BlastToList', 'keyword/SaveKeyword', 'signup/turnPage', 'inbox/sendReply'])
    expect([...changing]).toContain(path);
  const unmarked = all.filter(
    ({ path, sends, ownersOnly }) => changing.has(path) && !sends && !ownersOnly && !ALLOWED.has(path),
  );
  expect(unmarked.map(({ path }) => path)).toEqual([]);

  const other = await harness().newUser();
  const things = await thingsOf(other);
  const changed = await walk(await authorOf(other), other.accountId, things);
  expect([...changed].filter((path) => !ALLOWED.has(path))).toEqual([]);
});

describe('an author', () => {
  let owner: User;
  let author: Client;
  let things: Things;
  beforeAll(async () => {
    owner = await harness().newUser();
    things = await thingsOf(owner);
    author = await authorOf(owner);
  });

  test.each(all.filter(({ sends }) => sends).map((call) => [call.path, call] as const))(
    'is told of %s who does it',
    async (_path, call) => {
      const form = goodForm(call, things);
      const answer = await sendTo(harness().app, author.cookie(), call, { form }, BASE);
      expect(answer.json()).toMatchObject({ RESULT: 0, MESSAGE: REFUSED });
    },
  );

  test('makes lists, people and campaigns, and edits the draft of what is published', async () => {
    const list = (await author.ask(lists.add, { name: 'Prepared' })).values.id;
    expect((await author.ask(members.add, { phone: '2125550142', list })).RESULT).toBe(1);
    const campaign = Number(things.campaign);
    expect(
      (await author.ask(campaigns.saveName, { campaign, name: 'Spring', isTemplate: false })).RESULT,
    ).toBe(1);
    const { steps, flowVersion } = (await author.ask(flow.read, { campaign, isTemplate: false })).values;
    const point = { step: steps[0]?.step as never, version: null };
    expect((await author.ask(flow.saveStep, { campaign, isTemplate: false, point })).RESULT).toBe(1);
    const back = { campaign, number: 1, isAnyway: false, draftVersion: flowVersion + 1, message: '' };
    expect(await author.ask(flow.goBack, { ...back, isPublished: true })).toMatchObject({ MESSAGE: REFUSED });
    expect((await author.ask(flow.goBack, { ...back, isPublished: false })).RESULT).toBe(1);
  });

  test('doesn’t edit a draft that people get: one that was never published and has a keyword', async () => {
    const { campaign } = (await author.ask(calls.templates.createCampaign, { template: 1 })).values;
    const edit = async () => {
      const { steps } = (await author.ask(flow.read, { campaign, isTemplate: false })).values;
      const [first] = steps;
      const moved = { campaign, isTemplate: false, step: first?.step.id ?? 0, position: 1 };
      return author.ask(flow.moveStep, moved);
    };
    expect((await edit()).RESULT).toBe(1);
    const reached = async () => (await author.ask(flow.listVersions, { campaign })).values.isDraftReached;
    expect(await reached()).toBe(false);
    const { channels } = (await owner.ask(calls.channels.list, { search: '' })).values;
    const word = { campaign, channel: channels[0]?.number ?? '', keyword: 'SPRING', isTemplate: false };
    expect((await owner.ask(keyword.save, word)).RESULT).toBe(1);
    expect(await reached()).toBe(true);
    expect(await edit()).toMatchObject({ RESULT: 0, MESSAGE: expect.stringMatching(/would go out at once/) });
  });

  test('pauses a blast, and neither resumes nor cancels it', async () => {
    const id = Number(things.blast);
    expect((await author.ask(blast.setState, { blast: id, state: 'paused' })).RESULT).toBe(1);
    for (const state of ['running', 'cancelled'] as const)
      expect(await author.ask(blast.setState, { blast: id, state })).toMatchObject({ MESSAGE: REFUSED });
    expect((await owner.ask(blast.setState, { blast: id, state: 'running' })).RESULT).toBe(1);
  });

  test('sets up an automata that is off, and leaves alone what is on', async () => {
    const { id } = (await author.ask(automata.add, { name: 'Weekly' })).values;
    const weekly = { Type_int: 3, ListId_int: Number(things.list), BatchId_bi: Number(things.campaign) };
    const update = (client: Client, Enabled: string) =>
      client.post('automata/updateAutomataData', {
        AutomataId: String(id),
        AutomataData: JSON.stringify({ ...weekly, Status_int: Number(Enabled) }),
        Enabled,
      });
    expect((await update(author, '0')).body).toMatchObject({ RESULT: 1 });
    expect((await update(author, '1')).body).toMatchObject({ RESULT: 0, MESSAGE: REFUSED });
    expect((await owner.ask(automata.load, { automaton: id })).values.data.enabled).toBe(false);
    expect((await update(owner, '1')).body).toMatchObject({ RESULT: 1 });
    expect((await update(author, '0')).body).toMatchObject({ RESULT: 0, MESSAGE: REFUSED });
    expect((await owner.ask(automata.load, { automaton: id })).values.data.enabled).toBe(true);
  });
});

describe('what others have switched on', () => {
  let owner: User;
  let author: Client;
  let channel = '';
  beforeAll(async () => {
    owner = await harness().newUser();
    author = await authorOf(owner);
    const { channels } = (await owner.ask(calls.channels.list, { search: '' })).values;
    channel = channels[0]?.number ?? '';
  });
  const draft = async (): Promise<number> =>
    (await author.ask(calls.templates.createCampaign, { template: 1 })).values.campaign;
  const give = (campaign: number, word: string) =>
    owner.ask(keyword.save, { campaign, channel, keyword: word, isTemplate: false });
  const wordOf = async (campaign: number) =>
    (await owner.ask(keyword.load, { campaign, isTemplate: false, channel })).values.keyword;
  const edit = async (campaign: number) => {
    const { steps } = (await author.ask(flow.read, { campaign, isTemplate: false })).values;
    return author.ask(flow.moveStep, {
      campaign,
      isTemplate: false,
      step: steps[0]?.step.id ?? 0,
      position: 1,
    });
  };

  test('a deleted campaign gets its keyword back from a member or an owner', async () => {
    const [quiet, texted] = [await draft(), await draft()];
    expect((await give(texted, 'BACK')).RESULT).toBe(1);
    for (const campaign of [quiet, texted])
      expect((await author.ask(campaigns.remove, { campaign, isTemplate: false })).RESULT).toBe(1);
    expect((await author.ask(campaigns.restore, { campaign: quiet, isTemplate: false })).RESULT).toBe(1);
    expect(await author.ask(campaigns.restore, { campaign: texted, isTemplate: false })).toMatchObject({
      RESULT: 0,
      MESSAGE: expect.stringMatching(/people reach this campaign again/),
    });
    expect(await wordOf(texted)).toBe('');
    expect((await owner.ask(campaigns.restore, { campaign: texted, isTemplate: false })).RESULT).toBe(1);
    expect(await wordOf(texted)).toBe('BACK');
  });

  test('a file of campaigns is imported without its keywords', async () => {
    const campaign = await draft();
    await give(campaign, 'FILED');
    const { path } = calls.campaignFiles.exportOne;
    const file = (await owner.get(`${path}?inpBatchId=${campaign}`)).text;
    await owner.ask(campaigns.remove, { campaign, isTemplate: false });
    const run = async (client: Client, inpKeywordFlag: string) => {
      const sent = { form: { inpKeywordFlag }, file };
      return (await sendTo(harness().app, client.cookie(), calls.campaignFiles.run, sent, BASE)).json();
    };
    expect(await run(author, '1')).toMatchObject({ RESULT: 0, MESSAGE: REFUSED });
    expect(await run(author, '0')).toMatchObject({ RESULT: 1 });
    const words = () =>
      rows(
        harness().services.db,
        sql`select keyword from keywords where account_id = ${owner.accountId} and keyword = 'FILED'`,
      );
    expect(await words()).toEqual([]);
    expect(await run(owner, '1')).toMatchObject({ RESULT: 1 });
    expect(await words()).toHaveLength(1);
  });

  test('a draft that somebody is in the middle of stays as it is, but for a test of it', async () => {
    const campaign = await draft();
    const controlPoint = JSON.stringify({ ID: 0, RQ: 1, TYPE: 'SHORTANSWER', TEXT: 'Your name?' });
    const asked = await author.post('control-point/AddCPData', {
      inpBatchId: String(campaign),
      controlPoint,
    });
    expect(asked.body).toMatchObject({ RESULT: 1 });
    await owner.ask(blast.sendTest, { campaign, channel, phone: '2125550151' });
    expect((await edit(campaign)).RESULT).toBe(1);
    await give(campaign, 'MIDDLE');
    await owner.ask(calls.simulator.phoneSend, { phone: '2125550152', text: 'MIDDLE', channel });
    await owner.ask(keyword.remove, { campaign, channel, keyword: 'MIDDLE' });
    await give(campaign, '');
    expect(await edit(campaign)).toMatchObject({
      RESULT: 0,
      MESSAGE: expect.stringMatching(/would go out at once/),
    });
  });
});

test('roles: an author is made a member, asked to own, and made an author again', async () => {
  const owner = await harness().newUser();
  const author = await authorOf(owner);
  const user = Number((await author.get('authentication/checklogin')).text);
  const roleOf = async () => (await author.ask(team.load, {})).values.role;
  expect(await roleOf()).toBe('author');
  expect((await owner.ask(team.setRole, { user, role: 'member' })).RESULT).toBe(1);
  expect(await roleOf()).toBe('member');
  expect((await owner.ask(team.setRole, { user, role: 'author' })).RESULT).toBe(1);
  expect((await owner.ask(team.setRole, { user, role: 'owner' })).values.isAsked).toBe(true);
  expect(await roleOf()).toBe('author');
  expect((await author.ask(team.answerOwnership, { accept: false })).RESULT).toBe(1);
  expect(await roleOf()).toBe('author');
  expect((await author.ask(team.setRole, { user, role: 'member' })).RESULT).toBe(0);
  expect((await owner.ask(team.setRole, { user: owner.userId, role: 'author' })).RESULT).toBe(0);
});
