/** Who runs Parley sees how all of it is; to an owner of another account there is no such page. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '../axe.ts';
import { type RunningParley, startParley } from '../parley.ts';
import { overflowOf, settled, signUp, useBrowser } from '../person.ts';

const browser = useBrowser();
let parley: RunningParley;
beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

const open = (width: number, colorScheme: 'light' | 'dark') =>
  browser.open({
    baseURL: parley.address,
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
  });

/** Shows a check that warns and one that is bad, whatever this machine lacks. */
async function oneOfEach(page: Page): Promise<Page> {
  await page.evaluate(() => {
    const marks = document.querySelectorAll('td > [data-is]');
    for (const [n, is] of ['warn', 'bad'].entries()) marks[n]?.setAttribute('data-is', is);
  });
  return page;
}

test('the first person finds System under My Account, on any screen, in light and dark, and it says when it failed', async () => {
  const page = await open(1440, 'light');
  await signUp(page);
  await page.goto('/account');
  await page.getByRole('link', { name: 'System', exact: true }).click();
  await page.getByRole('heading', { name: 'System', level: 1 }).waitFor();
  for (const name of ['Processes', 'What waits', 'Checks', 'Database'])
    await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.getByRole('cell', { name: 'Serves and works' }).waitFor();
  expect(await violations(await oneOfEach(page))).toEqual([]);
  const { cookies } = await page.context().storageState();
  for (const [width, scheme] of [
    [360, 'light'],
    [360, 'dark'],
    [1440, 'dark'],
  ] as const) {
    const other = await open(width, scheme);
    await other.context().addCookies(cookies);
    await other.goto('/account/system');
    await other.getByRole('heading', { name: 'Checks' }).waitFor();
    await settled(other);
    expect(await violations(await oneOfEach(other))).toEqual([]);
    expect(await overflowOf(other)).toBe(0);
    if (process.env.SHOTS)
      await other.screenshot({ path: `${process.env.SHOTS}/system-${width}-${scheme}.png`, fullPage: true });
  }
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/system-1440-light.png`, fullPage: true });
  await page.route('**/system/loadSystem', (route) => route.abort());
  await page.reload();
  await page.getByRole('alert').getByText('Couldn’t load the system status').waitFor();
  await page.unroute('**/system/loadSystem');
  await page.getByRole('button', { name: 'Retry' }).press('Enter');
  await page.getByRole('heading', { name: 'Checks' }).waitFor();
});

test('an owner of another account finds neither the entry nor the page', async () => {
  const page = await open(1440, 'light');
  await signUp(page);
  await page.goto('/account');
  await page.getByRole('link', { name: 'History', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'System', exact: true }).count()).toBe(0);
  await page.goto('/account/system');
  await page.getByRole('heading', { name: 'Sorry, page not found' }).waitFor();
});
