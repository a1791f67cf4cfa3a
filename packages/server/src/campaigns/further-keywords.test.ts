import { calls } from '@parley/contract';
import { beforeEach, expect, test } from 'vitest';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();
const { campaigns, channels, keyword, templates } = calls;
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let ann: User;
let campaign: number;
beforeEach(async () => {
  ann = await harness().newUser();
  campaign = await newCampaign();
});

const newCampaign = async () => (await ann.ask(templates.createCampaign, { template: 99 })).values.campaign;
const save = (of: number, word: string, channel = '') =>
  ann.ask(keyword.save, { campaign: of, keyword: word, channel });
const add = (of: number, keywords: string[], channel = '') =>
  ann.ask(keyword.add, { campaign: of, keywords: keywords.join('\n'), channel });
const remove = (of: number, word: string) =>
  ann.ask(keyword.remove, { campaign: of, keyword: word, channel: '' });
const further = async (of: number, channel = '') =>
  (await ann.ask(keyword.further, { campaign: of, channel })).values.keywords;
const fieldOf = async (of: number, channel = '') =>
  (await ann.ask(keyword.load, { campaign: of, channel })).values.keyword;
const refused = (MESSAGE: string) => ({ status: 200, RESULT: 0, DETAIL: 'inpKeywords', MESSAGE });

test('stand beside the keyword of the field, which stays as it is; each is taken away by itself', async () => {
  await save(campaign, 'JOIN');
  expect((await add(campaign, ['Jion', ' mach   MIT ', 'JION', 'join'])).values.keywords).toEqual([
    'JION',
    'mach MIT',
  ]);
  expect(await fieldOf(campaign)).toBe('JOIN');
  expect((await remove(campaign, 'jion!')).values.keywords).toEqual(['mach MIT']);
  expect((await remove(campaign, 'JOIN')).values.keywords).toEqual(['mach MIT']);
  await save(campaign, '');
  expect([await fieldOf(campaign), await further(campaign)]).toEqual(['', ['mach MIT']]);
});

test('one of them that is typed into the field becomes the keyword of the field', async () => {
  await save(campaign, 'JOIN');
  await add(campaign, ['GO', 'IN']);
  expect(await save(campaign, 'go')).toMatchObject({ RESULT: 1 });
  expect([await fieldOf(campaign), await further(campaign)]).toEqual(['go', ['IN']]);
});

test('has one holder per channel, be it in the field or a further one; who holds it is named', async () => {
  const other = await newCampaign();
  await ann.ask(campaigns.saveName, { campaign, name: 'Spring' });
  await save(campaign, 'JOIN');
  await add(campaign, ['Straße']);
  const taken = (word: string) =>
    refused(
      `The keyword “${word}” is in use by the campaign “Spring” on this number. Please choose another.`,
    );
  expect(await add(other, ['FREE', 'STRASSE'])).toMatchObject(taken('Straße'));
  expect(await add(other, ['join'])).toMatchObject(taken('JOIN'));
  expect(await further(other)).toEqual([]);
  expect(await save(other, 'strasse')).toMatchObject({
    RESULT: 0,
    MESSAGE: 'The keyword “strasse” is in use by another campaign on this number. Please choose another.',
  });
  await ann.ask(channels.add, { name: 'Second' });
  const second = (await ann.ask(channels.list, {})).values.channels.find(({ name }) => name === 'Second');
  expect((await add(other, ['strasse'], second?.number)).values.keywords).toEqual(['strasse']);
  expect([await further(other), await further(campaign, second?.number)]).toEqual([[], []]);
});

test('go to one of many campaigns that ask for them at once, all or none', async () => {
  const others = await Promise.all(Array.from({ length: 6 }, newCampaign));
  const answers = await Promise.all(
    others.map((each, n) => (n % 2 === 0 ? add(each, [`own${n}`, 'race']) : save(each, 'race'))),
  );
  expect(answers.filter(({ RESULT }) => RESULT === 1)).toHaveLength(1);
  const held = await Promise.all(others.map(async (each) => [await fieldOf(each), ...(await further(each))]));
  expect(held.flat().filter((word) => word === 'race')).toHaveLength(1);
  expect(held.flat().filter((word) => word.startsWith('own')).length).toBeLessThanOrEqual(1);
});

