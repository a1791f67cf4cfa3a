/**
 * The screens of an account that has much of everything: they open, scroll to any row, and keep few rows in
 * the document.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  BUSY_CONTACT,
  EVERYBODY,
  LARGE_SCREENS,
  LONG_CAMPAIGN,
  SMALL_LARGE,
} from '../../dev/bench/large-account.ts';
import { type LargeWorld, openLargeWorld } from '../../dev/bench/large-world.ts';
import { startEmbedded } from '../../packages/server/src/platform/db/embedded.ts';
import { goWithin, settled } from '../person.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-large-'));
let postgres: Awaited<ReturnType<typeof startEmbedded>>;
let world: LargeWorld;
const faults: string[] = [];

beforeAll(async () => {
  postgres = await startEmbedded(folder, { settings: [] });
  world = await openLargeWorld(postgres, SMALL_LARGE);
  world.page.on('pageerror', (error) => faults.push(`${world.page.url()}: ${error.message}`));
});
afterAll(async () => {
  await world?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Of 24,000 and more where every row is drawn. */
const MOST_ELEMENTS = 3_500;
/** Where a screen of the same route may be open already. */
const OF_ONE_ROUTE = /^\/inbox\/|\?/;
const open = async (path: string) => {
  const { page } = world;
  if (!OF_ONE_ROUTE.test(path)) return goWithin(page, path);
  await page.goto(path);
  await settled(page);
};
const row = (index: number) => world.page.locator(`li[data-index="${index}"]`);
const elements = () => world.page.evaluate(() => document.querySelectorAll('*').length);

test('every screen of a large account opens, without a fault and with few elements', async () => {
  const large: string[] = [];
  for (const path of LARGE_SCREENS) {
    await open(path);
    const count = await elements();
    if (count > MOST_ELEMENTS) large.push(`${path}: ${count} elements`);
  }
  expect(faults).toEqual([]);
  expect(large).toEqual([]);
});

test('the steps of a large account are read by the editor and the wizard', async () => {
  await open(`/campaign/editor/${LONG_CAMPAIGN + 1}`);
  await world.page
    .getByText(/what would you like\?/)
    .first()
    .waitFor();
  await open(`/blast/${LONG_CAMPAIGN + 1}`);
  await world.page.getByRole('heading', { level: 1 }).waitFor();
  expect(faults).toEqual([]);
});

test('members: any row is reached at once, few are drawn, and the row with the focus stays', async () => {
  const { page } = world;
  await open(`/lists/members/${EVERYBODY}`);
  const first = row(0).getByRole('link');
  await first.focus();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/ListMembers')) asked.push(request.postData() ?? '');
  });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await row(SMALL_LARGE.members - 1)
    .getByRole('link')
    .waitFor();
  expect(await row(SMALL_LARGE.members - 1).getAttribute('aria-posinset')).toBe(String(SMALL_LARGE.members));
  expect(await row(SMALL_LARGE.members - 1).getAttribute('aria-setsize')).toBe(String(SMALL_LARGE.members));
  expect(await page.locator('li[data-index]').count()).toBeLessThan(80);
  expect(asked.length).toBeLessThan(10);
  expect(await first.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await row(SMALL_LARGE.members / 2)
    .getByRole('link')
    .waitFor();
});

/** Again while one waits: the end of a list moves away as the rows above it are measured. */
const toTheEnd = () => world.page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));

test('campaigns: the cards of many pages stay few in the document, and the first tile is there again at the top', async () => {
  const { page } = world;
  await open('/campaign/list');
  const cards = page.locator('main li[aria-posinset]');
  const known = async () => Number(await cards.last().getAttribute('aria-setsize'));
  await cards.nth(20).waitFor();
  while ((await known()) < 200) {
    const before = await known();
    await expect.poll(() => toTheEnd().then(known)).toBeGreaterThan(before);
  }
  expect(await cards.count()).toBeLessThan(80);
  expect(Number(await cards.last().getAttribute('aria-posinset'))).toBeGreaterThan(150);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator('main').getByRole('link', { name: 'Add Campaign' }).waitFor();
});

