/** Reports and short links as a marketer uses them: build, arrange, save, open again; who clicked. */
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startParley } from './parley.ts';
import { useBrowser } from './person.ts';
import { campaignOf, heard, keyword, register, texts } from './wire.ts';

const SECRET = 'a-biscuit-with-tea';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
const { open } = useBrowser();
let parley: Awaited<ReturnType<typeof startParley>>;
let page: Page;
let campaign = 0;
const faults: string[] = [];

beforeAll(async () => {
  parley = await startParley({ env: { REPORT_DEBUG_SECRET: SECRET } });
  const client = await register(parley.address);
  campaign = (
    await campaignOf(
      client,
      { TYPE: 'SHORTANSWER', TEXT: 'Why? https://shop.example/why', SHORTLINKS: 1 },
      { TYPE: 'TRAILER', TEXT: 'Thanks' },
    )
  ).campaign;
  await keyword(client, campaign, 'report');
  for (const [n, number] of ['2125550101', '2125550102'].entries()) {
    await texts(client, number, 'report');
    const [asked = ''] = await heard(client, number, 1);
    const link = /http:\S+\/s\/\w{10}/.exec(asked)?.[0] ?? '';
    for (let clicks = 0; clicks <= n; clicks += 1)
      await fetch(link, { redirect: 'manual', headers: { 'user-agent': IPHONE } });
    await fetch(link, { redirect: 'manual', headers: { 'user-agent': 'WhatsApp/2.23' } });
    await texts(client, number, `because ${n}`);
    await heard(client, number, 2);
  }
  page = await open({ baseURL: parley.address });
  const [name = '', value = ''] = client.cookie().split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: parley.address }]);
  page.on('pageerror', (error) => faults.push(error.message));
});
afterAll(() => parley?.stop());