test('added from many tabs at once, they are twenty at most', async () => {
  const words = Array.from({ length: 24 }, (_, n) => `word${n}`);
  const answers = await Promise.all(words.map((word) => add(campaign, [word])));
  expect(answers.filter(({ RESULT }) => RESULT === 1)).toHaveLength(20);
  expect(answers.find(({ RESULT }) => RESULT === 0)).toMatchObject(
    refused('A campaign can have 20 further keywords at most on each number.'),
  );
  expect(await further(campaign)).toHaveLength(20);
});

test.each([
  ['STOP', /is a word for opting in or out or for help/],
  ['Help me', /is a word for opting in or out or for help/],
  ['a--b', /^Use letters and numbers/],
  ['x'.repeat(51), /^A keyword can have 50 characters at most/],
  [' ', /^A keyword needs letters or numbers/],
])('refuses %j like the field does, and keeps none of those given with it', async (word, message) => {
  expect(await add(campaign, ['good', word])).toMatchObject({
    RESULT: 0,
    DETAIL: 'inpKeywords',
    MESSAGE: expect.stringMatching(message),
  });
  expect(await further(campaign)).toEqual([]);
});

test('a deleted campaign frees them, gets none, and takes back those that are free; a copy has none', async () => {
  const other = await newCampaign();
  await save(campaign, 'JOIN');
  await add(campaign, ['GO', 'IN']);
  const copy = (await ann.ask(campaigns.duplicate, { campaign })).values.id;
  expect([await fieldOf(copy), await further(copy)]).toEqual(['', []]);
  await ann.ask(campaigns.remove, { campaign, isTemplate: false });
  expect(await add(campaign, ['OUT'])).toMatchObject({
    RESULT: 0,
    MESSAGE: 'This campaign was deleted. Restore it before you give it a keyword.',
  });
  expect((await save(other, 'GO')).RESULT).toBe(1);
  expect(await ann.ask(campaigns.restore, { campaign })).toMatchObject({
    RESULT: 1,
    MESSAGE: 'The campaign was restored without its keyword: “GO” is used by another campaign now.',
  });
  expect([await fieldOf(campaign), await further(campaign)]).toEqual(['JOIN', ['IN']]);
});

test('the list of campaigns and its search know them; a deleted channel takes its own along', async () => {
  await save(campaign, 'JOIN');
  await add(campaign, ['Jion', 'Mitmachen']);
  await ann.ask(channels.add, { name: 'Second' });
  const second = (await ann.ask(channels.list, {})).values.channels.find(({ name }) => name === 'Second');
  await add(campaign, ['JION', 'Entrar'], second?.number);
  const rowOf = async (search: string) =>
    (await ann.ask(campaigns.list, { search })).values.campaigns.map(({ keyword: word, furtherKeywords }) => [
      word,
      ...furtherKeywords.map((each) => each.toLowerCase()),
    ]);
  expect(await rowOf('mitm')).toEqual([['JOIN', 'entrar', 'jion', 'mitmachen']]);
  expect((await ann.ask(channels.remove, { channel: second?.id ?? 0 })).RESULT).toBe(1);
  expect(await rowOf('')).toEqual([['JOIN', 'jion', 'mitmachen']]);
});

test('a foreign campaign has none to see, to add or to take', async () => {
  const bob = await harness().newUser();
  await add(campaign, ['mine']);
  for (const id of [campaign, 987_654_321]) {
    const form = { campaign: id, channel: '' };
    for (const answer of [
      await bob.ask(keyword.further, form),
      await bob.ask(keyword.add, { ...form, keywords: 'theirs' }),
      await bob.ask(keyword.remove, { ...form, keyword: 'mine' }),
      await bob.ask(keyword.saveFirstWord, { campaign: id, byFirstWord: true }),
    ])
      expect(answer.status).toBe(404);
  }
  expect(await further(campaign)).toEqual(['mine']);
});
