/**
 * The screens of a large account in a browser: how long the page stands still, how much it holds, how soon a
 * far row is there.
 */

import type { Page } from 'playwright-core';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import type { Result } from './ground.ts';
import { EVERYBODY, LARGE_SCREENS, LARGE_SIZES, LONG_CAMPAIGN } from './large-account.ts';
import { openLargeWorld } from './large-world.ts';

/** Milliseconds that one task of a page may take. */
const LONGEST_TASK = 100;
const FAR_ROW = 5_000;
const FAR_ROW_MS = 2_000;
const KEY_MS = 50;
/** Between two letters of somebody who types fast. */
const PAUSE_MS = 120;

/** What the page keeps for us. */
type Watched = { longTasks: number[]; keyMs?: number };

export async function benchScreens(server: Addresses): Promise<Result[]> {
  const { page, close } = await openLargeWorld(server, LARGE_SIZES);
  try {
    await page.addInitScript(() => {
      const seen: number[] = [];
      (globalThis as unknown as Watched).longTasks = seen;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.push(Math.round(duration));
      }).observe({ type: 'longtask', buffered: true });
    });
    const results: Result[] = [];
    for (const path of LARGE_SCREENS) results.push(await open(page, path));
    results.push(...(await farRows(page)), ...(await typing(page)));
    return results;
  } finally {
    await close();
  }
}

/** Within the app, so that its start is not counted. */
async function open(page: Page, path: string): Promise<Result> {
  await page.goto('/tools');
  await quiet(page);
  await page.evaluate((to) => {
    (globalThis as unknown as Watched).longTasks.length = 0;
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
  await quiet(page);
  return told(path, await measure(page));
}

async function farRows(page: Page): Promise<Result[]> {
  await page.goto(`/lists/members/${EVERYBODY}`);
  await quiet(page);
  const results: Result[] = [];
  for (const row of [FAR_ROW, LARGE_SIZES.members - 1]) {
    const start = performance.now();
    await page.evaluate(
      async ([index = 0, last = 0]) => {
        const height = document.querySelector('li[data-index="1"]')?.getBoundingClientRect().height ?? 0;
        const from = window.scrollY;
        for (let part = 1; part <= 20; part += 1) {
          // The height of a row in whole pixels would miss the end by many rows.
          const target = index === last ? document.documentElement.scrollHeight : index * height;
          window.scrollTo(0, from + ((target - from) * part) / 20);
          await new Promise(requestAnimationFrame);
        }
      },
      [row, LARGE_SIZES.members - 1],
    );
    await page.locator(`li[data-index="${row}"] a`).waitFor();
    const took = performance.now() - start;
    const { elements, heap } = await measure(page);
    results.push({
      path: `members: row ${(row + 1).toLocaleString('en-US')} after a fling`,
      floor: '',
      ours: `${Math.round(took)} ms, ${elements} elements, ${heap} MB`,
      ratio: '',
      required: `≤ ${FAR_ROW_MS} ms`,
      met: took <= FAR_ROW_MS,
    });
  }
  return results;
}

/**
 * Letters into the text of a step among hundreds: from the key to the next picture, and what the page works
 * for each.
 */
export async function typing(page: Page): Promise<Result[]> {
  await page.goto(`/campaign/editor/${LONG_CAMPAIGN}`);
  await quiet(page);
  await page.getByText('Text 1 of a long story').first().click();
  const field = page.locator('textarea').first();
  await field.waitFor();
  await field.focus();
  const took: number[] = [];
  for (const letter of 'How about a cup of tea?') {
    await page.evaluate(() => {
      delete (globalThis as unknown as Watched).keyMs;
      addEventListener(
        'keydown',
        () => {
          const start = performance.now();
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => {
              (globalThis as unknown as Watched).keyMs = performance.now() - start;
            };
            channel.port2.postMessage(0);
          });
        },
        { once: true, capture: true },
      );
    });
    await page.keyboard.press(letter === ' ' ? 'Space' : letter);
    await page.waitForFunction(() => (globalThis as unknown as Watched).keyMs !== undefined);
    took.push((await page.evaluate(() => (globalThis as unknown as Watched).keyMs)) ?? 0);
  }
  const work = await workPerKey(page, ' And a biscuit with it, or two?');
  const median = took.toSorted((one, other) => one - other)[Math.floor(took.length / 2)] ?? 0;
  const row = { floor: '', ratio: '', required: `≤ ${KEY_MS} ms` };
  const path = `a letter in a flow of ${LARGE_SIZES.longFlow} steps`;
  return [
    {
      ...row,
      path,
      ours: `median ${Math.round(median)} ms, longest ${Math.round(Math.max(...took))} ms`,
      met: median <= KEY_MS,
    },
    {
      ...row,
      path: `${path}, processor time`,
      ours: `${work.toFixed(1)} ms`,
      met: work <= KEY_MS,
    },
  ];
}

/**
 * Milliseconds of the page's main thread on the processor, so that other work of the machine is not counted.
 * The saving is.
 */
async function workPerKey(page: Page, letters: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await spent();
  await page.keyboard.type(letters, { delay: PAUSE_MS });
  const work = ((await spent()) - before) * 1_000;
  await devtools.detach();
  return work / letters.length;
}

/** Nothing is loading, and no long task was seen for a second. */
async function quiet(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy="true"], .mantine-Skeleton-root:not([data-visible="false"])'),
  );
  const count = () => page.evaluate(() => (globalThis as unknown as Watched).longTasks.length);
  let before = -1;
  let now = await count();
  while (now !== before) {
    before = now;
    await page.waitForTimeout(1_000);
    now = await count();
  }
}

async function measure(page: Page): Promise<{ longest: number; elements: number; heap: number }> {
  return page.evaluate(() => {
    const { longTasks } = globalThis as unknown as Watched;
    const { memory } = performance as unknown as { memory: { usedJSHeapSize: number } };
    return {
      longest: Math.max(0, ...longTasks),
      elements: document.querySelectorAll('*').length,
      heap: Math.round(memory.usedJSHeapSize / 1e6),
    };
  });
}

const told = (path: string, { longest, elements, heap }: Awaited<ReturnType<typeof measure>>): Result => ({
  path,
  floor: '',
  ours: `${longest} ms at a time, ${elements} elements, ${heap} MB`,
  ratio: '',
  required: `≤ ${LONGEST_TASK} ms`,
  met: longest <= LONGEST_TASK,
});
