/**
 * Measures of the specification that only a browser shows: how near its end a list grows, how high menus and
 * dropdowns get.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { settled, signUp, useBrowser } from './person.ts';

const { open } = useBrowser();
let page: Page;

const ask = async (path: string, form: Record<string, string>) => {
  const answer = await page.request.post(`/session/api/${path}`, { form });
  return (await answer.json()) as Record<string, unknown>;
};

beforeAll(async () => {
  page = await open({ viewport: { width: 700, height: 500 } });
  await signUp(page);
  for (let n = 0; n < 31; n += 1) await ask('control-point/AddNewBatchFromTemplate', { TID: '99' });
}, 240_000);

test('the next 15 campaigns load 500 px before the end, not sooner, not while they are on their way, and not behind the last', async () => {
  const starts: string[] = [];
  const secondPage = Promise.withResolvers<void>();
  const fences: string[] = [];
  await page.route('**/session/api/**', async (route) => {
    const url = route.request().url();
    if (url.includes('fence')) fences.push(url);
    const asked = url.endsWith('campaign/campaignlist') ? (route.request().postData() ?? '') : '';
    const start = /name="iDisplayStart"\s+(\d+)/.exec(asked)?.[1];
    if (start !== undefined) starts.push(start);
    if (start === '15') await secondPage.promise;
    await route.continue();
  });
  /**
   * A page that is asked for by what has been drawn so far has been asked for now: requests arrive in their
   * order.
   */
  const drawn = async () => {
    await page.evaluate(async (fence) => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      await fetch(`/session/api/authentication/checklogin?fence=${fence}`);
    }, fences.length);
  };
  const scrollTo = (top: number) => page.evaluate((y) => window.scrollTo(0, y), top);
  /** Scrolls until the end of the list is so far below the window. */
  const endBelow = (px: number) =>
    page.evaluate((below) => {
      const more = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Load more');
      const end = more?.parentElement?.getBoundingClientRect().top;
      if (end === undefined) throw new Error('There is no end that more loads at.');
      window.scrollBy(0, end - window.innerHeight - below);
    }, px);
  const cards = () => page.getByRole('button', { name: /^Options for / }).count();

  await page.goto('/campaign/manage');
  await page.getByRole('button', { name: 'Load more' }).waitFor();
  await settled(page);
  expect(await cards()).toBe(15);
  await endBelow(502);
  await drawn();
  expect(starts).toEqual(['0']);
  await endBelow(498);
  await expect.poll(() => starts).toEqual(['0', '15']);
  await scrollTo(0);
  await drawn();
  await scrollTo(1e6);
  await drawn();
  expect(starts).toEqual(['0', '15']);
  secondPage.resolve();
  await expect.poll(cards).toBeGreaterThanOrEqual(30);
  await scrollTo(1e6);
  await expect.poll(cards).toBe(31);
  await scrollTo(0);
  await drawn();
  await scrollTo(1e6);
  await drawn();
  expect(starts).toEqual(['0', '15', '30']);
  await page.unroute('**/session/api/**');
});

test('of a long list of members the pages within about 500 px below the window are loaded, 15 members each', async () => {
  const { NEWListID } = await ask('lists/addList', { ListName: 'Regulars' });
  const list = String(NEWListID);
  for (let n = 0; n < 60; n += 1)
    await ask('members/addMemberToList', {
      ListId: list,
      ContactString: `21255501${String(n).padStart(2, '0')}`,
    });
  const starts: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('members/ListMembers')) return;
    const [, start, length] =
      /name="iDisplayStart"\s+(\d+)[\s\S]*name="iDisplayLength"\s+(\d+)/.exec(request.postData() ?? '') ?? [];
    expect(length).toBe('15');
    starts.push(start);
  });
  await page.goto(`/lists/members/${list}`);
  const last = page.locator('li[data-index]').last();
  await last.getByRole('link').waitFor();
  await settled(page);
  /** How far below the window the loaded rows end, and the last page of them begins; both in pixels. */
  const below = () =>
    last.evaluate((row, rows) => {
      const { bottom, height } = row.getBoundingClientRect();
      const end = bottom - window.innerHeight;
      return { end, begin: end - rows * height };
    }, 15);
  await expect.poll(async () => (await below()).end).toBeGreaterThan(400);
  // What stands above the rows may become smaller once more, and another page be needed.
  await expect
    .poll(async () => {
      const pages = Math.floor(Number(await last.getAttribute('data-index')) / 15);
      return ['0', '15', '30', '45'].slice(0, pages + 1).join() === [...new Set(starts)].join();
    })
    .toBe(true);
  expect((await below()).begin).toBeLessThan(600);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.getByRole('link', { name: '(212) 555-0159' }).waitFor();
  expect(starts).toContain('45');
});

test('a menu and a dropdown with more than that are 224 px high, and scroll', async () => {
  const { NEWAUTOMATAID } = await ask('automata/addautomata', { AutomataName: 'News' });
  /** The one of them that shows: its height, and whether there is more in it. */
  const shown = async (role: 'listbox' | 'menu') => {
    const part = page.getByRole(role);
    await part.waitFor();
    return part.evaluate((one) => {
      const inner = one.querySelector('[class*="ScrollArea-viewport"]') ?? one;
      return [one.getBoundingClientRect().height, inner.scrollHeight > inner.clientHeight];
    });
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/automata/editor/${NEWAUTOMATAID}?step=2`);
  await page.getByRole('combobox', { name: 'Target Campaign' }).click();
  await page.getByRole('option').nth(30).waitFor();
  expect(await shown('listbox')).toEqual([224, true]);
  const { BATCHID } = await ask('control-point/AddNewBatchFromTemplate', { TID: '99' });
  await page.goto(`/campaign/editor/${BATCHID}`);
  await page.getByRole('button', { name: 'Campaign options' }).click();
  await page.getByRole('menuitem', { name: 'Fold all steps' }).waitFor();
  expect(await shown('menu')).toEqual([224, true]);
});
