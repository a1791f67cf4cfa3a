/**
 * Screens as assistive technology has them: their trees in each state, who said what, what is told, the
 * window's titles, the list pickers.
 */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from '../ask.ts';
import { ORDINARY, storeFixtures } from '../fixtures.ts';
import { settled, signUp, useBrowser } from '../person.ts';
import type { Ids } from '../screens.ts';

const browser = useBrowser();
let page: Page;
let ids: Ids;
const fresh: Record<string, string> = {};

/** What changes from run to run: ids, hours and days, and how far a text has come. */
const lasting = (tree: string) =>
  tree
    .replaceAll(/\/url: .*/g, '/url')
    .replaceAll(/\(\d{3}\) \d{3}-\d{4}/g, 'PHONE')
    .replaceAll(/\b(Queued|Waiting to be sent|Being sent|Sending|Sent|Delivered)\b/g, 'STATE')
    .replaceAll(/\b(a few seconds|\d+ \w+|an? \w+) ago|just now|now\b/gi, 'AGO')
    .replaceAll(
      /\b(\w{3,9},? )?\w{3,9} \d{1,2}(, \d{4})?(,? \d{1,2}:\d\d [AP]M)?|\d{1,2}:\d\d [AP]M/g,
      'DATE',
    );

const tree = async (part: Locator) => lasting(await part.ariaSnapshot());

/** Each with the call that fills it. */
const SCREENS = {
  '/campaign/manage': 'campaign/campaignlist',
  '/lists': 'lists/lists',
  '/automata/manager': 'automata/automatalist',
  '/inbox': 'inbox/listThreads',
} as const;

/** `late`: the heading of what comes to a screen after its rows. */
async function treesOf(
  paths: readonly string[],
  late: Record<string, string> = {},
): Promise<Record<string, string>> {
  const trees: Record<string, string> = {};
  for (const path of paths) {
    await page.goto(path);
    await settled(page);
    if (late[path]) await page.getByRole('heading', { name: late[path] }).waitFor();
    trees[path] = await tree(page.locator('main'));
  }
  return trees;
}

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  Object.assign(fresh, await treesOf(Object.keys(SCREENS), { '/campaign/manage': 'Quick Start' }));
  ids = await storeFixtures(page);
});

test('empty screens say what they are for and what to do first', () => {
  expect(fresh).toMatchSnapshot();
});

test('filled screens name each row and what can be done with it', async () => {
  expect(await treesOf(Object.keys(SCREENS))).toMatchSnapshot();
});

test('screens that failed say so in an alert, with a way to try again', async () => {
  const json = { RESULT: 0, MESSAGE: 'Something went wrong on our side.', DETAIL: '', SUSER: 1 };
  for (const call of Object.values(SCREENS))
    await page.route(`**/session/api/${call}`, (route) => route.fulfill({ status: 500, json }));
  const trees: Record<string, string> = {};
  for (const path of Object.keys(SCREENS)) {
    await page.goto(path);
    await page.locator('main').getByRole('button', { name: 'Retry' }).waitFor();
    trees[path] = await tree(page.locator('main'));
  }
  await page.unrouteAll();
  expect(trees).toMatchSnapshot();
});

test('each text names its author: in the inbox, in the preview, on a test phone', async () => {
  const logs: Record<string, string> = {};
  for (const path of [
    `/inbox/${ids.contact}`,
    `/campaign/editor/${ids.campaign}`,
    '/tools/phone?phone=2125550153',
  ]) {
    await page.goto(path);
    const log = page.getByRole('log');
    await log.getByRole('paragraph').nth(2).waitFor();
    // Else a screen reader would be read the whole talk.
    expect(await log.getAttribute('aria-live')).toBe('off');
    logs[path.replaceAll(/\d+/g, '#')] = await tree(log);
  }
  expect(logs).toMatchSnapshot();
});

/** What the polite regions say from now on. */
async function listen(): Promise<(words: string) => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    const note = (node: Node) => {
      const region = (node instanceof Element ? node : node.parentElement)?.closest('[role="status"]');
      if (region && node.textContent) heard.push(node.textContent);
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(note);
    }).observe(document.body, { childList: true, subtree: true });
  });
  return async (words) => {
    const heard = await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
    return heard.filter((said) => said.includes(words));
  };
}

const text = (inpContactString: string, inpText: string) =>
  askAs(page, 'simulator/phoneSend', { inpContactString, inpText });

