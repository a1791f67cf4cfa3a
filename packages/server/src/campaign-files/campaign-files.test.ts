import { readFileSync } from 'node:fs';
import { calls } from '@parley/contract';
import { expect, test } from 'vitest';
import { firstChannel } from '../channels/index.ts';
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
