/**
 * The first ten minutes of the README, by the words that stand there and on the screens, and by nothing else.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { signUp, useBrowser } from './person.ts';

const browser = useBrowser();
const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
let page: Page;
beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
});

/**
 * Words that the README gives in bold or italics: they must be there, so that whoever follows it finds them
 * on the screen.
 */
const told = (words: string) => {
  expect(README).toMatch(new RegExp(`[*\`]${words.replace(/[!.]/g, '\\$&')}[*\`]`));
  return words;
};
const drawer = () => page.getByRole('navigation', { name: 'Main' });
const place = (name: string) => drawer().getByRole('link', { name, exact: true });
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('sign up: the Quick Start stands above the campaigns and can be put away', async () => {
  await signUp(page);
  await page.getByRole('heading', { name: 'Quick Start' }).waitFor();
  await page.getByText('0 of 6 done').waitFor();
  expect(await drawer().getByRole('link').first().innerText()).toBe('Home');
  await page.getByRole('button', { name: 'Hide Quick Start' }).click();
  await page.getByRole('heading', { name: 'Quick Start' }).waitFor({ state: 'detached' });
});

test('a campaign from a template', async () => {
  await page.getByRole('link', { name: told('Add Campaign') }).click();
  await page.getByRole('link', { name: told('Store hours menu') }).click();
  await page.getByRole('list', { name: 'Steps' }).waitFor();
});

test('the phone beside the editor plays the draft, and a changed text, which saves itself and says what it costs', async () => {
  const phone = page.getByRole('region', { name: 'Phone preview' });
  const say = async (words: string) => {
    await phone.getByRole('textbox', { name: 'Text as the contact' }).fill(words);
    await page.keyboard.press('Enter');
  };
  await phone.getByText(/Reply 1 Hours/).waitFor();
  await say('1');
  await phone
    .getByText(/^We're open/)
    .first()
    .waitFor();
  expect(README).toContain('**change the text**');
  const first = page.getByRole('article', { name: /^Step 1,/ });
  await first.getByRole('button', { name: /^1\s/ }).first().click();
  const message = first.getByRole('textbox', { name: 'Question', exact: true });
  await message.fill('Good to hear from you! Reply 1 Hours, 2 Directions, 3 Special or 4 Table.');
  await page.getByText('Saved').first().waitFor();
  await page
    .getByText(/\b1 credit\b/)
    .first()
    .waitFor();
  await phone.getByRole('button', { name: 'Start over' }).click();
  await phone.getByText(/Good to hear from you/).waitFor();
});

test('the keyword', async () => {
  await page.getByRole('link', { name: told('Keyword'), exact: true }).click();
  await page.getByRole('textbox', { name: 'Keyword' }).fill(told('HOURS'));
  await page.getByText('Saved').first().waitFor();
});

test('a test phone texts it; STOP ends it, START opts in again', async () => {
  await place('Tools').click();
  await page.getByRole('main').getByRole('link', { name: 'QA Tool' }).click();
  expect(README).toContain('**Tools → QA Tool**');
  await heading('QA Tool: test phones').waitFor();
  await page.getByRole('button', { name: 'Use a random number' }).click();
  await page.getByRole('button', { name: 'HOURS', exact: true }).click();
  const log = page.getByRole('log');
  await log.getByText(/Reply 1 Hours/).waitFor();
  const say = async (words: string) => {
    await page.getByRole('textbox', { name: /^Text from/ }).fill(words);
    await page.keyboard.press('Enter');
  };
  await say('STOP');
  await log
    .getByText(/opted out/i)
    .first()
    .waitFor();
  const started = () => log.getByText(/Reply 1 Hours/).count();
  const before = await started();
  await say('HOURS');
  await say('START');
  await log
    .getByText(/opted back in/i)
    .first()
    .waitFor();
  // Texts are taken in their order: the keyword between them has started nothing.
  expect(README).toContain('then `HOURS` again: nothing comes any more');
  expect(await started()).toBe(before);
});

test('a list, and contacts from a file', async () => {
  await place('Lists').click();
  await page.getByRole('button', { name: 'New list' }).click();
  await page.getByLabel('List Name').fill('Regulars');
  await page.getByRole('button', { name: 'Add Now' }).click();
  await page.getByRole('link', { name: 'Regulars' }).click();
  await page.getByRole('link', { name: told('Import Contacts') }).click();
  await heading('Import Contacts').waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: 'regulars.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Phone,First name\n(212) 555-0300,Ada\n(212) 555-0301,Grace'),
  });
  await page.getByRole('button', { name: /^Check/ }).click();
  await page.getByRole('checkbox', { name: /agreed to get texts/ }).check();
  await page.getByRole('button', { name: /^(Start|Import)/ }).dblclick();
  await page.getByRole('link', { name: 'Show the members' }).click();
  await page.getByText('(212) 555-0301').waitFor();
  expect(await page.getByText('has already started').count()).toBe(0);
});

test('a blast to the list', async () => {
  await place('Campaigns').click();
  await page.getByRole('main').getByRole('link', { name: 'Store hours menu' }).first().click();
  await page.getByRole('list', { name: 'Steps' }).waitFor();
  await page.getByRole('link', { name: told('Blast'), exact: true }).click();
  await page.getByRole('combobox', { name: 'Add a list' }).click();
  await page.getByRole('option', { name: /Regulars/ }).click();
  const open = () => page.locator('[aria-current="step"]').innerText();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.poll(open).toContain('Filter Targets');
  // Back of the browser is one step back, and stays in the wizard.
  await page.goBack();
  await expect.poll(open).toContain('Select one or more target lists');
  await page.goForward();
  await expect.poll(open).toContain('Filter Targets');
  for (const next of ['Schedule', 'Review']) {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect.poll(open).toContain(next);
  }
  await page.reload();
  await expect.poll(open).toContain('Review');
  await page.getByRole('button', { name: told('Send Now') }).click();
  await page.getByRole('button', { name: told('Yes, Send Now!') }).dblclick();
  await page.getByText('Campaign Launched!').waitFor();
});

test('Reporting shows the report of the campaign first', async () => {
  await place(told('Reporting')).click();
  await page.getByRole('heading', { name: 'Campaign reports' }).waitFor();
  await page.getByRole('link', { name: told('Create A New Report') }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Store hours menu' }).click();
  await page.getByRole('region', { name: 'Campaign Responses', exact: true }).waitFor();
});