test('a new text is told once, alone, and no list lies in a live region', async () => {
  await page.goto(`/inbox/${ids.contact}`);
  await page.getByRole('log').getByText(ORDINARY.answer).first().waitFor();
  const heard = await listen();
  await text('2125550153', 'Are you open?');
  await expect.poll(() => heard('Are you open?')).toEqual(['Ada · Boston: Are you open?']);
  const lists = page.locator(
    '[aria-live="polite"] li, [role="status"] li, [role="log"]:not([aria-live="off"])',
  );
  expect(await lists.count()).toBe(0);
});

test.each([1440, 360])(
  'a text of somebody else is told once, with who and how it begins, in a window of %d px',
  async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/inbox/${ids.contact}`);
    await page.getByRole('log').getByText(ORDINARY.answer).first().waitFor();
    const heard = await listen();
    const words = `At ${width}: do you take dogs? ${'And cats? '.repeat(20)}`;
    await text('2125550151', words);
    await expect.poll(() => heard(`At ${width}`)).toHaveLength(1);
    const [told = ''] = await heard(`At ${width}`);
    expect(told).toMatch(/^New text from Ada · Boston: At \d+: do you take dogs\? .*…$/);
    expect(told.length).toBeLessThan(words.length);
    // What comes next is told alone: nothing of before again.
    await text('2125550152', `Second at ${width}`);
    await expect.poll(() => heard(`Second at ${width}`)).toHaveLength(1);
    expect(await heard(`At ${width}`)).toHaveLength(1);
    await page.setViewportSize({ width: 1440, height: 900 });
  },
);

test('the window’s title begins with what is open', async () => {
  const { campaign, list, automata, report, channel } = ids;
  for (const [path, name] of [
    [`/campaign/editor/${campaign}`, ORDINARY.campaign],
    [`/campaign/keyword/${campaign}`, ORDINARY.campaign],
    [`/blast/${campaign}`, ORDINARY.campaign],
    [`/lists/members/${list}`, ORDINARY.list],
    [`/lists/import/${list}`, ORDINARY.list],
    [`/automata/editor/${automata}`, ORDINARY.automata],
    [`/report/custom/${report}`, ORDINARY.report],
    [`/report/template/1/${campaign}`, ORDINARY.campaign],
    [`/channels/settings/${channel}`, ORDINARY.channel],
    [`/segments/edit/${ids.segment}`, ORDINARY.segment],
    [`/lists/member/consent/${ids.contact}`, '(212) 555-0153'],
    [`/inbox/${ids.contact}`, 'Ada'],
  ] as const) {
    await page.goto(path);
    await expect.poll(async () => `${path} ${await page.title()}`).toContain(`${path} ${name}`);
  }
});

/** What a picker says of itself: whether it is open, and whether what it names is there. */
const told = (picker: Locator) =>
  picker.evaluate((element) => {
    const named = (name: string) => {
      const id = element.getAttribute(name);
      return id === null ? 'none' : (document.getElementById(id)?.getAttribute('role') ?? 'gone');
    };
    return `${element.getAttribute('aria-expanded')} ${named('aria-controls')} ${named('aria-activedescendant')}`;
  });

const CLOSED = 'false none none';
const OPEN = 'true listbox option';

test('a list picker is told open while it is, names its list and option, and nothing that is gone', async () => {
  const { campaign, automata, channel } = ids;
  const paths = ['/account', '/tools/phone', `/campaign/keyword/${campaign}`];
  paths.push(`/automata/editor/${automata}?step=2`, `/channels/settings/${channel}`, '/campaign/api');
  const seen: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await settled(page);
    const pickers = page.locator('main [aria-haspopup="listbox"]:visible:enabled');
    for (let n = 0; n < (await pickers.count()); n += 1) {
      const picker = pickers.nth(n);
      // Twice: the second time the list is another one.
      for (const time of [1, 2]) {
        const say = async () => `${path} ${n} ${time}: ${await told(picker)}`;
        await picker.focus();
        await page.keyboard.press('ArrowDown');
        await expect.poll(say).toMatch(/: true listbox (none|option)$/);
        await page.keyboard.press('ArrowDown');
        await expect.poll(say).toBe(`${path} ${n} ${time}: ${OPEN}`);
        await page.keyboard.press('Escape');
        await expect.poll(say).toBe(`${path} ${n} ${time}: ${CLOSED}`);
      }
      seen.push(path);
    }
  }
  expect([...new Set(seen)]).toEqual(paths);
});

test('the ways of the map are named by steps, not by ids', async () => {
  await page.goto(`/campaign/editor/${ids.campaign}?view=map`);
  const ways = page.locator('.react-flow__edge');
  await ways.first().waitFor({ state: 'attached' });
  for (const name of await ways.evaluateAll((all) => all.map((way) => way.getAttribute('aria-label'))))
    expect(name).toMatch(/^From step \d+ to step \d+( \(.+\))?$/);
});
