/** A sign-up page as its owner makes it and as people use it, without a script. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { violations } from './axe.ts';
import { overflowOf, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let url = '';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const preview = () => page.frameLocator('iframe');

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  await askAs(page, 'lists/addList', { ListName: 'Shop' });
});

test('the owner writes the page beside what people will see, and saves it', async () => {
  await page.goto('/lists');
  await page.getByRole('button', { name: 'Options for Shop' }).click();
  await page.getByRole('menuitem', { name: 'Sign-up page' }).click();
  await page.getByText('Save the page to get its address.').waitFor();
  await page.getByLabel('Headline').fill('Shop news by text');
  await preview().getByRole('heading', { name: 'Shop news by text' }).waitFor();
  await page.getByText('Thank-you', { exact: true }).click();
  await preview().getByText('Almost done').waitFor();
  await page.getByLabel('Text color').fill('#cccccc');
  await page.getByText(/Hard to see on this background/).waitFor();
  expect(await button('Save and turn on').isDisabled()).toBe(true);
  await page.getByLabel('Text color').fill('#102030');
  await button('Save and turn on').click();
  await page.getByText('Sign-up page saved').waitFor();
  url = (await page.getByRole('link', { name: 'Open the page' }).getAttribute('href')) ?? '';
  expect(url).toMatch(/\/p\/[a-z0-9]{12}$/);
  await page.getByText('No one has signed up in the last 30 days.').waitFor();
  expect(await violations(page)).toEqual([]);
  const qr = page.getByRole('img', { name: 'QR code of the sign-up page' });
  expect(await qr.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(20);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as SVG' }).first().click();
  expect((await download).suggestedFilename()).toBe('sign-up-page.svg');
});

test('the form for other sites leads to the page with the number typed in', async () => {
  const code = await page.getByText('<form action=').innerText();
  const visitor = await browser.open({ javaScriptEnabled: false });
  await visitor.setContent(code);
  await visitor.getByLabel('Mobile number').fill('(212) 555-0172');
  await visitor.getByRole('button').click();
  await visitor.waitForURL(url);
  expect(await visitor.getByLabel('Mobile number').inputValue()).toBe('(212) 555-0172');
  expect(await visitor.getByLabel(/I agree/).isChecked()).toBe(false);
  await visitor.close();
});

test('the page is light, has no fault that axe finds, and fits a phone', async () => {
  const visitor = await browser.open({ viewport: { width: 360, height: 740 } });
  let bytes = 0;
  let answers = 0;
  visitor.on('response', async (response) => {
    answers += 1;
    bytes += (await response.body()).length;
  });
  await visitor.goto(url, { waitUntil: 'networkidle' });
  expect([answers, bytes < 50_000, bytes > 1_000]).toEqual([1, true, true]);
  expect(await violations(visitor)).toEqual([]);
  expect(await overflowOf(visitor)).toBe(0);
  await visitor.close();
});

test('without a script somebody signs up, gets one text, and is counted with the YES', async () => {
  const visitor = await browser.open({ javaScriptEnabled: false });
  await visitor.goto(url);
  await visitor.getByLabel('Mobile number').fill('12');
  await visitor.getByLabel(/I agree/).check();
  // The server takes no form sooner than a person can fill one in.
  await expect
    .poll(async () => Date.now() - opened(await visitor.locator('[name=form]').inputValue()))
    .toBeGreaterThan(2_000);
  await visitor.getByRole('button', { name: 'Sign me up' }).click();
  await visitor.getByText('Enter a mobile number that can get texts.').waitFor();
  await visitor.getByLabel('Mobile number').fill('(212) 555-0171');
  await visitor.getByLabel(/I agree/).check();
  await expect
    .poll(async () => Date.now() - opened(await visitor.locator('[name=form]').inputValue()))
    .toBeGreaterThan(2_000);
  await visitor.getByRole('button', { name: 'Sign me up' }).click();
  await visitor.getByText('Almost done').waitFor();
  expect(visitor.url()).toBe(`${url}/thanks`);
  await visitor.close();

  const phone = { inpContactString: '2125550171' };
  const texts = async () => String((await askAs(page, 'simulator/phoneMessages', phone)).MESSAGES);
  await expect.poll(texts).toContain('Reply YES to confirm');
  await askAs(page, 'simulator/phoneSend', { ...phone, inpText: 'yes' });
  await expect.poll(texts).toContain('you’re in'.replace('’', "'"));
  await page.reload();
  const figures = page.getByRole('region', { name: 'Sign-ups' });
  await figures.getByText('said YES').waitFor();
  const last = async () =>
    (await figures.getByRole('row').allInnerTexts()).map((row) => row.split('\t').at(-1));
  await expect.poll(last).toEqual(['1']);
});

test('turned off, the page says that sign-up is closed', async () => {
  await page.getByLabel('Takes sign-ups').click({ force: true });
  await page.getByText('The page says that sign-up is closed', { exact: true }).waitFor();
  const visitor = await browser.open();
  await visitor.goto(url);
  await visitor.getByRole('heading', { name: 'Sign-up is closed' }).waitFor();
  expect(await violations(visitor)).toEqual([]);
  await visitor.close();
});

/** When the server signed a form. */
const opened = (token: string) => Number.parseInt(token.split('.')[0] ?? '', 36);
