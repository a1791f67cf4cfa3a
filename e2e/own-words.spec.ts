/** Words of an account's own that opt out, its own replies, and a campaign with errors that people start. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { violations } from './axe.ts';
import { overflowOf, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
});

/** Texts from the test phone, and waits until this comes back. */
async function textFor(phone: string, inpText: string, answer: string): Promise<void> {
  await askAs(page, 'simulator/phoneSend', { inpContactString: phone, inpText });
  const heard = () => askAs(page, 'simulator/phoneMessages', { inpContactString: phone });
  await expect.poll(async () => String((await heard()).MESSAGES), { timeout: 20_000 }).toContain(answer);
}

test('an owner adds a word that opts out and says goodbye in the account’s own words, in two languages', async () => {
  await page.goto('/account');
  const words = page.getByLabel('More words that opt out');
  await words.fill('info');
  await words.press('Enter');
  const save = page.getByRole('button', { name: 'Save words and replies' });
  await save.click();
  await page.getByText('“info” opts people in or asks for help, so it can’t opt them out.').waitFor();
  await words.press('Backspace');
  await words.fill('Genug');
  await words.press('Enter');
  await page.getByLabel('Reply to STOP').fill('Sorry to see you go.');
  await save.click();
  await page.getByText('Your reply to STOP has to tell people that they can reply START.').waitFor();
  await page.getByLabel('Reply to STOP').fill('Sorry to see you go. START brings you back.');
  await page.getByLabel('Language of the replies').selectOption('Spanish');
  await page.getByLabel('Reply to STOP').fill('Hasta pronto. START para volver.');
  await save.click();
  await page.getByText('Opt-out words and replies saved').waitFor();
  expect(await violations(page)).toEqual([]);
  await textFor('2125550151', 'genug!', 'Sorry to see you go. START brings you back.');
  await textFor('2125550152', 'Alto', 'Hasta pronto. START para volver.');
  await page.reload();
  await page.getByText('genug', { exact: true }).waitFor();
});

test('a channel has words and a goodbye of its own', async () => {
  const { CHANNELS } = await askAs(page, 'channels/listChannels', {});
  const [channel] = JSON.parse(String(CHANNELS)) as { ID: number }[];
  await page.goto(`/channels/settings/${channel?.ID}`);
  const section = page.getByRole('region', { name: 'Opt-out words and replies on this channel' });
  await section.getByText('From your account: genug.').waitFor();
  const words = section.getByLabel('More words that opt out');
  await words.fill('Ciao ciao');
  await words.press('Enter');
  await section.getByLabel('Reply to STOP').fill('Arrivederci. START brings you back.');
  await section.getByRole('button', { name: 'Save words and replies' }).click();
  await page.getByText('This channel’s words and replies saved').waitFor();
  expect(await violations(page)).toEqual([]);
  await textFor('2125550155', 'ciao ciao', 'Arrivederci. START brings you back.');
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a campaign with an error that people start says how many, on its card and on Welcome', async () => {
  const tag = String((await askAs(page, 'tags/addTag', { TagName: 'City' })).NEWTAGID);
  const made = await askAs(page, 'control-point/AddNewBatchFromTemplate', { TID: '1' });
  const inpBatchId = String(made.BATCHID);
  await askAs(page, 'campaign/SaveBatchDesc', { inpBatchId, inpDesc: 'Summer menu' });
  const controlPoint = JSON.stringify({ ID: 0, RQ: 1, SWT: '1', TYPE: 'STATEMENT', TEXT: 'Hello {%City%}' });
  await askAs(page, 'control-point/AddCPData', { inpBatchId, controlPoint });
  await askAs(page, 'keyword/SaveKeyword', { inpBatchId, inpKeyword: 'MENU', inpShortCode: '' });
  await askAs(page, 'tags/renameTag', { TagId: tag, TagName: 'Town' });
  // Its tag is another one now.
  for (const phone of ['2125550153', '2125550154', '2125550153']) await textFor(phone, 'MENU', 'Hello');
  await page.goto('/campaign/manage');
  const card = page.getByRole('listitem').filter({ hasText: 'Summer menu' });
  await card.getByText('Live, but a step has an error').waitFor();
  await card.getByText('2 people started it in the last 7 days').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.goto('/welcome');
  await page.getByText('live campaign has a step with an error').waitFor();
  await page.getByText('2 people reached in the last 7 days').waitFor();
  expect(await violations(page)).toEqual([]);
});
