/** Campaigns from a file: chosen, looked at, made; and what is told of a file that can’t be used. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { overflowOf, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
const MARKET = await readFile(
  new URL('../packages/engine/src/rapidpro/fixtures/market-export.json', import.meta.url),
  'utf8',
);
let page: Page;

async function ask(path: string, form: Record<string, string>): Promise<Record<string, unknown>> {
  const answer = await page.request.post(`/session/api/${path}`, { form });
  return (await answer.json()) as Record<string, unknown>;
}
async function names(): Promise<string[]> {
  const form = { iSearchStr: '', iDisplayStart: '0', iDisplayLength: '50' };
  const { CAMPAIGNS } = await ask('campaign/campaignlist', form);
  return (JSON.parse(String(CAMPAIGNS)) as { NAME: string }[]).map(({ NAME }) => NAME);
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const card = (name: string) => page.getByRole('listitem', { name, exact: true });
async function give(content: string | Buffer, name = 'campaign.json') {
  const file = {
    name,
    mimeType: name.endsWith('csv') ? 'text/csv' : 'application/json',
    buffer: Buffer.from(content),
  };
  await page.getByLabel('Campaign file').and(page.locator('input')).setInputFiles(file);
}
async function openScreen() {
  await page.goto('/campaign/import');
  await page.getByRole('heading', { name: 'Campaigns from a file' }).waitFor();
}
const fileOf = (campaign: object, more: object = {}) =>
  JSON.stringify({ format: 'parley-campaign', version: 1, campaign, ...more });
const CLUB = {
  name: 'Lunch club',
  keywords: [{ keyword: 'LUNCH' }, { keyword: 'STOP' }],
  steps: [
    { type: 'open-question', id: 1, text: 'Which city do you work in?' },
    { type: 'tag', id: 2, tag: 'City' },
    { type: 'opt-in', id: 3, list: 7 },
    { type: 'final-message', id: 4, text: 'See you there!' },
  ],
};
const NEEDS = { tags: [{ name: 'City' }], lists: [{ id: 7, name: 'Lunch people' }] };

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce', acceptDownloads: true });
  await signUp(page);
});

test('a file is chosen, shown with all that it would make, made once, and opened; its export goes in again', async () => {
  await page.goto('/campaign/templates');
  await page.getByRole('link', { name: 'From a file' }).click();
  await page.getByRole('heading', { name: 'Campaigns from a file' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await give(fileOf(CLUB, NEEDS));
  await card('Lunch club').getByText('4 steps').waitFor();
  expect(await card('Lunch club').locator('dl').innerText()).toMatch(
    /LUNCH on .+\s+STOP Left out\..+Lists\s+Lunch people new\s+Tags\s+City new/s,
  );
  expect(await names()).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await button('Make the Campaign').dblclick();
  await page.waitForURL('**/campaign/editor/*');
  await page.getByRole('article', { name: 'Step 4, Final Message' }).waitFor();
  expect(await names()).toEqual(['Lunch club']);
  await button('Campaign options').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as JSON' }).click(),
  ]);
  const exported = await readFile(await download.path(), 'utf8');
  await openScreen();
  await give(exported, download.suggestedFilename());
  const again = card('Lunch club');
  await again.getByText('You already have a campaign with this name.').waitFor();
  await again.getByText('It’s in use by the campaign “Lunch club” on this number.').waitFor();
  expect(await again.locator('dl').innerText()).not.toContain('new');
  await page.getByRole('checkbox', { name: 'Set up the keywords' }).uncheck();
  await again.getByText('They’re left out of this import.').waitFor();
  await button('Make the Campaign').click();
  await page.waitForURL('**/campaign/editor/*');
  expect(await names()).toEqual(['Lunch club', 'Lunch club']);
});

test('flows of RapidPro are listed with what doesn’t map, chosen and made, and a phone has all of it', async () => {
  await page.setViewportSize({ width: 360, height: 760 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openScreen();
  await give(MARKET, 'market.json');
  const flows = ['Market day sign-up', 'Stall holders'];
  await page.getByText('An email').first().waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  for (const name of flows) await page.getByRole('checkbox', { name }).uncheck();
  await page.getByText('Choose at least one campaign.').waitFor();
  expect(await button('Make 0 Campaigns').isDisabled()).toBe(true);
  for (const name of flows) await page.getByRole('checkbox', { name }).check();
  await button('Make 2 Campaigns').click();
  const made = page.getByRole('list', { name: 'Imported campaigns' });
  await made.waitFor();
  expect(await made.getByRole('link').allInnerTexts()).toEqual(flows);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
});

test('each fault of a file is named with its place; another file is taken after it', async () => {
  const before = await names();
  await openScreen();
  const alert = page.getByRole('alert');
  const faults: [string, string | Buffer, RegExp][] = [
    ['broken.json', '{"format":', /It isn’t JSON\./],
    ['other.json', '[1, 2]', /neither a file of a campaign nor an export of RapidPro/],
    ['newer.json', JSON.stringify({ format: 'parley-campaign', version: 9 }), /version 9 of the format/],
    ['latin.json', Buffer.from([0x7b, 0xe9, 0x7d]), /UTF-8/],
    [
      'dance.json',
      fileOf({ ...CLUB, steps: [...CLUB.steps, { type: 'dance', id: 9 }] }, NEEDS),
      /Step 5 › type/,
    ],
    ['foreign.json', fileOf(CLUB), /Step 3 “lists” has no entry with the id 7\./],
    ['large.json', ' '.repeat(2 * 1024 * 1024 + 1), /too large/],
    ['people.csv', 'Phone', /isn’t a JSON file/],
  ];
  for (const [name, content, says] of faults) {
    await give(content, name);
    await alert.getByText(says).first().waitFor();
  }
  expect(await violations(page)).toEqual([]);
  await give(fileOf({ ...CLUB, name: 'After all' }, NEEDS));
  await card('After all').waitFor();
  expect(await names()).toEqual(before);
});

test('what was taken since somebody looked is shown again, and nothing was made', async () => {
  await openScreen();
  await give(fileOf({ ...CLUB, name: 'Dinner club', keywords: [{ keyword: 'DINNER' }] }, NEEDS));
  await card('Dinner club').getByText('DINNER', { exact: true }).waitFor();
  const file = fileOf({ ...CLUB, name: 'Faster', keywords: [{ keyword: 'DINNER' }] }, NEEDS);
  await page.request.post('/session/api/campaign/importFile', {
    multipart: { file: { name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(file) } },
  });
  await button('Make the Campaign').click();
  await page.getByText('Nothing was imported. Look again.').waitFor();
  await card('Dinner club').getByText('in use by the campaign “Faster”').waitFor();
  expect(await names()).not.toContain('Dinner club');
  await button('Choose another file').click();
  await page.getByText('Drop a JSON file here').waitFor();
});
