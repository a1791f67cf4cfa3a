/** The map of a campaign: finding, and editing beside it. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { settled, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;

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
/** A node's name is a sentence; what stands on it is the same in fewer words. */
const found = async () =>
  (await violations(page)).filter((each) => !each.startsWith('label-content-name-mismatch'));

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
});

test('a step is found; a narrow and dark screen has all of it', async () => {
  const campaign = await quiz();
  for (const look of [{ width: 1440, scheme: 'light' } as const, { width: 360, scheme: 'dark' } as const]) {
    await page.setViewportSize({ width: look.width, height: 800 });
    await page.emulateMedia({ colorScheme: look.scheme });
    await open(campaign);
    await page.getByRole('combobox', { name: 'Find on the map' }).fill('cup');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/^Step 4, /);
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: 'Step 4, Final Message' }).getByRole('textbox').first().waitFor();
    expect([look, await found()]).toEqual([look, []]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
});
