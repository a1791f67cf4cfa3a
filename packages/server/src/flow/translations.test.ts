/** Campaigns in several languages: stored, copied, published, and told to whom they are meant for. */
import { calls } from '@parley/contract';
import type { Step } from '@parley/engine';
import { beforeEach, expect, test } from 'vitest';
import { storeKeyword } from '../testing/flows.ts';
import { eventually, useHarness } from '../testing/harness.ts';
import { storeList, storeTag } from '../testing/people.ts';
import { textsTo } from '../testing/sent.ts';

const harness = useHarness();
const { campaigns, flow, templates } = calls;
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let ann: User;
let language: string;
let campaign: number;
let phone = 0;
beforeEach(async () => {
  ann = await harness().newUser();
  language = await storeTag(harness().services.db, ann.accountId, 'Language');
  campaign = (await ann.ask(templates.createCampaign, { template: 99 })).values.campaign;
});

const newPhone = () => `+1212555${6000 + phone++}`;
const add = (fields: Record<string, unknown>) =>
  ann.post('control-point/AddCPData', { inpBatchId: String(campaign), controlPoint: JSON.stringify(fields) });
const SPOKEN = {
  TYPE: 'TRAILER',
  TEXT: 'Thanks',
  TRANSLATIONS: { es: { TEXT: 'Gracias' }, fr: { TEXT: 'Merci' } },
  TRANSLATEDFROM: { es: { TEXT: 'k3y' } },
};
const stepsOf = async (of: number, isTemplate = false) =>
  (await ann.ask(flow.read, { campaign: of, isTemplate })).values.steps.map(({ step }) => step);
const languageOf = async (of: number, isTemplate = false) =>
  (await ann.ask(campaigns.loadLanguage, { campaign: of, isTemplate })).values.language;
const speaker = (of: string) => ({ phone: newPhone(), tags: of === '' ? {} : { [language]: of } });
const heard = (of: string) => textsTo(harness().services.db, ann.accountId, of);
const text = (from: string, said: string) =>
  ann.ask(calls.simulator.phoneSend, { phone: from, channel: '', text: said });
const publish = async () =>
  ann.ask(flow.publish, {
    campaign,
    draftVersion: (await ann.ask(flow.read, { campaign })).values.flowVersion,
    message: '',
  });

test('everybody is answered in the language of their tag, whatever it is called, and others in the original', async () => {
  await add(SPOKEN);
  await storeKeyword(harness().services.db, ann.accountId, campaign, 'HI');
  const people = ['es', 'Español', 'fr-CA', 'de', 'nonsense', ''].map(speaker);
  await storeList(harness().services.db, ann.accountId, 'All', people);
  for (const person of people) await text(person.phone, 'HI');
  const texts = await Promise.all(people.map((person) => heard(person.phone)));
  expect(texts).toEqual([['Gracias'], ['Gracias'], ['Merci'], ['Thanks'], ['Thanks'], ['Thanks']]);
});

test('a version that was published says what it said then, and going back brings the translations back', async () => {
  await add(SPOKEN);
  await storeKeyword(harness().services.db, ann.accountId, campaign, 'HI');
  const person = speaker('es');
  await storeList(harness().services.db, ann.accountId, 'All', [person]);
  await publish();
  const [step] = await stepsOf(campaign);
  if (!step) throw new Error('no step');
  const changed = {
    ...step,
    translations: { es: { text: 'Mil gracias' } },
    translatedFrom: undefined,
  } as Step;
  await ann.ask(flow.saveStep, { campaign, point: { step: changed, version: null } });
  await text(person.phone, 'HI');
  await publish();
  await text(person.phone, 'HI');
  expect(await heard(person.phone)).toEqual(['Gracias', 'Mil gracias']);
  const { flowVersion } = (await ann.ask(flow.read, { campaign })).values;
  const back = { campaign, number: 1, isPublished: false, draftVersion: flowVersion, message: '' };
  expect((await ann.ask(flow.goBack, back)).values.steps[0]?.step).toMatchObject({
    translations: { es: { text: 'Gracias' }, fr: { text: 'Merci' } },
    translatedFrom: { es: { text: 'k3y' } },
  });
});

