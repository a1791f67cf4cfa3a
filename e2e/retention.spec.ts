/** How long data is kept: chosen by the owner, with what it deletes, on a large screen and a small one. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { violations } from './axe.ts';
import { overflowOf, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;

const time = (name: string) => page.getByRole('combobox', { name: `How long to keep ${name}`, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
});

test('an owner sees what would go before anything does, and says for how long', async () => {
  await page.goto('/account');
  await page.getByRole('heading', { name: 'How long data is kept' }).waitFor();
  expect(await time('answers').inputValue()).toBe('0');
  expect(await time('history').inputValue()).toBe('24');
  await time('answers').selectOption('6 months');
  await page.getByText('Nothing will be deleted now.').waitFor();
  await expect.poll(() => button('Keep answers for 6 months').isEnabled()).toBe(true);
  expect(await violations(page)).toEqual([]);
  await button('Keep answers for 6 months').click();
  await page.getByText('Saved. What’s older is deleted within hours.').waitFor();
  await button('Keep answers for 6 months').waitFor({ state: 'detached' });
  await page.reload();
  await expect.poll(() => time('answers').inputValue()).toBe('6');
  expect(
    await askAs(page, 'account/previewDataKept', { inpDataKind: 'history', inpMonths: '2' }),
  ).toMatchObject({
    RESULT: 0,
    MESSAGE: 'History must be kept for at least 6 months.',
  });
});

test('the history says how long it is kept, and who changed that', async () => {
  await time('history').selectOption('Forever');
  await expect.poll(() => button('Keep history forever').isEnabled()).toBe(true);
  await button('Keep history forever').press('Enter');
  await button('Keep history forever').waitFor({ state: 'detached' });
  await page.goto('/account/history');
  await page.getByText('Who did what, and when. Kept forever.').waitFor();
  await page.getByText('History kept forever, before: for 24 months').waitFor();
});

test('it fits a phone, and can be read at night', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/account');
    await time('pictures').selectOption('1 year');
    await button('Keep pictures for 1 year').waitFor();
    expect(await overflowOf(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});
