/**
 * How long it takes to build a menu: three branches, an otherwise, a tag and an opt-in, published and tried
 * on the phone. By mouse and keyboard, at what stands on the screen; a person's time is counted for each act
 * by the keystroke-level model (Card, Moran and Newell, 1980), beside what the browser took.
 */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { signUp, useBrowser } from '../person.ts';

const browser = useBrowser();
let page: Page;
const acts = { presses: 0, keys: 0, thoughts: 0 };

/** Seconds: to point at something, to press, a key of an average typist, to think what comes next. */
const TAKES = { point: 1.1, press: 0.2, key: 0.28, thought: 1.35 };
const secondsOf = ({ presses, keys, thoughts }: typeof acts) =>
  presses * (TAKES.point + TAKES.press) + keys * TAKES.key + thoughts * TAKES.thought;

/** The pointer goes to the middle of it, wherever that is, and presses. */
async function press(what: Locator): Promise<void> {
  await what.waitFor();
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  if (!box) throw new Error('What is to be pressed does not show.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
  await page.mouse.down();
  await page.mouse.up();
  acts.presses += 1;
  acts.thoughts += 1;
}
/** Into what has the focus by itself, or by the press before. */
async function write(text: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.matches('textarea, input') ?? false))
    .toBe(true);
  await page.keyboard.type(text);
  acts.keys += text.length;
  acts.thoughts += 1;
}
async function key(name: string): Promise<void> {
  await page.keyboard.press(name);
  acts.keys += 1;
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const focused = (what: Locator) =>
  expect.poll(() => what.evaluate((box) => box === document.activeElement)).toBe(true);

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
});

test('a menu with three branches, an otherwise, a tag and an opt-in is built, published and tried within three minutes', async () => {
  await page.getByRole('link', { name: 'Add Campaign' }).waitFor();
  const start = performance.now();
  await press(page.getByRole('link', { name: 'Add Campaign' }));
  await press(page.getByRole('link', { name: 'Start from scratch' }));
  await build();
  await publish();
  await tryIt();
  const browserSeconds = (performance.now() - start) / 1000;
  const seconds = secondsOf(acts);
  process.stdout.write(
    `three minutes: ${acts.presses} presses, ${acts.keys} keys; ${Math.round(seconds)} s of a person, ${Math.round(browserSeconds)} s of the browser\n`,
  );
  expect(seconds).toBeLessThan(180);
});

async function build(): Promise<void> {
  await press(button(/^Add Question Multiple choice/));
  await write('Pizza, pasta or salad?');
  await press(field('Answer 1'));
  await write('Pizza');
  await press(field('Answer 2'));
  await write('Pasta');
  await key('Enter');
  await focused(field('Answer 3'));
  await write('Salad');
  for (const dish of ['Salad', 'Pasta', 'Pizza']) {
    await press(button(`+ New message for ${dish}`));
    await write(`${dish} it is!`);
  }
  // The step that was written last goes on with a tag and an opt-in.
  await press(button(/^Add Tag Save/));
  await press(button('Add Tag'));
  await write('Favorite dish');
  await key('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press(button(/^Add Capture Opt In/));
  await press(button('Add List'));
  await write('Pizza lovers');
  await key('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press(page.getByRole('combobox', { name: 'Where any other reply goes' }));
  await press(page.getByRole('option', { name: '+ New message' }));
  await write('Sorry, no such dish.');
  await press(
    page
      .getByRole('article', { name: /, Final Message$/ })
      .getByRole('button', { expanded: false })
      .first(),
  );
  await press(page.getByRole('textbox', { name: 'Final message', exact: true }));
  await write('See you soon!');
  await page.getByText('All changes saved').waitFor();
  const steps = await page.getByRole('list', { name: 'Steps' }).getByRole('article').all();
  const names = await Promise.all(steps.map((step) => step.getAttribute('aria-label')));
  expect(names.map((name) => name?.replace(/^Step \d+, /, '')).toSorted()).toEqual([
    'Capture Opt In',
    'Final Message',
    'Message',
    'Message',
    'Message',
    'Message',
    'Question',
    'Tag',
  ]);
}

async function publish(): Promise<void> {
  await press(button('Publish'));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Publish now' }));
  await page
    .getByRole('status')
    .filter({ hasText: /^Version 1 is live$/ })
    .waitFor();
}

async function tryIt(): Promise<void> {
  const phone = page.getByRole('region', { name: 'Phone preview' });
  await press(phone.getByRole('textbox', { name: 'Text as the contact' }));
  await write('Pasta');
  await key('Enter');
  await phone.getByText('Pasta it is!').waitFor();
  await phone.getByText('See you soon!').waitFor();
}
