/** Building on the map of a campaign: by mouse, by keyboard alone, and what its counts open. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { overflowOf, settled, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let map: Locator;

type Fields = Record<string, string>;
/** Asks a call from the page, with its session. */
async function ask(path: string, form: Fields): Promise<Record<string, unknown>> {
  const answer = await page.request.post(`/session/api/${path}`, { form });
  return (await answer.json()) as Record<string, unknown>;
}
const newCampaign = async () =>
  String((await ask('control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
const paste = (to: string, points: object[]) =>
  ask('control-point/PasteCPs', { inpBatchId: to, controlPoints: JSON.stringify(points) });
type Option = { TEXT: string; AVALNEXT: number };
type Stored = { ID: number; RQ: number; TYPE: string; TEXT?: string; BOFNQ: number; OPTIONS?: Option[] };
const stored = async (of: string): Promise<Stored[]> => {
  const { CPOBJ } = await ask('control-point/ReadCPs', { inpBatchId: of });
  return (CPOBJ as { CPData: Stored }[]).map(({ CPData }) => CPData);
};
const texts = async (of: string) => (await stored(of)).map(({ TEXT }) => TEXT);
/** Where the answers of the first question lead, as texts. */
const answers = async (of: string) => {
  const steps = await stored(of);
  const options = steps.find(({ OPTIONS }) => OPTIONS)?.OPTIONS ?? [];
  return options.map(({ AVALNEXT }) => steps.find(({ ID }) => ID === AVALNEXT)?.TEXT ?? '');
};
const QUIZ = [
  { ID: 1, TYPE: 'STATEMENT', TEXT: 'Hello' },
  {
    ID: 2,
    TYPE: 'ONESELECTION',
    TEXT: 'Tea or coffee?',
    OPTIONS: [
      { ID: 1, TEXT: 'Tea', AVALNEXT: 3 },
      { ID: 2, TEXT: 'Coffee', AVALNEXT: 4 },
    ],
  },
  { ID: 3, TYPE: 'TRAILER', TEXT: 'A pot for you' },
  { ID: 4, TYPE: 'TRAILER', TEXT: 'A cup for you' },
];
const quiz = async () => {
  const campaign = await newCampaign();
  await paste(campaign, QUIZ);
  return campaign;
};
const open = async (campaign: string, search = '?view=map') => {
  await page.goto(`/campaign/editor/${campaign}${search}`);
  await page.locator('.react-flow__node').first().waitFor();
  await settled(page);
};
const node = (name: RegExp) => map.getByRole('button', { name });
const choose = async (type: string) => {
  await page.getByRole('combobox', { name: 'Add a step' }).fill(type);
  await page.keyboard.press('Enter');
};
/** A node's name is a sentence; what stands on it is the same in fewer words. */
const found = async () =>
  (await violations(page)).filter((each) => !each.startsWith('label-content-name-mismatch'));

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  map = page.getByRole('region', { name: 'Map of the steps' });
  await signUp(page);
});

test('by mouse: a step on a line, an answer pulled to another step, edited beside, deleted, all taken back', async () => {
  const campaign = await quiz();
  await open(campaign);
  await map.getByRole('button', { name: /^Insert on the way From step 2 to step 3/ }).click();
  await choose('Message');
  const panel = page.getByRole('article', { name: 'Step 3, Message' });
  await panel.getByRole('textbox', { name: 'Message' }).fill('Good choice');
  await expect
    .poll(() => texts(campaign))
    .toEqual(['Hello', 'Tea or coffee?', 'Good choice', 'A pot for you', 'A cup for you']);
  await expect.poll(() => answers(campaign)).toEqual(['Good choice', 'A cup for you']);
  expect(await found()).toEqual([]);
  await panel.getByRole('button', { name: 'Back to the map' }).click();
  await map.getByRole('button', { name: 'Show the whole map' }).click();

  const port = map
    .locator('.react-flow__node', { hasText: 'Tea or coffee?' })
    .locator('[data-handleid="answer-2"]');
  const target = node(/^Step 4, /);
  await target.waitFor();
  const [from, to] = [await port.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error('The map is not drawn.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => answers(campaign)).toEqual(['Good choice', 'A pot for you']);

  // The steps are laid out anew by that, a moment later, and the last one comes to stand by itself, out of
  // sight.
  await expect
    .poll(async () => {
      await map.getByRole('button', { name: 'Show the whole map' }).click();
      const clicked = node(/^Step 5, /).click({ timeout: 2_000 });
      return clicked.then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
  await page.getByRole('button', { name: 'Options for step 5' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.poll(async () => (await stored(campaign)).length).toBe(4);
  for (let n = 0; n < 2; n += 1)
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await page.getByRole('button', { name: 'Redo' }).waitFor();
  await expect.poll(() => answers(campaign)).toEqual(['Good choice', 'A cup for you']);
  await expect.poll(async () => (await stored(campaign)).length).toBe(5);
});

test('by keyboard alone: a branch of two steps for an answer, put in another place, and out again', async () => {
  const campaign = await newCampaign();
  await paste(campaign, [
    {
      ...QUIZ[1],
      OPTIONS: [
        { ID: 1, TEXT: 'Tea' },
        { ID: 2, TEXT: 'Coffee' },
      ],
    },
  ]);
  await open(campaign);
  const press = (key: string) => page.keyboard.press(key);
  const isAt = (step: number) =>
    expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(new RegExp(`^Step ${step}, `));
  await node(/^Step 1, /).focus();
  await press('g');
  const ways = page.getByRole('dialog', { name: 'Where step 1 goes' });
  await ways.getByRole('button', { name: /New message for .*Tea/ }).focus();
  expect(await found()).toEqual([]);
  await press('Enter');
  await page.getByRole('article', { name: 'Step 2, Message' }).waitFor();
  await page.keyboard.type('Which tea?');
  await expect.poll(() => answers(campaign)).toEqual(['Which tea?', '']);
  await press('Escape');
  await isAt(2);
  await press('a');
  await page.getByRole('combobox', { name: 'Add a step' }).waitFor();
  await page.keyboard.type('Message');
  await press('Enter');
  await page.getByRole('article', { name: 'Step 3, Message' }).waitFor();
  await page.keyboard.type('Green or black?');
  await expect.poll(() => texts(campaign)).toContain('Green or black?');
  await press('Escape');
  await isAt(3);
  await press('ArrowUp');
  await isAt(2);
  await press('Enter');
  await page.getByRole('button', { name: 'Place in order…' }).press('Enter');
  const place = page.getByRole('dialog', { name: 'Place of step 2' });
  const choice = place.getByRole('combobox', { name: 'Put it' });
  await choice.press('ArrowDown');
  const last = page.getByRole('option', { name: 'After 3. Green or black?' });
  await last.waitFor();
  await expect
    .poll(async () => {
      if ((await last.getAttribute('data-combobox-selected')) !== null) return true;
      await press('ArrowDown');
      return false;
    })
    .toBe(true);
  await press('Enter');
  await place.getByRole('button', { name: 'Put There' }).press('Enter');
  await expect
    .poll(async () => (await texts(campaign)).slice(1, 3))
    .toEqual(['Green or black?', 'Which tea?']);
  await node(/: Green or black\?/).focus();
  await press('Delete');
  await expect.poll(() => texts(campaign)).not.toContain('Green or black?');
});

test('from afar steps are blocks with their number; near again, their ports can be pulled', async () => {
  const campaign = await quiz();
  await open(campaign);
  const ports = map.locator('[data-handleid]');
  const zoom = async (key: string, isDone: () => Promise<boolean>) => {
    for (let n = 0; n < 12 && !(await isDone()); n += 1) await page.keyboard.press(key);
  };
  await node(/^Step 2, /).focus();
  await zoom('-', async () => (await ports.count()) === 0);
  expect(await map.locator('.react-flow__node').allTextContents()).toEqual(['1', '2', '3', '4']);
  await map
    .getByRole('button', { name: /^Insert on the way/ })
    .first()
    .waitFor({ state: 'detached' });
  expect(await found()).toEqual([]);
  await node(/^Step 2, .*Tea or coffee\?/).focus();
  await zoom('+', async () => (await ports.count()) > 0);
  const port = map.locator('[data-handleid="answer-2"]');
  const [from, to] = [await port.boundingBox(), await node(/^Step 3, /).boundingBox()];
  if (!from || !to) throw new Error('The map is not drawn.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => answers(campaign)).toEqual(['A pot for you', 'A pot for you']);
});

test('a step is found; a narrow and dark screen has all of it', async () => {
  const campaign = await quiz();
  for (const look of [{ width: 1440, scheme: 'light' } as const, { width: 360, scheme: 'dark' } as const]) {
    await page.setViewportSize({ width: look.width, height: 800 });
    await page.emulateMedia({ colorScheme: look.scheme });
    await open(campaign);
    await page.getByRole('combobox', { name: 'Find on the map' }).fill('cup');
    await page.getByRole('option', { name: /cup for you/ }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/^Step 4, /);
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: 'Step 4, Final Message' }).getByRole('textbox').first().waitFor();
    expect([look, await found()]).toEqual([look, []]);
    expect(await overflowOf(page)).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
});

test('counts open their people, who come on a list or into a segment; an earlier version is read only', async () => {
  const campaign = await quiz();
  await ask('keyword/SaveKeyword', { inpBatchId: campaign, inpKeyword: 'POT' });
  const { FLOWVERSION } = await ask('control-point/ReadCPs', { inpBatchId: campaign });
  await ask('control-point/PublishFlow', { inpBatchId: campaign, FLOWVERSION: String(FLOWVERSION) });
  const say = (phone: string, text: string) =>
    ask('simulator/phoneSend', { inpContactString: phone, inpText: text });
  for (const phone of ['2125550171', '2125550172', '2125550173']) await say(phone, 'pot');
  await say('2125550171', 'tea');
  await say('2125550172', 'coffee');
  await open(campaign);
  await node(/^Step 2, .*3 reached, 1 waiting now, 2 answered/).click();
  const counts = page.getByRole('list', { name: 'Counts of this step' });
  await counts.getByRole('button', { name: 'Answered “Tea” 1' }).click();
  const people = page.getByRole('dialog', { name: 'Answered “Tea” · Tea or coffee?' });
  await people.getByText('1 person, 1 time').waitFor();
  expect(await people.getByRole('link').allTextContents()).toEqual(['(212) 555-0171']);
  expect(await found()).toEqual([]);
  await people.getByRole('button', { name: 'Make a List' }).click();
  const naming = page.getByRole('dialog', { name: 'Make a list', exact: true });
  await naming.getByRole('textbox', { name: 'List Name' }).fill('Tea people');
  await naming.getByRole('button', { name: 'Make list' }).click();
  await page.waitForURL(/\/lists\/members\/\d+/);
  await page.getByText('(212) 555-0171').first().waitFor();

  await open(campaign, '?view=map&counted=1');
  await map.getByText(/Version 1, as it was published/).waitFor();
  await node(/^Step 2, .*3 reached/).click();
  await page.getByRole('article', { name: 'Step 2, Question' }).getByText('Answered “Coffee”').waitFor();
  expect(await page.getByRole('article', { name: 'Step 2, Question' }).getByRole('textbox').count()).toBe(0);
  expect(await map.getByRole('button', { name: /^Insert on the way/ }).count()).toBe(0);
  expect(await found()).toEqual([]);
  await open(campaign);
  await node(/^Step 2, /).click();
  await counts.getByRole('button', { name: 'Answered “Coffee” 1' }).click();
  await page.getByRole('button', { name: 'Make a Segment' }).click();
  const segment = page.getByRole('dialog', { name: 'Make a Segment' });
  await segment.getByRole('button', { name: 'Make It' }).click();
  await page.waitForURL(/\/segments\/edit\/\d+/);
});