test('texts to review: the chosen one is kept while others are looked at, and J goes on from it', async () => {
  const { page } = world;
  await open('/optouts/review');
  const rows = page.locator('main li[data-index]');
  await rows.first().waitFor();
  const lastDrawn = async () => Number(await rows.last().getAttribute('data-index'));
  while ((await lastDrawn()) < 90) {
    const before = await lastDrawn();
    await expect.poll(() => toTheEnd().then(lastDrawn)).toBeGreaterThan(before);
  }
  expect(await rows.count()).toBeLessThan(40);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const chosen = page.locator('[aria-current="true"]', { hasText: 'please stop' });
  await expect.poll(() => chosen.evaluate((text) => text.closest('li')?.dataset.index)).toBe('2');
  await expect.poll(() => chosen.evaluate((text) => text.getBoundingClientRect().top)).toBeGreaterThan(0);
});

test('a long talk is read where it was when earlier texts come', async () => {
  const { page } = world;
  await open(`/inbox/${BUSY_CONTACT}`);
  const log = page.getByRole('log');
  const texts = log.locator('[data-index]');
  const earlier = log.getByRole('button', { name: 'Earlier messages' });
  await texts.nth(40).waitFor();
  const isAtEnd = () => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 2);
  await expect.poll(isAtEnd).toBe(true);
  for (let more = 1; more <= 3; more += 1) {
    await log.evaluate((box) => box.scrollTo(0, 0));
    const first = await log
      .locator('[data-index="0"]')
      .getByText(/^Note \d+$/)
      .innerText();
    await earlier.click();
    // What was the first is the fifty-first now, and still seen.
    const there = log.getByText(first, { exact: true });
    const place = () => there.evaluate((text) => text.closest<HTMLElement>('[data-index]')?.dataset.index);
    await expect.poll(place).toBe('50');
    // Its place settles as the rows before it are measured.
    const isSeen = async () => {
      const [box, at] = [await log.boundingBox(), await there.boundingBox()];
      return box !== null && at !== null && at.y > box.y && at.y < box.y + box.height;
    };
    await expect.poll(isSeen, { message: `page ${more}` }).toBe(true);
  }
  await log.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect.poll(isAtEnd).toBe(true);
});

test('a list is moved by the keyboard past the rows that were drawn', async () => {
  const { page } = world;
  await open('/lists');
  const handle = page.getByRole('button', { name: 'Move List 1', exact: true });
  await handle.focus();
  await page.keyboard.press('Space');
  const said = (n: number) =>
    page.getByText(`List 1, place ${n} of ${SMALL_LARGE.lists}`).waitFor({ state: 'attached' });
  const place = () =>
    handle.evaluate((button) => {
      const row = button.closest('li');
      const rows = row?.parentElement?.querySelectorAll(':scope > li:not([data-dnd-placeholder])') ?? [];
      return [...rows].indexOf(row as HTMLLIElement) + 1;
    });
  for (let n = 2; n <= 40; n += 1) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(place).toBe(n);
    // A place is said half a second after it was reached, so that who hurries hears the last one alone.
    if (n === 2 || n === 40) await said(n);
  }
  await page.keyboard.press('Space');
  const names = () =>
    page.locator('li', { has: page.getByRole('button', { name: /^Move / }) }).allInnerTexts();
  await expect.poll(async () => (await names())[39]).toMatch(/^List 1\n/);
  expect(await handle.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('the calendar names three sends of a day and counts the others; the day shows all, and months are said', async () => {
  const { page } = world;
  await open('/automata/calendar');
  const month = page.getByRole('table');
  await month.waitFor();
  expect(await month.getByRole('cell').count()).toBeGreaterThanOrEqual(28);
  const more = month.getByRole('link', { name: /^\d+ more on / }).first();
  expect(
    await month.getByRole('link', { name: /Automata \d+, Automata.*, \w+day, \w+ \d+$/ }).count(),
  ).toBeGreaterThan(0);
  const period = page.getByRole('heading', { level: 2 }).first();
  const before = await period.innerText();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect.poll(() => period.innerText()).not.toBe(before);
  expect(await period.getAttribute('aria-live')).toBe('polite');
  await page.getByRole('button', { name: 'Today' }).click();
  await more.click();
  await page.waitForURL(/view=day/);
  await page.locator('li[data-index]').first().waitFor();
});
