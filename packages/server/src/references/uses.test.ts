import { calls, type ValuesOf } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { type Client, useHarness } from '../testing/harness.ts';

const harness = useHarness();
const { automata, campaigns, lists, members, tags, templates, uses } = calls;

/** A campaign with a further step, under a name. */
async function campaignOf(user: Client, name: string, step: Record<string, unknown>): Promise<number> {
  const { campaign } = (await user.ask(templates.createCampaign, { template: 1 })).values;
  const added = await user.post('control-point/AddCPData', {
    inpBatchId: String(campaign),
    controlPoint: JSON.stringify({ ID: 0, RQ: 1, ...step }),
    inpTemplateFlag: '0',
  });
  expect(added.body).toMatchObject({ RESULT: 1 });
  await user.ask(campaigns.saveName, { campaign, name, isTemplate: false });
  return campaign;
}

async function automatonOf(user: Client, name: string, data: Record<string, unknown>): Promise<number> {
  const { id } = (await user.ask(automata.add, { name })).values;
  await user.post('automata/updateAutomataData', {
    AutomataId: String(id),
    AutomataData: JSON.stringify(data),
    Enabled: '0',
  });
  return id;
}

type Uses = ValuesOf<(typeof uses.ofList)['reply']>['uses'];
const named = (found: Uses) => found.map(({ kind, name }) => `${kind} ${name}`);

describe('what uses a list', () => {
  it('automata that send to it, campaigns that opt in to it or notify it; not what is deleted', async () => {
    const user = await harness().newUser();
    const { id } = (await user.ask(lists.add, { name: 'VIP' })).values;
    const { id: other } = (await user.ask(lists.add, { name: 'Other' })).values;
    const asked = async () => named((await user.ask(uses.ofList, { list: id })).values.uses);
    expect(await asked()).toEqual([]);
    await automatonOf(user, 'Weekly', { ListId_int: id });
    await automatonOf(user, 'Daily', { ListId_int: other });
    await campaignOf(user, 'Join', { TYPE: 'OPTIN', OIG: id });
    await campaignOf(user, 'Alarm', { TYPE: 'NOTIFY', OIG: id, TEXT: 'x' });
    await campaignOf(user, 'Elsewhere', { TYPE: 'OPTIN', OIG: other });
    const gone = await campaignOf(user, 'Gone', { TYPE: 'OPTIN', OIG: id });
    await user.ask(campaigns.remove, { campaign: gone, isTemplate: false });
    expect(await asked()).toEqual(['automata Weekly', 'campaign Alarm', 'campaign Join']);
    const found = (await user.ask(uses.ofList, { list: id })).values.uses;
    expect(found.map(({ steps }) => steps)).toEqual([[], [1], [1]]);
  });
});

describe('what uses a tag', () => {
  it('automata that filter by it, campaigns that store it or name it in a text, in any case', async () => {
    const user = await harness().newUser();
    const { id } = (await user.ask(tags.add, { name: '50%_"off"\\' })).values;
    const { id: age } = (await user.ask(tags.add, { name: 'Age' })).values;
    await automatonOf(user, 'Filtered', {
      Filters_vch: JSON.stringify([{ type: 'CDF', tag: '50%_"OFF"\\', operator: '=', value: '1' }]),
    });
    await campaignOf(user, 'Stores', { TYPE: 'CDF', SCDF: '50%_"off"\\' });
    await campaignOf(user, 'Bare', { TYPE: 'STATEMENT', TEXT: 'x {%50%_"OFF"\\%}' });
    await campaignOf(user, 'Default', { TYPE: 'STATEMENT', TEXT: 'x {%50%_"off"\\|y%}' });
    await campaignOf(user, 'Alike', {
      TYPE: 'STATEMENT',
      TEXT: 'message page {%Agent%} {%Page%} 50%_"off"\\',
    });
    expect(named((await user.ask(uses.ofTag, { tag: id })).values.uses)).toEqual([
      'automata Filtered',
      'campaign Bare',
      'campaign Default',
      'campaign Stores',
    ]);
    expect((await user.ask(uses.ofTag, { tag: age })).values.uses).toEqual([]);
  });
});

describe('what uses a campaign', () => {
  it('automata that send it, others that switch to it, and its blasts that are not done', async () => {
    const user = await harness().newUser();
    const { id: list } = (await user.ask(lists.add, { name: 'VIP' })).values;
    await user.ask(members.add, { phone: '2125550100', list });
    const target = await campaignOf(user, 'Target', { TYPE: 'TRAILER', TEXT: 'x' });
    await automatonOf(user, 'Weekly', { BatchId_bi: target });
    await campaignOf(user, 'Switch', { TYPE: 'BATCHCP', AVALREDIR: target });
    const intent = { ID: 1, TEXT: 'yes', AVALREDIR: target };
    await campaignOf(user, 'Ask', { TYPE: 'ONESELECTION', TEXT: '?', OPTIONS: [intent] });
    await campaignOf(user, 'Itself not', { TYPE: 'TRAILER', TEXT: String(target) });
    const asked = async () => (await user.ask(uses.ofCampaign, { campaign: target })).values;
    expect(named((await asked()).uses)).toEqual(['automata Weekly', 'campaign Ask', 'campaign Switch']);
    expect((await asked()).blasts).toBe(0);
    const { pool } = harness().services;
    await pool.query(
      `insert into blasts (account_id, campaign_id, source_campaign_id, channel_id, list_ids, flows, request_key, state, scheduled_for, created_at)
       select $1, $2, $2, channels.id, array[$3::bigint], '{}', 'test', 'scheduled', now(), now() from channels where account_id = $1`,
      [user.accountId, target, list],
    );
    expect((await asked()).blasts).toBe(1);
    await user.ask(campaigns.remove, { campaign: target, isTemplate: false });
    expect((await asked()).blasts).toBe(0);
  });
});

it('says nothing of another account: its lists, tags and campaigns look like unknown ones', async () => {
  const [user, other] = [await harness().newUser(), await harness().newUser()];
  const { id: list } = (await other.ask(lists.add, { name: 'Theirs' })).values;
  const { id: tag } = (await other.ask(tags.add, { name: 'Theirs' })).values;
  const campaign = await campaignOf(other, 'Theirs', { TYPE: 'TRAILER', TEXT: 'x' });
  for (const [path, field, foreign] of [
    ['lists/listUses', 'ListId', list],
    ['tags/tagUses', 'TagId', tag],
    ['campaign/campaignUses', 'inpBatchId', campaign],
  ] as const) {
    const theirs = await user.post(path, { [field]: String(foreign) });
    expect(theirs, path).toMatchObject({ status: 404, RESULT: 0 });
    expect(theirs.body).toEqual((await user.post(path, { [field]: '987654321' })).body);
  }
});
