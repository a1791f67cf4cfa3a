/** The page for a carrier's review: made from what is set up, and nothing else on paper. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { violations } from './axe.ts';
import { storeFixtures } from './fixtures.ts';
import { overflowOf, settled, signUp, useBrowser } from './person.ts';
import type { Ids } from './screens.ts';

const browser = useBrowser();
let page: Page;
let ids: Ids;
const sheet = () => page.getByRole('article');
const missing = (link: string) => page.getByRole('link', { name: link, exact: true });

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  ids = await storeFixtures(page);
});

test('from the channel’s settings: program, opt-in, samples, HELP and STOP, as they are set up', async () => {
  await page.goto(`/channels/settings/${ids.channel}`);
  await page.getByRole('link', { name: 'Carrier review' }).click();
  await sheet().getByRole('heading', { name: 'Text program of Corner Coffee' }).waitFor();
  const words = await sheet().innerText();
  expect(words).toMatch(/\/p\/[a-z0-9]{12}\n/);
  expect(words).toContain('I agree to get recurring automated marketing texts at this number.');
  expect(words).toMatch(/Text SPRING to \(\d{3}\) \d{3}-\d{4} \(Spring sale\)\./);
  expect(words).toContain('Twenty percent off everything until Sunday.');
  expect(words).toContain('Msg & data rates may apply.');
  expect(words).toContain("“Corner Coffee: You're opted out and won't get any more messages.");
  expect(words).not.toMatch(/\{%|undefined|null/);
});

test('what is missing leads to where it is set, and is gone once it is', async () => {
  for (const link of ['Connect a carrier', 'Add contact details', 'Publish it', 'Ask them'])
    await missing(link).waitFor();
  await askAs(page, 'account/saveAccount', { CONTACTINFO: 'help@corner.example' });
  await askAs(page, 'account/saveOptOutTexts', { inpWords: '["halt"]' });
  await page.reload();
  await sheet().getByText('help@corner.example', { exact: true }).waitFor();
  await sheet()
    .getByText(/Need help\? Contact: help@corner\.example/)
    .waitFor();
  await sheet()
    .getByText(/OPT OUT, HALT/)
    .waitFor();
  expect(await missing('Add contact details').count()).toBe(0);
  await missing('Ask them').click();
  await page.waitForURL(`**/lists/members/${ids.list}`);
  await page.goBack();
});

test('a campaign that is taken off goes from the page, and the address keeps what was chosen', async () => {
  await page.getByRole('combobox', { name: 'Campaigns' }).press('Backspace');
  await missing('Create a campaign').waitFor();
  expect(await sheet().getByText('Samples from “Spring sale”').count()).toBe(0);
  await page.reload();
  await missing('Create a campaign').waitFor();
  await page.goto(`/channels/review?list=99999999&channel=x&campaigns=${ids.campaign}.0.x`);
  await sheet().getByText('Samples from “Spring sale”').waitFor();
});

test('on paper there is the page alone, in ink, also of a dark screen; nothing scrolls sideways', async () => {
  await page.goto(`/lists/signup/${ids.list}`);
  await page.getByRole('link', { name: 'Carrier review' }).click();
  await page.waitForURL(`**/channels/review?list=${ids.list}`);
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await settled(page);
    expect(await violations(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 800, height: 1100 });
  const looks = await sheet().evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    return [color, backgroundColor];
  });
  expect(looks).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  expect(await sheet().isVisible()).toBe(true);
  for (const hidden of [missing('Connect a carrier'), page.getByRole('button', { name: 'Print' })])
    expect(await hidden.isVisible()).toBe(false);
  // Chromium makes the paper itself: one page.
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBe(1);
});
