/** Names of everything and searches for them: kept, found and shown as typed. */
import { calls } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { GOOD_TEXTS } from './bad-inputs.ts';
import { type Client, useHarness } from './harness.ts';

const harness = useHarness();
let user: Client & { userId: number; accountId: number };
let list = 0;

beforeAll(async () => {
  user = await harness().newUser();
  list = (await user.ask(calls.lists.add, { name: 'Mine' })).values.id;
});

test('names are kept as typed, whatever they are made of', async () => {
  const owner = await harness().newUser();
  const contact = await owner.ask(calls.members.add, {
    phone: '2125550101',
    list: (await owner.ask(calls.lists.add, { name: 'L' })).values.id,
  });
  await owner.ask(calls.tags.add, { name: 'Note' });
  const campaign = (await owner.ask(calls.templates.createCampaign, { template: 1 })).values.campaign;
  for (const [what, typed] of Object.entries(GOOD_TEXTS)) {
    const text = typed.trim();
    expect([what, await owner.ask(calls.lists.add, { name: text })]).toMatchObject([what, { RESULT: 1 }]);
    expect([what, await owner.ask(calls.tags.add, { name: text })]).toMatchObject([what, { RESULT: 1 }]);
    expect([what, await owner.ask(calls.channels.add, { name: text })]).toMatchObject([what, { RESULT: 1 }]);
    expect([what, await owner.ask(calls.credentials.add, { name: text })]).toMatchObject([
      what,
      { RESULT: 1 },
    ]);
    expect([what, await owner.ask(calls.automata.add, { name: text })]).toMatchObject([what, { RESULT: 1 }]);
    await owner.ask(calls.campaigns.saveName, { campaign, name: text, isTemplate: false });
    expect((await owner.ask(calls.campaigns.loadName, { campaign, isTemplate: false })).values.name).toBe(
      text,
    );
    await owner.ask(calls.tags.setValue, { contact: contact.values.contact, tag: 'Note', value: text });
    const { values } = await owner.ask(calls.tags.ofContact, {
      contact: contact.values.contact,
      filter: 'Note',
    });
    expect(values.tags[0]?.value).toBe(text);
    // A search for the text finds it: nothing in it is a pattern.
    const found = (await owner.ask(calls.lists.list, { filter: '', search: text })).values.lists;
    expect([what, found.map(({ name }) => name)]).toEqual([what, expect.arrayContaining([text])]);
  }
});

/** Each search of the contract with what puts a name into its list. */
const SEARCHES: [string, string, string, (name: string) => Promise<unknown>][] = [
  ['lists/lists', 'iSearchStr', 'LISTS', (name) => user.ask(calls.lists.add, { name })],
  ['lists/lists', 'ListFilters', 'LISTS', async () => undefined],
  ['tags/taglist', 'TagFilters', 'TAGS', (name) => user.ask(calls.tags.add, { name })],
  ['channels/listChannels', 'iSearchStr', 'CHANNELS', (name) => user.ask(calls.channels.add, { name })],
  [
    'credentials/Credentialslist',
    'CredentialsFilters',
    'CREDENTIALS',
    (name) => user.ask(calls.credentials.add, { name }),
  ],
  ['automata/automatalist', 'AutomataFilters', 'AUTOMATA', (name) => user.ask(calls.automata.add, { name })],
  [
    'campaign/campaignlist',
    'iSearchStr',
    'CAMPAIGNS',
    async (name) => {
      const { campaign } = (await user.ask(calls.templates.createCampaign, { template: 1 })).values;
      await user.ask(calls.campaigns.saveName, { campaign, name, isTemplate: false });
    },
  ],
  [
    'control-flow-template/TemplateList',
    'iSearchStr',
    'TEMPLATES',
    async (name) => {
      const { campaign } = (await user.ask(calls.templates.createCampaign, { template: 1 })).values;
      await user.ask(calls.templates.saveAsTemplate, { campaign, name });
    },
  ],
];

test.each(SEARCHES)(
  '%s by %s takes a percent sign and an underscore literally and ignores case',
  async (path, field, reply, add) => {
    await add('Rabatt 50%_Aktion');
    await add('Rabatt 50xyAktion');
    const find = async (search: string) => {
      const answer = await user.post(path, { [field]: search });
      return (JSON.parse(String(answer.body[reply])) as Record<string, string>[]).map(
        (row) => row.NAME ?? row.TAG ?? row.AUTOMATA,
      );
    };
    expect(await find('50%_A')).toEqual(['Rabatt 50%_Aktion']);
    expect(await find('rABATT 50X')).toEqual(['Rabatt 50xyAktion']);
    for (const search of ['t%A', 'Rabatt_50', '\\', "'", '%%', '50%_\\'])
      expect([search, await find(search)]).toEqual([search, []]);
  },
);

test('members are searched by what is typed alone', async () => {
  await user.ask(calls.members.add, { phone: '2125550133', list });
  const find = async (search: string) =>
    (await user.ask(calls.members.list, { list, start: 0, search, length: 15 })).values.members.length;
  expect([
    await find('555 0133'),
    await find('%'),
    await find('_'),
    await find("'"),
    await find('\\'),
  ]).toEqual([1, 0, 0, 0, 0]);
});

test('signs that nobody sees are neither a name nor a text', async () => {
  const owner = await harness().newUser();
  const nothing = '\u200B\u2060 \u3164';
  const { contact } = (
    await owner.ask(calls.members.add, {
      phone: '2125550134',
      list: (await owner.ask(calls.lists.add, { name: 'L' })).values.id,
    })
  ).values;
  const report = { title: nothing, description: '', layout: { md: [], sm: [], xxs: [] } };
  const tried: [string, Record<string, string>][] = [
    ['tags/addTag', { TagName: nothing }],
    ['account/saveAccount', { ACCOUNTNAME: nothing }],
    ['report/saveNewCustomReport', { inpReportString: JSON.stringify(report) }],
    ['inbox/sendReply', { ContactAddressId: String(contact), inpText: nothing }],
    ['inbox/addNote', { ContactAddressId: String(contact), inpText: nothing }],
    ['inbox/addAnswer', { AnswerName: 'Hours', inpText: nothing }],
  ];
  for (const [path, form] of tried)
    expect([path, (await owner.post(path, form)).body.RESULT]).toEqual([path, 0]);
});
