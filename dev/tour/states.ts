/**
 * The other faces of every screen: while it loads, when that fails, before there is anything, and with names
 * that nobody drew it for.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { LONG, storeFixtures } from '../../e2e/fixtures.ts';
import { type Ids, idsOf, screens } from '../../e2e/screens.ts';
import { asPng, take } from './picture.ts';
import { demoIds, signIn, signUp } from './world.ts';

const LOOKS = [
  [1440, 'light'],
  [360, 'dark'],
] as const;
/** Without these nobody is signed in, and there is no screen to look at. */
const ALWAYS = /authentication\/checklogin|account\/loadAccount/i;

type Open = (width: number, scheme: 'light' | 'dark') => Promise<BrowserContext>;

export async function takeStates(
  open: Open,
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [width, scheme] of LOOKS) {
    const shots = async (page: Page, state: string, ids: Ids, ready?: (page: Page) => Promise<unknown>) => {
      for (const { name, path, signedOut } of screens(ids)) {
        const file = `${name}-${state}-${width}-${scheme}.png`;
        if (!signedOut && isWanted(file)) await take(page, path, join(folder, file), asPng, ready);
      }
    };
    await withPage(open, width, scheme, async (page) => {
      await signIn(page);
      const ids = await demoIds(page);
      await hold(page);
      await shots(page, 'loading', ids, (shown) => shown.waitForTimeout(1200));
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await fail(page);
      // Reading is tried again before it counts as failed.
      await shots(page, 'failed', ids, (shown) => shown.waitForTimeout(4000));
    });
    await withPage(open, width, scheme, async (page) => {
      await signUp(page, `empty-${width}`);
      await shots(page, 'empty', await barely(page));
    });
    await withPage(open, width, scheme, async (page) => {
      await signUp(page, `long-${width}`);
      await shots(page, 'long', await storeFixtures(page, LONG));
    });
  }
}

async function withPage(
  open: Open,
  width: number,
  scheme: 'light' | 'dark',
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await open(width, scheme);
  await work(await context.newPage());
  await context.close();
}

const CALLS = '**/session/api/**';

/** Calls are asked and never answered. */
async function hold(page: Page): Promise<void> {
  await page.route(CALLS, (route) => (ALWAYS.test(route.request().url()) ? route.continue() : undefined));
}

/** Calls end as they do when the database is away. */
async function fail(page: Page): Promise<void> {
  const json = {
    RESULT: 0,
    MESSAGE: 'Something went wrong on our side. Please try again.',
    DETAIL: '',
    SUSER: 1,
  };
  await page.route(CALLS, (route) =>
    ALWAYS.test(route.request().url()) ? route.continue() : route.fulfill({ status: 500, json }),
  );
}

/** An account with nothing in it but what its screens are about. */
async function barely(page: Page): Promise<Ids> {
  const add = async (path: string, form: Record<string, string>, field: string) =>
    Number((await (await page.request.post(`/session/api/${path}`, { form })).json())[field]);
  const list = await add('lists/addList', { ListName: 'New list' }, 'NEWListID');
  const campaign = await add('control-point/AddNewBatchFromTemplate', { TID: '1' }, 'BATCHID');
  const report = await add(
    'report/saveNewCustomReport',
    { inpReportString: '{"title":"New report"}' },
    'DATA',
  );
  const automata = await add('automata/addautomata', { AutomataName: 'New automata' }, 'NEWAUTOMATAID');
  return { ...idsOf(0), list, campaign, report, automata };
}
