/** A campaign with branches, built where the answers are: by mouse and keyboard, by what is to be seen. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let campaign: string;

async function ask(path: string, form: Record<string, string>): Promise<Record<string, unknown>> {
  const answer = await page.request.post(`/session/api/${path}`, { form });
  return (await answer.json()) as Record<string, unknown>;
}
type Stored = {
  ID: number;
  TYPE: string;
  TEXT: string;
  BOFNQ: number;
  REQANS: number;
  IMRNR: number;
  OPTIONS?: { TEXT: string; AVALNEXT: number }[];
};
const stored = async (): Promise<Stored[]> => {
  const { CPOBJ } = await ask('control-point/ReadCPs', { inpBatchId: campaign });
  return (CPOBJ as { CPData: Stored }[]).map(({ CPData }) => CPData);
};
const saved = () => page.getByText('All changes saved').waitFor();
const step = (position: number, kind: string) =>
  page.getByRole('article', { name: `Step ${position}, ${kind}`, exact: true });
const check = (words: string | RegExp) => page.getByRole('button', { name: words, exact: true });
const write = async (text: string) => {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { timeout: 20_000 })
    .toBe('TEXTAREA');
  await page.keyboard.type(text);
};

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  campaign = String((await ask('control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
  await page.goto(`/campaign/editor/${campaign}`);
  await page.getByText('What should happen first?').waitFor();
});

test('a new question has two answers to fill in and asks again; nothing is called wrong while it is written', async () => {
  await page.getByRole('button', { name: /^Add Question Multiple choice/ }).click();
  await write('What would you like?');
  await check('Writing…').waitFor();
  expect(await step(1, 'Question').getByRole('list', { name: 'To fix' }).count()).toBe(0);
  await step(1, 'Question').getByRole('textbox', { name: 'Answer 1' }).fill('Pizza');
  await step(1, 'Question').getByRole('textbox', { name: 'Answer 2' }).fill('Pasta');
  await page.keyboard.press('Enter');
  await step(1, 'Question').getByRole('textbox', { name: 'Answer 3' }).fill('Nothing');
  await saved();
  expect(await stored()).toMatchObject([
    { REQANS: 1, IMRNR: 2, OPTIONS: [{ TEXT: 'Pizza' }, { TEXT: 'Pasta' }, { TEXT: 'Nothing' }] },
  ]);
});

test('each answer gets its own step in one click: linked, written, undone as one', async () => {
  await page.getByRole('button', { name: '+ New message for Pizza' }).click();
  await write('Your pizza is on its way.');
  await page.getByRole('button', { name: '+ New message for Pasta' }).click();
  await write('Your pasta is on its way.');
  await page.getByRole('button', { name: '+ End for Nothing' }).click();
  await write('See you next time!');
  await step(5, 'Final Message').locator('[data-head]').click();
  await step(5, 'Final Message')
    .getByRole('textbox', { name: 'Final message', exact: true })
    .fill('Enjoy your meal!');
  await saved();
  const [menu, pizza, pasta, nothing, end] = await stored();
  expect(menu?.OPTIONS?.map(({ AVALNEXT }) => AVALNEXT)).toEqual([pizza?.ID, pasta?.ID, nothing?.ID]);
  expect([menu?.BOFNQ, pizza?.BOFNQ, pasta?.BOFNQ]).toEqual([end?.ID, end?.ID, end?.ID]);
  expect([nothing?.TYPE, end?.TYPE]).toEqual(['TRAILER', 'TRAILER']);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await check('Ready').waitFor();

  await page.getByRole('combobox', { name: 'Where Nothing goes' }).click();
  await page.getByRole('option', { name: '+ New message' }).click();
  await step(5, 'Message').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await step(5, 'Final Message').waitFor();
  await saved();
  expect((await stored())[0]?.OPTIONS?.[2]?.AVALNEXT).toBe(nothing?.ID);
});

test('a branch reads as a branch: whose it is, and how it goes on', async () => {
  await page.reload();
  await step(1, 'Question').waitFor();
  const cards = await page
    .getByRole('list', { name: 'Steps' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('article') })
    .evaluateAll((items) => items.map((item) => `${item.dataset.depth ?? 0} ${item.textContent}`));
  expect(cards[1]).toMatch(/^1 .*Answer “Pizza” to step 1.*then goes on with.*5\. Enjoy your meal!/);
  expect(cards[3]).toMatch(/^1 .*Answer “Nothing” to step 1/);
  expect(cards[4]).toMatch(/^0 /);
  expect(await violations(page)).toEqual([]);
});

test('other replies that fall into a branch are warned of, and the fix ends it', async () => {
  const [menu, pizza] = await stored();
  await ask('control-point/SaveCPData', {
    inpBatchId: campaign,
    controlPoint: JSON.stringify({ ...menu, BOFNQ: 0, VERSION: undefined }),
  });
  await page.goto(`/campaign/editor/${campaign}`);
  await step(1, 'Question').locator('[data-head]').click();
  await step(1, 'Question').getByText('Any other reply goes on with step 2, too').waitFor();
  await step(1, 'Question').getByRole('button', { name: 'Go on with 5. Enjoy your meal!' }).click();
  await saved();
  const [fixed, , , , end] = await stored();
  expect([fixed?.BOFNQ, pizza?.BOFNQ]).toEqual([end?.ID, end?.ID]);
  await step(1, 'Question').getByText('Any other reply goes on with').waitFor({ state: 'detached' });
});
