/**
 * A tour of the screens in pictures. `npm run tour [-- word …]` starts Parley with the demo world and takes
 * every screen, or those whose name has one of the words, at 1440 and 360 px in light and dark into
 * docs/tour; the Flow Editor and its map also with 1, 20 and 500 steps. With `--states <folder>` it takes
 * them loading, failed, empty and full of long names into that folder instead.
 */
import { mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromium } from '../e2e/chromium.ts';
import { startParley } from '../e2e/parley.ts';
import { HALF_WAY, idsOf, screens } from '../e2e/screens.ts';
import { asWebp, take } from './tour/picture.ts';
import { takeStates } from './tour/states.ts';
import { demoIds, LONG_EDITORS, longEditor, signIn, signInHalf, signUp } from './tour/world.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 760 },
];
const SCHEMES = ['light', 'dark'] as const;

const { values: options, positionals: words } = parseArgs({
  options: { states: { type: 'string' } },
  allowPositionals: true,
});
const isWanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word));

const parley = await startParley({ args: ['--demo'] });
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--no-first-run',
    '--hide-scrollbars',
  ],
});
try {
  if (options.states) await takeStates(open, resolve(options.states), isWanted);
  else await takeTour(join(import.meta.dirname, '../docs/tour'));
} finally {
  await browser.close();
  await parley.stop();
}

function open(width: number, colorScheme: 'light' | 'dark'): Promise<BrowserContext> {
  const viewport = SIZES.find((size) => size.width === width) ?? { width, height: 900 };
  return browser.newContext({ baseURL: parley.address, viewport, colorScheme, reducedMotion: 'reduce' });
}

async function takeTour(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of SCHEMES)
    for (const { width } of SIZES) {
      const context = await open(width, colorScheme);
      const shot = (page: Page, name: string, path: string) =>
        takeOne(page, join(folder, `${name}-${width}-${colorScheme}.webp`), path);
      const page = await context.newPage();
      for (const { name, path, signedOut } of screens(idsOf(0))) if (signedOut) await shot(page, name, path);
      if (HALF_WAY.some((path) => isWanted(path.slice(1)))) {
        await signInHalf(page, parley.log, `${width}-${colorScheme}`);
        for (const path of HALF_WAY) await shot(page, path.slice(1), path);
        await context.clearCookies();
      }
      await signIn(page);
      for (const { name, path, signedOut } of screens(await demoIds(page)))
        if (!signedOut) await shot(page, name, path);
      const long = LONG_EDITORS.filter(({ name }) => isWanted(name));
      if (long.length > 0) {
        await context.clearCookies();
        await signUp(page, `long-${width}-${colorScheme}`);
        for (const editor of long) await shot(page, editor.name, await longEditor(page, editor));
      }
      await context.close();
    }
}

async function takeOne(page: Page, file: string, path: string): Promise<void> {
  if (!isWanted(basename(file))) return;
  await take(page, path, file, asWebp);
}