test('copies of a campaign, templates and what is made from them speak its languages, too', async () => {
  await add(SPOKEN);
  await ann.ask(campaigns.saveLanguage, { campaign, language: 'de', isTemplate: false });
  const copy = (await ann.ask(campaigns.duplicate, { campaign })).values.id;
  const { template } = (await ann.ask(templates.saveAsTemplate, { campaign, name: 'Mine' })).values;
  const made = (await ann.ask(templates.createCampaign, { template })).values.campaign;
  const said = async (of: number, isTemplate = false) => [
    await languageOf(of, isTemplate),
    (await stepsOf(of, isTemplate)).flatMap(({ translations, translatedFrom }) => [
      translations?.es?.text,
      translatedFrom?.es?.text,
    ]),
  ];
  for (const each of [await said(campaign), await said(copy), await said(template, true), await said(made)])
    expect(each).toEqual(['de', ['Gracias', 'k3y']]);
});

test('a campaign is written in English until somebody says otherwise, and never in a language that it is translated into', async () => {
  await add(SPOKEN);
  expect(await languageOf(campaign)).toBe('en');
  expect(
    await ann.ask(campaigns.saveLanguage, { campaign, language: 'pt', isTemplate: false }),
  ).toMatchObject({ RESULT: 1 });
  expect(
    await ann.ask(campaigns.saveLanguage, { campaign, language: 'es', isTemplate: false }),
  ).toMatchObject({
    RESULT: 0,
    MESSAGE: 'This campaign is translated into Spanish already. Remove that language first.',
  });
  expect(await languageOf(campaign)).toBe('pt');
  const bob = await harness().newUser();
  expect(
    await bob.ask(campaigns.saveLanguage, { campaign, language: 'pt', isTemplate: false }),
  ).toMatchObject({ status: 404 });
  expect(await bob.ask(campaigns.loadLanguage, { campaign, isTemplate: false })).toMatchObject({
    status: 404,
  });
});

test('what cannot be read as a translation is refused, and nothing is stored', async () => {
  for (const TRANSLATIONS of [
    'es',
    { xx: { TEXT: 'Hi' } },
    { es: { TDESC: 'Hi' } },
    { es: { TEXT: 'x'.repeat(2000) } },
  ])
    expect(await add({ ...SPOKEN, TRANSLATIONS })).toMatchObject({ status: 400, RESULT: 0 });
  expect(await stepsOf(campaign)).toEqual([]);
});

test('tokens of a translation hold on to their tag: without it the campaign is not finished', async () => {
  const city = await ann.ask(calls.tags.add, { name: 'City' });
  await add({ ...SPOKEN, TRANSLATIONS: { es: { TEXT: 'Gracias, {%City%}' } } });
  const finished = async () =>
    (
      await ann.ask(campaigns.list, { start: 0, search: '', length: 20, show: 'all', runsOf: undefined })
    ).values.campaigns.find(({ id }) => id === campaign)?.finished;
  expect(await finished()).toBe(true);
  await ann.ask(calls.tags.remove, { tag: city.values.id });
  expect(await finished()).toBe(false);
});

test('the review of a blast counts who gets which language, and what their texts cost', async () => {
  const { db } = harness().services;
  await add({ ...SPOKEN, TRANSLATIONS: { es: { TEXT: 'ñandú '.repeat(20) } } });
  const people = ['es', 'Spanish', 'fr', ''].map(speaker);
  const list = await storeList(db, ann.accountId, 'All', people);
  const found = (await ann.ask(calls.blast.preflight, { campaign, lists: [list], schedule: '' })).values;
  expect(found.languages).toEqual([
    { language: 'es', count: 2 },
    { language: '', count: 2 },
  ]);
  expect(found.missing).toEqual([]);
  expect(found.examples.map(({ text }) => text)).toContain('Thanks');
  const review = (await ann.ask(calls.blast.review, { campaign, lists: [list] })).values;
  // Two credits each for the Spanish text, for which the blast is paid beforehand.
  expect(review.creditsNeeded).toBe(6);
});

test('a blast says to each of its people what its review said: their own language', async () => {
  const { db } = harness().services;
  harness().startBackground();
  await add(SPOKEN);
  const people = ['es', 'fr', 'de', ''].map(speaker);
  const list = await storeList(db, ann.accountId, 'All', people);
  const schedule = '2020-01-01 00:00:00';
  const { blast } = (await ann.ask(calls.blast.send, { campaign, lists: [list], schedule })).values;
  await eventually(async () => (await ann.ask(calls.blast.progress, { blast })).values.state === 'done');
  const texts = await Promise.all(people.map((person) => heard(person.phone)));
  expect(texts).toEqual([['Gracias'], ['Merci'], ['Thanks'], ['Thanks']]);
});
