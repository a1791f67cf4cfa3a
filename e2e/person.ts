/** A person at a browser: what the end-to-end tests are written in. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { newAddress } from './wire.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of a test does not live long enough for what optimizing its code costs to come back.
  '--js-flags=--no-opt --no-maglev',
];

/** A busy machine needs longer than the half minute that is waited for otherwise. */
const PATIENCE_MS = 60_000;

/** How far `dev/at-moments.ts` moved the clock. */
const CLOCK_AHEAD_MS = Number(process.env.CLOCK_AHEAD_MS ?? 0);

export const PASSWORD = 'correct horse battery staple';

/** One browser for a file's tests. `open` gives a page of a fresh profile. */
export function useBrowser(): { open: (options?: BrowserContextOptions) => Promise<Page> } {
  let browser: Browser | null = null;
  beforeAll(async () => {
    // Chromium does not bear the library that `dev/at-moments.ts` moves the clock with.
    const env = { ...process.env, LD_PRELOAD: undefined };
    browser = await chromium.launch({ executablePath: inject('chromium'), args: FLAGS, env });
  });
  afterAll(async () => {
    await browser?.close();
  });
  return {
    async open(options = {}) {
      if (!browser) throw new Error('The browser is not open yet.');
      const context = await browser.newContext({
        baseURL: inject('address'),
        viewport: { width: 1440, height: 900 },
        ...options,
      });
      context.setDefaultTimeout(PATIENCE_MS);
      if (CLOCK_AHEAD_MS !== 0) await context.addInitScript(moveClock, CLOCK_AHEAD_MS);
      return context.newPage();
    },
  };
}

/** Runs in the page: its clock is as far ahead as the server's. */
function moveClock(ahead: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (clock, given) =>
      given.length > 0 ? Reflect.construct(clock, given) : new clock(clock.now() + ahead),
    get: (clock, name) => (name === 'now' ? () => clock.now() + ahead : Reflect.get(clock, name)),
  });
}

/**
 * Signs a new person up through the screen; they have an account of their own. Answers their address.
 * Throws with what the screen said instead.
 */
export async function signUp(page: Page): Promise<string> {
  const email = newAddress('person');
  await page.goto('/signup');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Phone Number').fill('212 555 0142');
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  const arrived = page.getByRole('heading', { name: 'Campaign Lists' }).waitFor();
  await arrived.catch(async (error: Error) => {
    const shown = await page.getByRole('main').innerText();
    throw new Error(`Nobody was signed up; ${page.url()} says: ${shown}`, { cause: error });
  });
  return email;
}

/** Waits until a screen shows what it came for: its heading stands, and nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  await page
    .locator('h1')
    .first()
    .waitFor()
    .catch(async () => {
      const shown = await page.locator('body').innerText();
      throw new Error(`${page.url()} shows no heading but “${shown.slice(0, 200)}”.`);
    });
  await page.waitForFunction(
    () =>
      !document.querySelector(
        '[aria-busy="true"], .mantine-Loader-root, .mantine-Skeleton-root:not([data-visible="false"])',
      ),
  );
}

/**
 * By how many pixels the page is wider than its window; 0: it is not. What measures the window draws itself
 * again when that has changed, which is waited for.
 */
export async function overflowOf(page: Page): Promise<number> {
  await page
    .waitForFunction(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      null,
      {
        timeout: 30_000,
      },
    )
    .catch(() => undefined);
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/**
 * To another screen without loading the page anew, which takes most of the time. The two must be of different
 * routes: a screen that stays would be taken for the one that comes.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  // A second try of a test begins on the screen where the first one ended.
  if (new URL(page.url()).pathname === path) {
    await page.reload();
    return settled(page);
  }
  await page.evaluate((to) => {
    for (const part of document.querySelectorAll('main h1')) part.setAttribute('data-left', '');
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
  await page.waitForFunction(() => !document.querySelector('[data-left]'));
  await settled(page);
}
