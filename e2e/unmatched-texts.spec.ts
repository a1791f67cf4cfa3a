/** Further keywords of a campaign, and what answers texts that nothing else understands. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { violations } from './axe.ts';
import { overflowOf, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let pizza: string;

/** A campaign that says one thing. */
async function addCampaign(inpDesc: string, text: string): Promise<string> {
  const made = await askAs(page, 'control-point/AddNewBatchFromTemplate', { TID: '99' });
  const inpBatchId = String(made.BATCHID);
  await askAs(page, 'campaign/SaveBatchDesc', { inpBatchId, inpDesc });
  const controlPoint = JSON.stringify({ ID: 0, RQ: 1, SWT: '1', TYPE: 'TRAILER', TEXT: text });
  await askAs(page, 'control-point/AddCPData', { inpBatchId, controlPoint });
  return inpBatchId;
}

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  pizza = await addCampaign('Pizza Friday', 'Two for one today.');
  await addCampaign('Say again', 'Sorry, we did not get that.');
  await addCampaign('Closed', 'We open at nine.');
});

/** Texts from the test phone, and waits until this comes back. */
async function textFor(phone: string, inpText: string, answer: string): Promise<void> {
  await askAs(page, 'simulator/phoneSend', { inpContactString: phone, inpText });
  const heard = () => askAs(page, 'simulator/phoneMessages', { inpContactString: phone });
  await expect.poll(async () => String((await heard()).MESSAGES), { timeout: 20_000 }).toContain(answer);
}

async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

test('a campaign gets further keywords and starts by the first word; one that is reserved is refused', async () => {
  await page.goto(`/campaign/keyword/${pizza}`);
  await page.getByRole('textbox', { name: 'Keyword', exact: true }).fill('PIZZA');
  const more = page.getByLabel('Other words that start it');
  await more.fill('PIZA');
  await more.press('Enter');
  await page.getByText('PIZA', { exact: true }).waitFor();
  await more.fill('stop');
  await more.press('Enter');
  await page.getByText('“stop” is a word for opting in or out or for help', { exact: false }).waitFor();
  await more.fill('');
  await page.getByText('Also start when a text only begins with the word').click();
  await page.getByRole('switch', { name: /^Also start when/, checked: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await textFor('2125550161', 'piza', 'Two for one today.');
  await textFor('2125550162', 'Pizza please!', 'Two for one today.');
});

test('an owner chooses what answers unmatched texts, and what does in closed hours', async () => {
  const channels = JSON.parse(String((await askAs(page, 'channels/listChannels', {})).CHANNELS));
  await page.goto(`/channels/settings/${channels[0].SRID}`);
  await choose('Answer with', 'Say again');
  const save = page.getByRole('button', { name: 'Save answers' });
  await save.click();
  await page.getByText('Answers to unmatched texts saved').waitFor();
  await textFor('2125550163', 'hm?', 'Sorry, we did not get that.');
  await page.getByText('This channel has opening hours').click();
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Sunday'])
    await page.getByText(day, { exact: true }).click();
  await page.getByLabel('Sunday opens at').fill('10:00');
  await page.getByText('Sunday', { exact: true }).click();
  await choose('Outside opening hours, answer with', 'Closed');
  await save.click();
  await page.getByText('It’s closed now.').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await textFor('2125550164', 'hello?', 'We open at nine.');
});

test('the card says what a campaign answers for, its deletion warns, and then the channel says that it is gone', async () => {
  await page.goto('/campaign/manage');
  const card = page.getByRole('listitem').filter({ hasText: 'Say again' });
  await card.getByText('Answers unmatched texts on Simulator').waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Pizza Friday' })
    .getByTitle('Keywords: PIZZA, PIZA')
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await card.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'Simulator' }).waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('“Say again” deleted').waitFor();
  await page.goto('/channels');
  const channels = JSON.parse(String((await askAs(page, 'channels/listChannels', {})).CHANNELS));
  await page.goto(`/channels/settings/${channels[0].SRID}`);
  await page.getByText('“Say again” was deleted, so it answers no one').waitFor();
  expect(await violations(page)).toEqual([]);
});
