/** An automata that the date in a tag starts: made step by step, counted ahead, and begun. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { violations } from './axe.ts';
import { overflowOf, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;

const ask = (path: string, form: Record<string, string>) => askAs(page, path, form);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const preview = () => page.getByRole('region', { name: 'The next 30 days' });
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
async function pick(label: string, choice: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
}

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  const list = String((await ask('lists/addList', { ListName: 'Club' })).NEWListID);
  await ask('tags/addTag', { TagName: 'Renewal' });
  const campaign = String((await ask('control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
  await ask('campaign/SaveBatchDesc', { inpBatchId: campaign, inpDesc: 'Reminder' });
  const controlPoint = JSON.stringify({ ID: 0, RQ: 0, TYPE: 'TRAILER', TEXT: 'It renews soon.' });
  await ask('control-point/AddCPData', { inpBatchId: campaign, controlPoint });
  for (const [n, days] of [10, 10, 20, 200].entries()) {
    const added = await ask('members/addMemberToList', { ContactString: `212555010${n}`, ListId: list });
    const ContactAddressId = String(added.CONTACTADDRESSID);
    await ask('tags/updateTag', { ContactAddressId, Tag: 'Renewal', Value: dayIn(days) });
  }
});

test('it is put together step by step, at 360 px as well, with whom it would start', async () => {
  await page.goto('/automata/manager');
  await button('Add Automata').click();
  await page.getByRole('dialog').getByLabel('Automata Name').fill('Renewals');
  await button('Add Now').click();
  await page.getByRole('radio', { name: 'When this happens' }).check();
  await button('Continue').click();
  await heading('What starts it').waitFor();
  await pick('When this happens', 'Date in a tag');
  await page.getByText('Choose the tag. Until then').waitFor();
  await pick('Tag with the date', 'Renewal');
  await page.getByLabel('How often', { exact: true }).selectOption({ label: 'Once per date' });
  await page.getByLabel('Which day', { exact: true }).selectOption({ label: 'Days before it' });
  await page.getByLabel('How many days', { exact: true }).fill('3');
  await page.getByLabel('At (their time)', { exact: true }).fill('10:30');
  await preview().getByText('It would start for 3 people').waitFor();
  await preview().getByText('2 people', { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await violations(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await button('Continue').click();
  await heading('Select Target Campaign').waitFor();
  await pick('Target Campaign', 'Reminder');
  await button('Continue').click();
  await button('Continue').click();
  await page.getByLabel('Enabled?', { exact: true }).check();
  await page.goto('/automata/manager');
  await page.getByText('Date in a tag, 3 days before it at 10:30 AM').waitFor();
});
