import { readFileSync } from 'node:fs';
import { calls } from '@parley/contract';
import { CAMPAIGN_FILE_LIMITS } from '@parley/rules/campaign-file-limits.ts';
import { expect, test } from 'vitest';
import { firstChannel, listChannels } from '../channels/index.ts';
import { loadFlow } from '../flow/index.ts';
import { apiClient, apiKeyOf } from '../testing/api-world.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();
const MARKET = JSON.parse(
  readFileSync(new URL('../../../engine/src/rapidpro/fixtures/market-export.json', import.meta.url), 'utf8'),
);

async function newAccount() {
  const user = await harness().newUser();
  return { user, ask: apiClient(harness(), await apiKeyOf(user)) };
}
const idOf = (text: string) => Number(text.slice(4));
const stepsOf = async (accountId: number, campaign: string) =>
  (await loadFlow(harness().services.db, accountId, idOf(campaign)))?.steps ?? [];
const campaignsOf = async ({ ask }: Awaited<ReturnType<typeof newAccount>>) =>
  (await ask('GET', '/campaigns')).body.data as { name: string }[];

async function lunchClub(account: Awaited<ReturnType<typeof newAccount>>) {
  const { user } = account;
  const list = (await user.ask(calls.lists.add, { name: 'VIP' })).values.id;
  await user.ask(calls.tags.add, { name: 'City' });
  const campaign = 700_000 + user.accountId;
  const at = campaign * 10;
  await storeSketch(
    harness().services.db,
    user.accountId,
    campaign,
    [
      { type: 'choice-question', id: at, text: 'Join?', intents: [{ text: 'Yes', next: at + 2 }, 'No'] },
      { type: 'tag', id: at + 1, tag: 'City', value: '{%answer:City%}' },
      { type: 'opt-in', id: at + 2, list },
      { type: 'api-call', id: at + 3, url: 'https://a.example', headers: 'Authorization: Bearer abc' },
      { type: 'switch', id: at + 4, switchTo: campaign },
    ],
    'LUNCH',
  );
  return `cmp_${campaign}`;
}

test('a campaign goes out and comes into another account with all that it needs', async () => {
  const [from, to] = [await newAccount(), await newAccount()];
  const file = (await from.ask('GET', `/campaigns/${await lunchClub(from)}/file`)).body;
  expect(file.left_out).toEqual([{ step: 4, where: 'header', name: 'Authorization' }]);
  const preview = await to.ask('POST', '/campaigns/file-preview', { body: { file } });
  expect(preview.body.data[0]).toMatchObject({
    steps: 5,
    tags: [{ name: 'City', new: true }],
    lists: [{ name: 'VIP', new: true }],
    campaigns: [{ how: 'self' }],
    keywords: [{ keyword: 'LUNCH', problem: '' }],
    left_out: file.left_out,
  });
  expect(await campaignsOf(to)).toEqual([]);
  const made = await to.ask('POST', '/campaigns/file', { body: { file } });
  expect(made.status).toBe(201);
  const { id } = made.body.data[0];
  const [question, , optIn, , goTo] = await stepsOf(to.user.accountId, id);
  expect(question).toMatchObject({ intents: [{ next: optIn?.id }, { next: 0 }] });
  expect(goTo).toMatchObject({ switchTo: idOf(id) });
  const { lists } = (await to.user.ask(calls.lists.list, { filter: '', search: '' })).values;
  expect(optIn).toMatchObject({ list: lists.find(({ name }) => name === 'VIP')?.id });
  const again = (await to.ask('GET', `/campaigns/${id}/file`)).body;
  // The secret is gone, and nothing was left out of the second file.
  expect({ ...again, exported_at: '', left_out: [] }).toEqual({ ...file, exported_at: '', left_out: [] });
  const { acts } = (await to.user.ask(calls.audit.list, { before: 0, group: 'things' })).values;
  expect(acts.map(({ act }) => act)).toEqual(expect.arrayContaining(['imported', 'exported']));
});

