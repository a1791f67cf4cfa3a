/** The main job as a marketer does it: in a browser, from the sign-up to the report. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PASSWORD, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let email: string;
const faults: string[] = [];

beforeAll(async () => {
  page = await browser.open();
  // What the page itself complains about: scripts that fail, and what the content security policy stops.
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`);
  });
  email = await signUp(page);
});

test('a marketer makes a campaign from a template and finds it in the editor', async () => {
  await page.getByRole('link', { name: 'Add Campaign' }).click();
  await page.getByRole('link', { name: 'Store hours menu' }).click();
  await page.getByRole('list', { name: 'Steps' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/campaign\/editor\/\d+\/?$/i);
});

test('a marketer renames it; the name saves itself and survives a reload', async () => {
  const name = page.getByLabel('Campaign Name');
  await name.fill('Corner shop');
  await page.getByText('Saved').first().waitFor();
  await page.reload();
  await page.getByRole('list', { name: 'Steps' }).waitFor();
  await expect.poll(() => name.inputValue()).toBe('Corner shop');
});

test('a marketer adds a last message by the palette and writes it; both save themselves', async () => {
  const before = await page.getByRole('article', { name: /^Step \d+/ }).count();
  await page.getByRole('button', { name: /^Add Final Message/ }).click();
  const step = page.getByRole('article', { name: `Step ${before + 1}, Final Message` });
  await step.getByRole('textbox', { name: 'Final message' }).fill('See you soon at the corner.');
  await page.getByText('Saved').first().waitFor();
  await page.reload();
  await page.getByText('See you soon at the corner.').first().waitFor();
});

test('a marketer gives it a keyword; STOP is refused in words', async () => {
  await page.getByRole('link', { name: 'Keyword' }).click();
  const keyword = page.getByRole('textbox', { name: 'Keyword' });
  await keyword.fill('STOP');
  await page.getByRole('alert').or(page.locator('[data-error]')).first().waitFor();
  await keyword.fill('SHOP');
  await page.getByText('Saved').first().waitFor();
});

test('a pretend phone texts the keyword, gets the campaign and answers it', async () => {
  await page.goto('/tools/phone');
  await page.getByRole('button', { name: 'Use a random number' }).click();
  await page.getByRole('button', { name: 'SHOP', exact: true }).click();
  const log = page.getByRole('log');
  await log.getByText(/Reply 1 Hours/).waitFor();
  await page.getByRole('textbox', { name: /^Text from/ }).fill('1');
  await page.keyboard.press('Enter');
  await log
    .getByText(/Delivered/)
    .nth(1)
    .waitFor();
});

test('a marketer makes a list and imports contacts into it, with errors by row', async () => {
  await page.goto('/lists');
  await page.getByRole('button', { name: 'New list' }).click();
  await page.getByLabel('List Name').fill('Regulars');
  await page.getByRole('button', { name: 'Add Now' }).click();
  await page.getByRole('link', { name: 'Regulars' }).click();
  await page.getByRole('heading', { name: 'Regulars' }).waitFor();
  const list = /members\/(\d+)/i.exec(page.url())?.[1];
  await page.goto(`/lists/import/${list}`);
  const rows = Array.from(
    { length: 20 },
    (_, index) => `(212) 555-03${String(index).padStart(2, '0')},Person ${index}`,
  );
  await page.locator('input[type=file]').setInputFiles({
    name: 'regulars.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['Phone,First name', ...rows, 'not a number,Nobody', '212-555-0300,Again'].join('\n'),
    ),
  });
  await page.getByRole('button', { name: /^Check/ }).click();
  await page.getByText('not a number').waitFor();
  await page.getByRole('checkbox', { name: /agreed to get texts/ }).check();
  await page.getByRole('button', { name: /^(Start|Import)/ }).click();
  await page
    .getByText(/20 new|20 added|Import(ed)? .*20|20 contacts/i)
    .first()
    .waitFor();
  await page.goto(`/lists/members/${list}`);
  await page.getByText('(212) 555-0300').waitFor();
});

test('a marketer sends a blast to the list, sees the counts, confirms, and watches it arrive', async () => {
  await page.goto('/campaign/manage');
  await page.getByRole('link', { name: 'Corner shop' }).first().click();
  await page.getByRole('list', { name: 'Steps' }).waitFor();
  await page.getByRole('link', { name: 'Blast', exact: true }).click();
  await page.getByRole('combobox', { name: 'Add a list' }).click();
  await page.getByRole('option', { name: /Regulars/ }).click();
  for (let step = 0; step < 3; step += 1)
    await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Send Now' }).click();
  await page.getByText('Are you sure?').waitFor();
  await page.getByRole('button', { name: 'Yes, Send Now!' }).click();
  await page.getByText('Campaign Launched!').waitFor();
});

test('the report of the campaign shows the answers', async () => {
  const campaign = /blast\/(\d+)/i.exec(page.url())?.[1];
  await page.goto(`/report/template/1/${campaign}`);
  const responses = page.getByRole('region', { name: 'Campaign Responses', exact: true });
  await responses.getByRole('row').nth(1).waitFor();
  await page.getByRole('region', { name: 'Campaign Responses Over Time' }).waitFor();
});

test('a marketer signs out; a screen asks for a sign-in and comes back after it', async () => {
  await page.goto('/session/logout');
  await page.goto('/lists?q=Regulars');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('rdx')).toBe('/lists?q=Regulars');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Regulars' }).waitFor();
});

test('the page itself complained about nothing', () => {
  expect(faults).toEqual([]);
});
