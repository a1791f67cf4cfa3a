/** The preference page as its owner makes it, and as people come to it from a text, without a script. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { violations } from './axe.ts';
import { overflowOf, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
const PHONE = { inpContactString: '2125550181' };
let page: Page;
let link = '';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const preview = () => page.frameLocator('iframe');
const texts = async () => String((await askAs(page, 'simulator/phoneMessages', PHONE)).MESSAGES);

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  for (const ListName of ['News 2026', 'Offers west']) await askAs(page, 'lists/addList', { ListName });
});

test('the owner names the lists that people may choose, beside what they will see', async () => {
  await page.goto('/account');
  await page.getByRole('link', { name: /Preference page/ }).click();
  await page.getByText('None yet: the page only lets people pause or stop.').waitFor();
  await page.getByLabel('Headline').fill('Your texts from us');
  await preview().getByRole('heading', { name: 'Your texts from us' }).waitFor();
  for (const list of ['News 2026', 'Offers west']) {
    await page.getByRole('combobox', { name: 'Offer another list' }).click();
    await page.getByRole('option', { name: list }).click();
  }
  await page.getByLabel('Public name of “News 2026”').fill('News');
  await page.getByLabel('Public name of “Offers west”').fill('');
  expect(await button('Save').isDisabled()).toBe(true);
  await page.getByLabel('Public name of “Offers west”').fill('הצעות');
  const boxAt = async (name: string) => (await preview().getByLabel(name).boundingBox())?.x;
  await preview().getByText('הצעות', { exact: true }).waitFor();
  expect(await boxAt('הצעות')).toBe(await boxAt('News'));
  await page.getByLabel('Public name of “Offers west”').fill('Offers');
  await preview().getByText('Offers', { exact: true }).waitFor();
  await page.getByLabel('Text color').fill('#cccccc');
  await page.getByText(/Hard to see on this background/).waitFor();
  await page.getByLabel('Text color').fill('#102030');
  await page.getByLabel('Headline').focus();
  await page.getByRole('slider').first().waitFor({ state: 'detached' });
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflowOf(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await button('Save').click();
  await page.getByText('Preference page saved').waitFor();
});

test('the link is picked for a text, is counted as long as it is sent, and comes to the phone', async () => {
  const made = await askAs(page, 'control-point/AddNewBatchFromTemplate', { TID: '99' });
  const campaign = String(made.BATCHID);
  await askAs(page, 'control-point/AddCPData', {
    inpBatchId: campaign,
    controlPoint: JSON.stringify({ ID: 0, RQ: 1, TYPE: 'TRAILER', TEXT: 'Choose: ' }),
  });
  await page.goto(`/campaign/editor/${campaign}`);
  const card = page.getByRole('article', { name: /^Step 1,/ });
  await card.waitFor();
  const box = card.getByRole('textbox', { name: /message/i });
  if ((await box.count()) === 0) await card.locator('[data-head]').click();
  await box.press('End');
  await card.getByRole('button', { name: 'Personalize' }).first().click();
  await page.getByRole('option', { name: /Preference page/ }).click();
  await expect.poll(() => box.inputValue()).toBe('Choose: {%link:preferences%}');
  const base = new URL(page.url()).origin;
  const sent = 'Choose: '.length + `${base}/p/c/`.length + 28;
  await card.getByText(`${160 - sent} characters left in this part`).waitFor();
  await page.getByText('All changes saved').waitFor();
  await askAs(page, 'keyword/SaveKeyword', { inpBatchId: campaign, inpKeyword: 'CHOOSE' });
  await askAs(page, 'simulator/phoneSend', { ...PHONE, inpText: 'choose' });
  await expect.poll(texts).toMatch(/\/p\/c\/[\w-]{28}/);
  link = /https?:\/\/[^\s"\\]+\/p\/c\/[\w-]{28}/.exec(await texts())?.[0] ?? '';
  expect(`Choose: ${link}`).toHaveLength(sent);
});

test('the team reads that the link was sent, and cannot open it in the person’s name', async () => {
  const found = JSON.parse(String((await askAs(page, 'inbox/listThreads', {})).THREADS)) as Record<
    string,
    unknown
  >[];
  const ContactAddressId = String(found[0]?.ContactAddressId);
  const code = link.split('/').at(-1) ?? '';
  const thread = JSON.stringify(await askAs(page, 'inbox/loadThread', { ContactAddressId }));
  expect(thread).toContain('/p/c/••••••');
  expect(thread).not.toContain(code);
});

test('the page is light, has no fault that axe finds, and fits a phone', async () => {
  for (const width of [360, 1440]) {
    const visitor = await browser.open({ viewport: { width, height: 740 } });
    let bytes = 0;
    let answers = 0;
    visitor.on('response', async (response) => {
      answers += 1;
      bytes += (await response.body()).length;
    });
    await visitor.goto(link, { waitUntil: 'networkidle' });
    expect([answers, bytes < 50_000, bytes > 1_000]).toEqual([1, true, true]);
    expect(await violations(visitor)).toEqual([]);
    expect(await overflowOf(visitor)).toBe(0);
    await visitor.close();
  }
});

test('without a script and by keys alone somebody chooses a list, pauses, and stops', async () => {
  const visitor = await browser.open({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  await visitor.goto(link);
  await visitor.keyboard.press('Tab');
  await visitor.keyboard.press('Space');
  expect(await visitor.getByLabel('News').isChecked()).toBe(true);
  await visitor.getByRole('button', { name: 'Save' }).press('Enter');
  await visitor.getByText('Saved. That’s what you get from now on.').waitFor();
  expect(await visitor.getByLabel('News').isChecked()).toBe(true);
  await visitor.getByRole('button', { name: 'Pause for 30 days' }).press('Enter');
  await visitor.getByText('Done: your texts are paused.').waitFor();

  await page.goto('/lists');
  await page.getByRole('link', { name: 'News 2026' }).click();
  await page
    .getByRole('link', { name: /212.*555.*0181/ })
    .first()
    .click();
  await page.getByText(/^Paused until/).waitFor();
  await page.getByText('Chose lists on their preference page').waitFor();
  expect(await violations(page)).toEqual([]);
  await button('End the pause').click();
  await page.getByText('The pause is over').waitFor();
  await page.getByText(/^Paused until/).waitFor({ state: 'detached' });

  await visitor.goto(link);
  await visitor.getByRole('button', { name: 'Stop all texts' }).press('Enter');
  await visitor.getByText('You get no texts from us. To get them again, text us START.').waitFor();
  await visitor.close();
  await page.reload();
  await page.getByText('None: this number opted out').waitFor();
});

test('an owner sees what a shorter time deletes before it is saved', async () => {
  await page.goto('/account');
  const form = page.locator('form').filter({ hasText: 'Keep them for (months)' });
  await form.getByLabel('Keep them for (months)').fill('6');
  await form.getByText('Nothing will be deleted.').waitFor();
  expect(await violations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save period' }).click();
  await page.getByText('Saved. Older events are deleted within hours.').waitFor();
  await page.reload();
  expect(await form.getByLabel('Keep them for (months)').inputValue()).toBe('6');
});
