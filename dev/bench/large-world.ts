/** Parley with a large account, and the browser of the person who owns it. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../e2e/chromium.ts';
import { type RunningParley, startParley } from '../../e2e/parley.ts';
import { first, openDatabase, script, sql } from '../../packages/server/src/platform/db/database.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import { createDatabase } from './ground.ts';
import { fillLargeAccount, type Sizes } from './large-account.ts';

const WIDE = { width: 1440, height: 900 };
const PATIENCE_MS = 60_000;

export type LargeWorld = { parley: RunningParley; browser: Browser; page: Page; close: () => Promise<void> };

/** Starts Parley on a fresh database of the server, signs somebody up there, and fills the account. */
export async function openLargeWorld(server: Addresses, sizes: Sizes): Promise<LargeWorld> {
  const own = await createDatabase(server, 'large_world');
  const parley = await startParley({ env: { DATABASE_URL: own } });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--enable-precise-memory-info'],
    env: { ...process.env, LD_PRELOAD: undefined },
  });
  const close = async () => {
    await browser.close();
    await parley.stop();
  };
  try {
    const context = await browser.newContext({
      baseURL: parley.address,
      viewport: WIDE,
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await signUp(page);
    await fill(own, sizes);
    return { parley, browser, page, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function signUp(page: Page): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Email Address').fill('busy@large.example');
  await page.getByLabel('Phone Number').fill('212 555 0142');
  await page.getByLabel(/^Password/).fill('correct horse battery staple');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'Campaign Lists' }).waitFor();
}

/** What a new account has makes way: the large one has ids of its own. */
async function fill(url: string, sizes: Sizes): Promise<void> {
  const { db, close } = openDatabase(url, 1);
  const channel = await first(
    db,
    sql<{ account: number; id: number }>`select account_id as account, id from channels limit 1`,
  );
  if (!channel) throw new Error('The new account has no channel.');
  await fillLargeAccount(url, channel.account, channel.id, sizes);
  // Who is added later comes behind.
  await script(db, `select setval(pg_get_serial_sequence('contacts', 'id'), ${sizes.members + 1})`);
  await close();
}