test('what is there is found by name, and a keyword that is taken is said and left out', async () => {
  const account = await newAccount();
  const campaign = await lunchClub(account);
  const file = (await account.ask('GET', `/campaigns/${campaign}/file`)).body;
  const preview = (await account.ask('POST', '/campaigns/file-preview', { body: { file } })).body.data[0];
  expect(preview).toMatchObject({ tags: [{ new: false }], lists: [{ new: false }] });
  expect(preview.keywords[0].problem).toContain('in use by the campaign');
  const { id } = (await account.ask('POST', '/campaigns/file', { body: { file } })).body.data[0];
  expect((await account.ask('GET', `/campaigns/${id}`)).body.keywords).toEqual([]);
  expect((await account.user.ask(calls.lists.list, { filter: '', search: '' })).values.lists).toHaveLength(1);
});

test('a file that cannot be used stores nothing and says where it goes wrong', async () => {
  const account = await newAccount();
  const file = (await account.ask('GET', `/campaigns/${await lunchClub(account)}/file`)).body;
  const before = await campaignsOf(account);
  file.campaign.steps[1].type = 'dance';
  file.lists.push({ id: 9, name: 'New list' });
  const answer = await account.ask('POST', '/campaigns/file', { body: { file } });
  expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '#/file/campaign/steps/1/type']);
  const places = await account.ask('POST', '/campaigns/file', { body: { file: MARKET, places: [3] } });
  expect(places.status).toBe(422);
  expect(await campaignsOf(account)).toEqual(before);
  expect((await account.user.ask(calls.lists.list, { filter: '', search: '' })).values.lists).toHaveLength(1);
});

test('a foreign campaign cannot be had as a file', async () => {
  const [one, other] = [await newAccount(), await newAccount()];
  const campaign = await lunchClub(one);
  expect((await other.ask('GET', `/campaigns/${campaign}/file`)).status).toBe(404);
});

test('flows of RapidPro that lead to each other are campaigns that do', async () => {
  const account = await newAccount();
  const preview = (await account.ask('POST', '/campaigns/file-preview', { body: { file: MARKET } })).body;
  expect(preview).toMatchObject({ source: 'rapidpro', data: [{ campaigns: [{ how: 'file' }] }, {}] });
  expect(preview.data[0].unmapped.map(({ what }: { what: string }) => what)).toContain('An email');
  const [market, stall] = (await account.ask('POST', '/campaigns/file', { body: { file: MARKET } })).body
    .data;
  const steps = await stepsOf(account.user.accountId, market.id);
  expect(steps.find(({ type }) => type === 'switch')).toMatchObject({ switchTo: idOf(stall.id) });
  const channel = await firstChannel(harness().services.db, account.user.accountId);
  expect((await account.ask('GET', `/campaigns/${market.id}`)).body).toMatchObject({
    by_first_word: true,
    keywords: [{ channel: `chn_${channel?.id}`, keyword: 'market' }],
  });
  const alone = await account.ask('POST', '/campaigns/file', {
    body: { file: MARKET, places: [2], keywords: false },
  });
  expect(alone.body.data).toMatchObject([{ name: 'Stall holders' }]);
});

