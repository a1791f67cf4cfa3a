/**
 * Every screen whose calls fail says so and offers to try again; none stays empty, loads for ever or breaks.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { storeFixtures } from '../fixtures.ts';
import { signUp, useBrowser } from '../person.ts';
import { type Screen, screens } from '../screens.ts';

const browser = useBrowser();
/** Without these nobody is signed in, and there is no screen to look at. */
const ALWAYS = /authentication\/checklogin|account\/loadAccount/i;
const AT_ONCE = 6;

/** What is wrong with a screen whose calls all end in 500; null: nothing. */
async function faultOf(page: Page, { path }: Screen): Promise<string | null> {
  const broken: string[] = [];
  page.on('pageerror', (error) => broken.push(error.message));
  await page.route('**/session/api/**', (route) => {
    if (ALWAYS.test(route.request().url())) return route.continue();
    const json = { RESULT: 0, MESSAGE: 'Something went wrong on our side.', DETAIL: '', SUSER: 1 };
    return route.fulfill({ status: 500, json });
  });
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  const words = page.getByRole('button', { name: 'Retry' }).or(page.getByRole('alert')).first();
  const isSaid = await words.waitFor({ timeout: 20_000 }).then(
    () => true,
    () => false,
  );
  if (!isSaid) return `${path} does not say that it failed`;
  return broken.length > 0 ? `${path} broke: ${broken[0]}` : null;
}

/**
 * Screens that ask for nothing themselves, or work without what failed: a suggestion, a figure beside the
 * content.
 */
const GOES_ON = new Set([
  ...['campaign-menu', 'tools-menu', 'new-look', 'not-found', 'styling', 'carrier-lookup'],
  ...['report-builder', 'account', 'campaign-file'],
]);

test('every screen', async () => {
  const first = await browser.open();
  await signUp(first);
  const ids = await storeFixtures(first);
  const waiting = screens(ids).filter(({ name, signedOut }) => !signedOut && !GOES_ON.has(name));
  const faults: string[] = [];
  const work = async () => {
    for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
      const page = await first.context().newPage();
      const fault = await faultOf(page, screen);
      if (fault) faults.push(fault);
      await page.close();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(faults).toEqual([]);
}, 300_000);
