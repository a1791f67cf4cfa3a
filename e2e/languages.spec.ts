/** A campaign in several languages: written, tried on the phone, to translators and back. */
import { readFile } from 'node:fs/promises';
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
const add = (point: object) =>
  ask('control-point/AddCPData', {
    inpBatchId: campaign,
    controlPoint: JSON.stringify({ ID: 0, RQ: 0, ...point }),
  });
const saved = () => page.getByText('All changes saved').waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const box = (name: string) => page.getByRole('textbox', { name, exact: true });
const phone = () => page.getByRole('region', { name: 'Phone preview' });
const said = (text: string) => phone().getByRole('log').getByText(text);
const card = (position: number) => page.getByRole('article', { name: new RegExp(`^Step ${position},`) });
const dialog = (name: string) => page.getByRole('dialog', { name });
async function choose(item: string | RegExp) {
  await button(/^Languages: /).click();
  await page.getByRole('menu').getByText(item).click();
}
async function startLanguage(search: string, name: string | RegExp) {
  await choose('Add a language…');
  await dialog('Add a language').getByRole('combobox', { name: 'New language' }).fill(search);
  await page.getByRole('option', { name }).click();
  await dialog('Add a language').getByRole('button', { name: 'Start translating' }).click();
  await dialog('Add a language').waitFor({ state: 'detached' });
}
const translations = async () => {
  const { CPOBJ } = await ask('control-point/ReadCPs', { inpBatchId: campaign });
  return (CPOBJ as { CPData: { TRANSLATIONS?: unknown } }[]).map(({ CPData }) => CPData.TRANSLATIONS);
};

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce', acceptDownloads: true });
  await signUp(page);
  campaign = String((await ask('control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
  const OPTIONS = [
    { ID: 1, TEXT: 'Yes' },
    { ID: 2, TEXT: 'No' },
  ];
  await add({ TYPE: 'ONESELECTION', TEXT: 'Did you like it?', OPTIONS });
  await add({ TYPE: 'TRAILER', TEXT: 'Thanks!' });
  await page.goto(`/campaign/editor/${campaign}`);
  await page.getByRole('article', { name: 'Step 2, Final Message' }).waitFor();
});

test('a language is begun, with the tag that says who speaks it, and each text stands beside its original', async () => {
  await startLanguage('espa', /Spanish/);
  await page
    .getByRole('region', { name: 'You’re writing Spanish.' })
    .getByText('4 of 4 texts still')
    .waitFor();
  expect(JSON.stringify(await ask('tags/taglist', { TagFilters: '' }))).toContain('Language');
  await button('Next one to translate').click();
  expect(await box('Text (Español)').evaluate((area) => area === document.activeElement)).toBe(true);
  await box('Text (Español)').fill('¿Te gustó?');
  await box('Answer 1 (Español)').fill('Sí');
  await box('Other words for answer 1 (Español)').fill('claro\nme encantó');
  await saved();
  expect((await translations())[0]).toEqual({
    es: { TEXT: '¿Te gustó?', 'OPTIONS:1': 'Sí', 'TRN:1': 'claro\nme encantó' },
  });
  await page
    .getByRole('region', { name: 'You’re writing Spanish.' })
    .getByText('2 of 4 texts still')
    .waitFor();
  expect(await violations(page)).toEqual([]);
});

test('the phone speaks the language that is written, and the original again', async () => {
  await said('¿Te gustó?').waitFor();
  await phone().getByRole('button', { name: 'Sí', exact: true }).click();
  await said('Thanks!').waitFor();
  await choose('English');
  await said('Did you like it?').waitFor();
});

test('the check tells what is missing, and leads there', async () => {
  await button(/Ready|to fix/).click();
  await button(/Spanish.*2 texts in 2 steps not translated yet/).click();
  expect(await box('Answer 2 (Español)').evaluate((area) => area === document.activeElement)).toBe(true);
});

test('right to left is written right to left', async () => {
  await startLanguage('arab', /Arabic/);
  const text = card(1).getByRole('textbox', { name: 'Text (العربية)', exact: true });
  await text.fill('هل أعجبك؟');
  expect(await text.evaluate((area) => getComputedStyle(area).direction)).toBe('rtl');
  await saved();
  const bubble = said('هل أعجبك؟');
  expect(await bubble.evaluate((line) => getComputedStyle(line).direction)).toBe('rtl');
});

test('texts go to translators and back, in one step that can be undone', async () => {
  await choose('For translators…');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog('For translators').getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const table = await readFile(await download.path(), 'utf8');
  expect(table.split('\r\n')[0]).toContain('"Original (en)","Arabic (ar)","Spanish (es)"');
  const before = await translations();
  const translated = table
    .replace('"No","",""', '"No","لا","No"')
    .replace('"Thanks!","",""', '"Thanks!","شكرا","¡Gracias!"')
    .replace('¿Te gustó?', '¿Le gustó?');
  const upload = { name: 'back.csv', mimeType: 'text/csv', buffer: Buffer.from(translated) };
  await dialog('For translators').locator('input[type=file]').setInputFiles(upload);
  await dialog('For translators').getByText('4 new translations').waitFor();
  await dialog('For translators').getByText('1 changed translation').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog('For translators').getByRole('button', { name: 'Take 5 translations' }).click();
  await dialog('For translators').waitFor({ state: 'detached' });
  await expect.poll(translations).toMatchObject([
    { es: { TEXT: '¿Le gustó?', 'OPTIONS:2': 'No' }, ar: { 'OPTIONS:2': 'لا' } },
    { es: { TEXT: '¡Gracias!' }, ar: { TEXT: 'شكرا' } },
  ]);
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(translations).toEqual(before);
});

test('a translation is outdated when its original changes, until somebody says that it still fits', async () => {
  await choose('English');
  await page.getByText('Texts', { exact: true }).click();
  const table = page.getByRole('table', { name: 'All texts' });
  await table.getByRole('textbox', { name: 'Text of step 1' }).fill('Did you enjoy it?');
  const only = page.getByRole('checkbox', { name: 'Only outdated translations (2)' });
  await only.check();
  await expect.poll(() => table.getByRole('textbox').count()).toBe(1);
  await saved();
  expect(await violations(page)).toEqual([]);
  await button('Outdated in Spanish: Text of step 1').click();
  const bar = page.getByRole('region', { name: 'You’re writing Spanish.' });
  await bar.getByText('1 translation outdated.').waitFor();
  expect(await violations(page)).toEqual([]);
  await button('It still fits: Text').click();
  await bar.getByText('1 translation outdated.').waitFor({ state: 'detached' });
  expect(await box('Text (Español)').evaluate((area) => area === document.activeElement)).toBe(true);
  await button(/Ready|to fix/).click();
  await page.getByText('The original of one Arabic text changed since').waitFor();
  // The check follows what was edited after a moment.
  await expect.poll(() => button('It still fits').count()).toBe(1);
  await button('It still fits').click();
  await page.getByText('The original of one Arabic text changed since').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await saved();
  expect((await translations())[0]).toMatchObject({ es: { TEXT: '¿Te gustó?' } });
});

test('a file that is none is refused in words, and nothing changes', async () => {
  const before = await translations();
  await choose('For translators…');
  const upload = {
    name: 'x.xlf',
    mimeType: 'text/xml',
    buffer: Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a/>'),
  };
  await dialog('For translators').locator('input[type=file]').setInputFiles(upload);
  await dialog('For translators').getByText('declares a document type or entities').waitFor();
  await page.keyboard.press('Escape');
  expect(await translations()).toEqual(before);
});

test('publishing says what is not translated, and goes on', async () => {
  await button('Publish').click();
  await dialog('Publish version 1')
    .getByText(/Spanish: 2 texts in 2 steps not translated yet/)
    .waitFor();
  await dialog('Publish version 1').getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('Version 1 is live').first().waitFor();
});

test('a language is removed with all that it says, which can be undone', async () => {
  await choose(/^Español/);
  await choose('Remove Español');
  await expect.poll(async () => JSON.stringify(await translations())).not.toContain('"es"');
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => JSON.stringify(await translations())).toContain('"es"');
});

test('on a phone the campaign’s menu has the languages', async () => {
  await page.setViewportSize({ width: 360, height: 760 });
  await button('Campaign options').click();
  await page.getByRole('menuitemradio', { name: /^Español/ }).click();
  await page.getByRole('region', { name: 'You’re writing Spanish.' }).waitFor();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  expect(await violations(page)).toEqual([]);
  await button('Campaign options').click();
  await page.getByRole('menuitem', { name: 'For translators…' }).click();
  await dialog('For translators').getByRole('button', { name: 'Download CSV' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog('For translators').waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await button('Languages: Español').waitFor();
});