/** As the screen sends it. */
async function upload(
  user: Awaited<ReturnType<typeof newAccount>>['user'],
  path: string,
  content: string,
  form: Record<string, string> = {},
) {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.append(name, value);
  data.append('file', new Blob([content]), 'campaign.json');
  const encoded = new Response(data);
  const answer = await harness().app.inject({
    method: 'POST',
    url: `/session/api/campaign/${path}`,
    headers: { cookie: user.cookie(), 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: answer.statusCode, ...answer.json() };
}
const lunch = (keyword: string, more: object = {}) =>
  JSON.stringify({
    format: 'parley-campaign',
    version: 1,
    campaign: {
      name: 'Lunch',
      keywords: [{ keyword }],
      steps: [{ type: 'final-message', id: 1, text: 'Hi' }],
    },
    ...more,
  });

test('the screen’s keywords go to the channel that is chosen, and a foreign channel is unknown', async () => {
  const [account, other] = [await newAccount(), await newAccount()];
  const { db } = harness().services;
  await account.user.ask(calls.channels.add, { name: 'Second' });
  const second = (await listChannels(db, account.user.accountId, '')).find(({ name }) => name === 'Second');
  const foreign = await firstChannel(db, other.user.accountId);
  const form = { inpChannelId: String(second?.id) };
  const preview = await upload(account.user, 'previewFile', lunch('FEED'), form);
  expect(JSON.parse(preview.CAMPAIGNS)[0].KEYWORDS).toMatchObject([{ CHANNEL: 'Second', PROBLEM: '' }]);
  await upload(account.user, 'importFile', lunch('FEED'), { ...form, inpPrint: preview.PRINT });
  const [made] = (await account.ask('GET', '/campaigns')).body.data;
  expect(made.keywords).toEqual([{ channel: `chn_${second?.id}`, keyword: 'FEED' }]);
  const unknown = { inpChannelId: String(foreign?.id) };
  expect((await upload(account.user, 'previewFile', lunch('FEED'), unknown)).status).toBe(404);
  expect((await upload(account.user, 'importFile', lunch('FEED'), unknown)).status).toBe(404);
  const byId = (id: number | undefined) => ({ file: JSON.parse(lunch('BREW')), channel: `chn_${id}` });
  for (const path of ['/campaigns/file-preview', '/campaigns/file'])
    expect((await account.ask('POST', path, { body: byId(foreign?.id) })).status).toBe(404);
  const planned = await account.ask('POST', '/campaigns/file-preview', { body: byId(second?.id) });
  expect(planned.body.data[0].keywords).toMatchObject([{ channel: 'Second', problem: '' }]);
  await account.ask('POST', '/campaigns/file', { body: byId(second?.id) });
  const brewing = (await account.ask('GET', '/campaigns')).body.data.flatMap(
    (each: { keywords: object[] }) => each.keywords,
  );
  expect(brewing).toContainEqual({ channel: `chn_${second?.id}`, keyword: 'BREW' });
});

test('what changed since it was looked at is not imported; without a print nobody had looked', async () => {
  const { user, ...account } = await newAccount();
  const { PRINT } = await upload(user, 'previewFile', lunch('NOON'));
  expect((await upload(user, 'importFile', lunch('NOON'))).RESULT).toBe(1);
  expect(await upload(user, 'importFile', lunch('NOON'), { inpPrint: PRINT })).toMatchObject({
    RESULT: 0,
    DETAIL: 'print',
  });
  expect(await campaignsOf({ user, ...account })).toHaveLength(1);
});

test('a campaign that would hold more than one can is told of, and not made', async () => {
  const { user, ...account } = await newAccount();
  const intents = Array.from({ length: 100 }, () => ({}));
  const steps = Array.from({ length: 500 }, (_, n) => ({
    type: 'choice-question',
    id: n + 1,
    text: '?',
    intents,
  }));
  const large = lunch('LARGE', { campaign: { name: 'Large', steps } });
  const preview = await upload(user, 'previewFile', large);
  expect(JSON.parse(preview.CAMPAIGNS)[0].PROBLEM).toContain('over 4 MB');
  expect(await upload(user, 'importFile', large)).toMatchObject({ RESULT: 0 });
  expect(await campaignsOf({ user, ...account })).toEqual([]);
});

test('an upload that cannot be used is refused with its faults, and one that is too large is not read on', async () => {
  const { user } = await newAccount();
  const faultsOf = async (content: string) => {
    const { status, RESULT, DETAIL, FAULTS } = await upload(user, 'previewFile', content);
    expect([status, RESULT, DETAIL]).toEqual([200, 0, 'file']);
    return FAULTS as { POINTER: string; PROBLEM: string }[];
  };
  expect(await faultsOf('')).toEqual([{ POINTER: '', PROBLEM: 'It’s empty.' }]);
  expect(await faultsOf('{')).toEqual([{ POINTER: '', PROBLEM: 'It isn’t JSON.' }]);
  expect(await faultsOf(lunch('A', { version: 2 }))).toMatchObject([{ POINTER: '/version' }]);
  expect(await faultsOf(lunch('A', { secret: 1 }))).toMatchObject([{ POINTER: '/secret' }]);
  const large = ' '.repeat(CAMPAIGN_FILE_LIMITS.bytes + 1);
  expect(await faultsOf(large)).toEqual([{ POINTER: '', PROBLEM: 'It’s larger than 2 MB.' }]);
});