const tile = (name: string) => page.getByRole('region', { name, exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

async function addMetric(metric: string, name?: string): Promise<void> {
  await button('+').click();
  await page.getByRole('radio', { name: metric }).first().click();
  await button('Next').click();
  await button('Next').click();
  if (name) await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('the report list leads to the builder and to the short links', async () => {
  await page.goto('/report');
  await page.getByRole('heading', { name: 'Report List' }).waitFor();
  // Until one is saved, each campaign's own report stands here.
  await page.locator(`a[href="/report/template/1/${campaign}"]`).waitFor();
  await page.getByRole('link', { name: 'Short links' }).last().waitFor();
  await page.getByRole('link', { name: 'Create A New Report' }).click();
  await page.waitForURL('**/report-builder');
});

test('a new report is called Custom Report Tool and starts in Edit Mode, a month up to now', async () => {
  await page.getByRole('heading', { name: 'Custom Report Tool' }).waitFor();
  expect(await page.getByRole('switch', { name: 'Edit Mode On' }).isChecked()).toBe(true);
  const range = await page.getByRole('button', { name: /^Date range/ }).getAttribute('aria-label');
  expect(range).toMatch(/^Date range, \w+ \d+, \d{4} – \w+ \d+, \d{4}$/);
  await button('Save').click();
  const dialog = page.getByRole('dialog', { name: 'Save Your Report' });
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('heading', { name: 'Report Builder' }).waitFor();
});

test('the add-metric dialog asks its three questions, and goes back and forth', async () => {
  await button('+').click();
  await page.getByRole('dialog', { name: 'Pick A Metric' }).waitFor();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('What kind of data will it be?').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  for (const group of ['Short URL', 'Campaigns', 'Automata'])
    await dialog.getByText(group, { exact: true }).waitFor();
  expect(await dialog.getByRole('radio').count()).toBe(9);
  await dialog.getByRole('radio', { name: 'Campaign Responses A table' }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByText('Which one do we want to see?').waitFor();
  const slide = await dialog
    .locator('[class*=track]')
    .evaluate((track) => getComputedStyle(track).transitionDuration);
  expect(slide).toBe('0.3s');
  await dialog.getByText('Pick A Metric').waitFor({ state: 'hidden' });
  expect(await dialog.getByText('Pick A Name').isVisible()).toBe(false);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'Close' }).waitFor();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByText('What will we name it?').waitFor();
  const name = dialog.getByLabel('Name', { exact: true });
  expect(await name.inputValue()).toMatch(/Campaign Responses$/);
  await name.fill('');
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await name.fill('What they said');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await tile('What they said').getByText('because 1').waitFor();
});

test('tiles are dragged by mouse, moved by keyboard and deleted', async () => {
  await addMetric('Total Clicks', 'Clicks');
  await addMetric('Active Automata', 'Running');
  // A new tile comes into view by itself.
  const scrolled = () => page.evaluate(() => window.scrollY);
  await expect
    .poll(async () => {
      const before = await scrolled();
      await page.waitForTimeout(150);
      return before > 0 && before === (await scrolled());
    })
    .toBe(true);
  const place = async (name: string) => {
    const box = await tile(name).boundingBox();
    if (!box) throw new Error(`${name} is not on the screen.`);
    return box;
  };
  const before = await place('Running');
  const clicks = await place('Clicks');
  expect(before.y).toBeGreaterThan(clicks.y);
  await page.mouse.move(before.x + 60, before.y + 26);
  await page.mouse.down();
  await page.mouse.move(clicks.x + 60, clicks.y + 20, { steps: 12 });
  await page.mouse.move(clicks.x + 60, clicks.y - 10, { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => (await place('Running')).y < (await place('Clicks')).y).toBe(true);
  await button('Move or resize Running').press('Enter');
  await page.getByRole('menuitem', { name: 'Move right' }).press('Enter');
  await expect.poll(async () => (await place('Running')).x).toBeGreaterThan(before.x + 100);
  await page.keyboard.press('Escape');
  await button('Delete Running').click();
  await tile('Running').waitFor({ state: 'detached' });
});

test('the grid has 6 columns on a wide window, 4 on a narrower one and 1 on a phone, in rows of 60 px', async () => {
  const gap = 16;
  const measured = () =>
    tile('Clicks').evaluate((one, between) => {
      const grid = one.closest('[data-editing]') as Element;
      const { width, height } = one.getBoundingClientRect();
      const columns = (grid.getBoundingClientRect().width + between) / (width + between);
      return [Math.round(columns * 10) / 10, Math.round((height + between) / 3 - between)];
    }, gap);
  // Nor is the page ever wider than its window meanwhile.
  await page.evaluate(() => {
    let widest = 0;
    const look = () => {
      const { scrollWidth, clientWidth } = document.documentElement;
      widest = Math.max(widest, scrollWidth - clientWidth);
      document.body.dataset.widest = String(widest);
      requestAnimationFrame(look);
    };
    look();
  });
  for (const [width, columns] of [
    [1440, 6],
    [1235, 4],
    [768, 4],
    [767, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(measured).toEqual([columns, 60]);
  }
  expect(await page.locator('body').getAttribute('data-widest')).toBe('0');
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a report begun and not saved is offered after a reload, and does not stand in the way of a new one', async () => {
  await page.reload();
  await page.getByText('Build your report').waitFor();
  expect(await tile('Clicks').count()).toBe(0);
  await button('Keep editing').click();
  await tile('Clicks').waitFor();
});

test('the save dialog knows its limits, and closing it resets the working title', async () => {
  await button('Save').click();
  const dialog = page.getByRole('dialog', { name: 'Save Your Report' });
  const save = dialog.getByRole('button', { name: 'Save' });
  expect(await save.isDisabled()).toBe(true);
  // The one below the dialog is not there meanwhile.
  await expect.poll(() => button('Save').count()).toBe(1);
  const [name, about] = [dialog.getByLabel('Report Name'), dialog.getByLabel('Description')];
  expect([await name.getAttribute('maxlength'), await about.getAttribute('maxlength')]).toEqual(['24', '72']);
  await name.fill('Half a name');
  await page.getByRole('heading', { name: 'Half a name', includeHidden: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Report Builder' }).waitFor();
  await button('Save').click();
  await name.fill('Every Monday');
  await about.fill('What we look at first.');
  await save.click();
  await page.getByText('Report Saved!').waitFor();
  await page.waitForURL(/\/report\/custom\/\d+$/);
  await page.getByRole('heading', { name: 'Every Monday' }).waitFor();
  expect(await page.getByRole('switch', { name: 'Edit Mode Off' }).isChecked()).toBe(false);
  expect(await button('Delete Clicks').count()).toBe(0);
});

test('Edit Mode shows the unsaved layout, view mode the saved one', async () => {
  await page.getByRole('switch', { name: 'Edit Mode Off' }).check();
  await button('Delete Clicks').click();
  await tile('Clicks').waitFor({ state: 'detached' });
  await page.getByText('Edit Mode On', { exact: true }).click();
  await tile('Clicks').waitFor();
  // Turning it on copies the saved layout into the unsaved one; the changes are offered, and outlive a
  // reload.
  await page.getByText('Edit Mode Off', { exact: true }).click();
  await button('Delete Clicks').waitFor();
  await page.reload();
  await page.getByRole('switch', { name: 'Edit Mode Off' }).waitFor();
  await tile('Clicks').waitFor();
  await button('Keep editing').click();
  await tile('Clicks').waitFor({ state: 'detached' });
  expect(await page.getByText('Edit Mode On', { exact: true }).count()).toBe(1);
  await button('Discard changes').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await tile('Clicks').waitFor();
  expect(await button('Discard changes').count()).toBe(0);
  await page.goto('/report');
  await page.getByText('What we look at first.').waitFor();
  await page
    .getByRole('listitem')
    .getByText(/^\w{3} \d{1,2}, 20\d\d$/)
    .waitFor();
  await page.getByRole('link', { name: 'Every Monday' }).click();
  await page.waitForURL(/\/report\/custom\/\d+$/);
  await tile('Clicks').waitFor();
});

test('an address that names no report says so, with the way to the others', async () => {
  const here = page.url();
  for (const address of ['/report/custom/999999', '/report/custom/x', '/report/template/1/999999']) {
    await page.goto(address);
    await page.getByText('This report doesn’t exist').waitFor();
    expect(await page.getByRole('link', { name: 'All reports' }).getAttribute('href')).toBe('/report');
  }
  await page.goto(here);
  await tile('Clicks').waitFor();
});

test('table tiles page, sort and export', async () => {
  const table = tile('What they said');
  await table.getByRole('button', { name: 'Phone' }).click();
  const sorted = () => table.getByRole('columnheader', { name: 'Phone' }).getAttribute('aria-sort');
  await expect.poll(sorted).toBe('ascending');
  await table.getByRole('button', { name: 'Phone' }).click();
  await expect.poll(sorted).toBe('descending');
  const href = (await table.getByRole('link', { name: /Export/ }).getAttribute('href')) ?? '';
  const params = new URL(href, parley.address).searchParams;
  expect([...params.keys()].sort()).toEqual(['endDate', 'id', 'parley-account', 'startDate']);
  const file = await page.request.get(href);
  expect(await file.text()).toContain('because 0');
});

test('a date change fetches again', async () => {
  const opened = await page.evaluate(() => performance.timeOrigin);
  await tile('What they said').getByText('because 1').waitFor();
  await page.getByRole('button', { name: /^Date range/ }).click();
  const asked = page.waitForRequest((request) => request.url().endsWith('campaign/responsesForCampaign'));
  await page.getByRole('button', { name: 'Last month', exact: true }).click();
  const { from, to } = Object.fromEntries(new URL(page.url()).searchParams);
  const body = (await asked).postData() ?? '';
  expect([from, to].map((day) => body.includes(String(day)))).toEqual([true, true]);
  await tile('What they said').getByText('Nothing in this period').waitFor();
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened);
  await button('Back to the last month').click();
  await tile('What they said').getByText('because 1').waitFor();
});

test('a tile that fails says so without an alert; a quiet mark tries again', async () => {
  const path = '**/session/api/shortURL/getTotalMLPClicksCount';
  const held = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await held.promise;
    await route.abort();
  });
  await page.goto(page.url().split('?')[0] ?? '');
  await tile('Clicks').getByText('Loading...').waitFor();
  held.resolve();
  const mark = button('Clicks is out of date: try again');
  await mark.waitFor({ timeout: 30_000 });
  await tile('Clicks').getByText('Couldn’t load this').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.unroute(path);
  await mark.click();
  await tile('Clicks').getByText('3').first().waitFor();
});

test('in Edit Mode that mark stands beside what deletes the tile, not over it; a tile held at the edge takes the page along', async () => {
  const failing = (route: Route) => route.fulfill({ status: 500, body: '{}' });
  await page.goto('/report-builder');
  await page.route('**/automata/automataCount', failing);
  for (const n of [1, 2, 3, 4, 5]) await addMetric('Active Automata', `Count ${n}`);
  const areas = [
    button('Count 1 is out of date: try again'),
    button('Delete Count 1'),
    tile('Count 1').getByRole('heading'),
  ];
  const [mark, remove, title] = await Promise.all(areas.map((one) => one.boundingBox()));
  if (!mark || !remove || !title) throw new Error('Something of the tile is not shown.');
  expect(mark.x + mark.width).toBeLessThanOrEqual(remove.x);
  await page.unroute('**/automata/automataCount', failing);
  await page.evaluate(() => window.scrollTo(0, 0));
  await tile('Count 1').getByRole('heading').hover();
  await page.mouse.down();
  await page.mouse.move(title.x + 20, (page.viewportSize()?.height ?? 0) - 5, { steps: 5 });
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await page.mouse.up();
  await button('Discard changes').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
});

test('a template report shows one campaign, and cannot be edited', async () => {
  await page.goto('/campaign/manage');
  await page
    .getByRole('button', { name: /^(Options|Menu|More)/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Reports' }).click();
  await page.waitForURL(`**/report/template/1/${campaign}`);
  await tile('Campaign Responses').getByText('because 1').waitFor();
  for (const name of ['Campaign Responses Over Time', 'Subscribers For Campaign', 'Opt Ins Over Time'])
    await tile(name).waitFor();
  expect(await page.getByRole('switch').count()).toBe(0);
  // Today isn't over: its figures are no fall.
  const days = tile('Campaign Responses Over Time');
  await days.getByRole('rowheader', { name: /, so far$/ }).waitFor();
  expect(await days.getByRole('rowheader').last().textContent()).toMatch(/, so far$/);
  expect(await days.locator('path.recharts-area-curve[stroke-dasharray="4 4"]').count()).toBe(1);
});

test('the short links lead to the report of one: people count, previews do not', async () => {
  await page.goto('/tools');
  await page.getByRole('main').getByRole('link', { name: 'Short links' }).click();
  await page.waitForURL('**/links');
  await page.getByText('2 previews not counted').waitFor();
  await page.getByPlaceholder('Search Links...').fill('nothing like it');
  await page.getByText('nothing like it').last().waitFor();
  await page.goto('/links?q=shop.example');
  await page.getByRole('link', { name: 'shop.example/why' }).click();
  await page.waitForURL(/\/report\/template\/2\/\d+$/);
  await tile('Total Clicks').getByText('3', { exact: true }).waitFor();
  await tile('Unique Clicks').getByText('2', { exact: true }).waitFor();
  await tile('Clickers').getByText('(212) 555-0102').waitFor();
  await tile('Clicks Over Time').waitFor();
});

test('one month is shown below 450 px, two above; days up to yesterday', async () => {
  await page.goto('/report-builder');
  await page.getByRole('button', { name: /^Date range/ }).click();
  await expect.poll(() => page.locator('[data-month-level]').count()).toBe(2);
  // Also where Escape is pressed before the focus is in the calendar.
  await page.getByRole('button', { name: /^Date range/ }).press('Escape');
  await expect.poll(() => page.locator('[data-month-level]').count()).toBe(0);
  await page.setViewportSize({ width: 400, height: 800 });
  await page.getByRole('button', { name: /^Date range/ }).click();
  await expect.poll(() => page.locator('[data-month-level]').count()).toBe(1);
  await page.getByRole('button', { name: 'Next month' }).click();
  const zone = { timeZone: 'America/New_York', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const dayOf = (at: number) => new Intl.DateTimeFormat('en-GB', zone).format(at);
  const day = (at: number) => page.getByRole('button', { name: dayOf(at), exact: true });
  expect(await day(Date.now()).isDisabled()).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('one secret in the address reveals the report as JSON, any other does not', async () => {
  await page.goto('/report-builder/guess');
  await page.getByRole('heading', { name: 'Custom Report Tool' }).waitFor();
  expect(await button('Debug JSON').count()).toBe(0);
  await page.goto(`/report-builder/${SECRET}`);
  await button('Debug JSON').click();
  await page.getByRole('dialog').getByText('"layout"').waitFor();
});

test('the page itself complained about nothing', () => {
  expect(faults).toEqual([]);
});
