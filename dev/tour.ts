/**
 * A tour of the screens in pictures: starts Parley with the demo world, signs in, and takes every screen of the main job at 1440
 * and 360 px, in light and dark, into docs/tour. `npm run tour [-- name …]` takes all of them or those whose name has one of the words.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../e2e/chromium.ts';
import { startParley } from '../e2e/parley.ts';

const FOLDER = join(import.meta.dirname, '../docs/tour');
const WIDTHS = [1440, 360] as const;
const SCHEMES = ['light', 'dark'] as const;
/** How the demo world's people sign in; printed by `npm start -- --demo` too. */
const DEMO = { email: 'demo@parley.example', password: 'a good cup of coffee' };

type Stop = { name: string; path: string; signedOut?: boolean; before?: (page: Page) => Promise<void> };

const wanted = process.argv.slice(2);
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
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of SCHEMES) for (const width of WIDTHS) await takeAll(browser, width, colorScheme);
} finally {
  await browser.close();
  await parley.stop();
}

async function takeAll(
  browser: Browser,
  width: number,
  colorScheme: (typeof SCHEMES)[number],
): Promise<void> {
  const context = await browser.newContext({
    baseURL: parley.address,
    viewport: { width, height: width === 360 ? 760 : 900 },
    colorScheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  for (const stop of stops().filter((one) => one.signedOut)) await take(page, stop, width, colorScheme);
  await signIn(page);
  const ids = await demoIds(page);
  for (const stop of stops(ids).filter((one) => !one.signedOut)) await take(page, stop, width, colorScheme);
  await context.close();
}

async function take(page: Page, stop: Stop, width: number, scheme: string): Promise<void> {
  const name = `${stop.name}-${width}-${scheme}`;
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) return;
  await page.goto(stop.path);
  await page.waitForLoadState('networkidle');
  await stop.before?.(page);
  // Transitions of the widgets end within this time.
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  process.stdout.write(`${name}\n`);
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email Address').fill(DEMO.email);
  await page.getByLabel(/^Password/).fill(DEMO.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/welcome');
}

type Ids = { campaign: number; list: number; contact: number; report: number };

/** The first campaign, list, member and report of the demo world. */
async function demoIds(page: Page): Promise<Ids> {
  return page.evaluate(async () => {
    const ask = async (path: string, fields: Record<string, string>) => {
      const body = new URLSearchParams(fields);
      return (await (await fetch(`/session/api/${path}`, { method: 'POST', body })).json()) as Record<
        string,
        string
      > & { DATA: { id: number }[] };
    };
    const campaigns = JSON.parse((await ask('campaign/campaignlist', {})).CAMPAIGNS ?? '[]');
    const lists = JSON.parse((await ask('lists/lists', {})).LISTS ?? '[]');
    const list = lists[0]?.ID ?? 0;
    const members = JSON.parse((await ask('members/ListMembers', { ListId: String(list) })).MEMBERS ?? '[]');
    const reports = (await ask('report/getAllCustomReports', {})).DATA;
    return {
      campaign: campaigns.find((one: { ISFINISHED: number }) => one.ISFINISHED === 1)?.BATCHID ?? 0,
      list,
      contact: members[0]?.ContactAddressId_bi ?? 0,
      report: reports[0]?.id ?? 0,
    };
  });
}

function stops(ids: Ids = { campaign: 0, list: 0, contact: 0, report: 0 }): Stop[] {
  return [
    { name: '01-sign-in', path: '/signin', signedOut: true },
    { name: '02-sign-up', path: '/signup', signedOut: true },
    { name: '03-welcome', path: '/welcome' },
    { name: '04-campaigns', path: '/campaign/manage' },
    { name: '05-templates', path: '/campaign/templates' },
    { name: '06-flow-editor', path: `/campaign/editor/${ids.campaign}` },
    { name: '07-guided', path: `/campaign/edit/${ids.campaign}` },
    { name: '08-keyword', path: `/campaign/keyword/${ids.campaign}` },
    { name: '09-lists', path: '/lists' },
    { name: '10-members', path: `/lists/members/${ids.list}` },
    { name: '11-member', path: `/lists/member/details/${ids.list}/${ids.contact}` },
    { name: '12-import', path: `/lists/import/${ids.list}` },
    { name: '13-tags', path: '/tagmanager' },
    { name: '14-blast', path: `/blast/${ids.campaign}` },
    { name: '15-phone', path: '/tools/phone' },
    { name: '16-inbox', path: '/inbox' },
    { name: '17-reports', path: '/report' },
    { name: '18-report', path: `/report/template/1/${ids.campaign}` },
    { name: '19-report-builder', path: '/report-builder' },
    { name: '20-channels', path: '/channels' },
    { name: '21-credentials', path: '/account/credentials' },
    { name: '22-api-builder', path: `/campaign/api/${ids.campaign}` },
    { name: '23-account', path: '/account' },
    { name: '24-quick-start', path: '/quickstart' },
    { name: '25-carrier-lookup', path: '/admin/phone/lookup' },
    { name: '26-not-found', path: '/no/such/page' },
  ];
}
