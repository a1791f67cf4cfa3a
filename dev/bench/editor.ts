/**
 * The campaign editor with 150 steps of all kinds, on a processor a quarter as fast: how soon a key, a press
 * and a drag show, and how soon the page is there. `npm run bench -- editor`
 */
import { type Browser, type CDPSession, chromium, type Locator, type Page } from 'playwright-core';
import { findChromium } from '../../e2e/chromium.ts';
import { startParley } from '../../e2e/parley.ts';
import { calls } from '../../packages/contract/src/index.ts';
import { encodeFields } from '../../packages/contract/src/kernel/call.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import { mixedCampaign } from '../mixed-campaign.ts';
import { createDatabase, type Result } from './ground.ts';

const STEPS = 150;
const SLOWER = 4;
const KEY_MS = 50;
const PRESS_MS = 100;
const FRAME_MS = 50;
const LOAD_MS = 1_500;
const ROUNDS = 3;
/** Between two letters of somebody who types fast. */
const PAUSE_MS = 150;
const LETTERS = 'walk with us';

/** What the page keeps for us. */
type Watched = {
  events: { name: string; ms: number }[];
  frames: number[];
  tasks: { end: number; ms: number }[];
};

export async function benchEditor(server: Addresses): Promise<Result[]> {
  const parley = await startParley({ env: { DATABASE_URL: await createDatabase(server, 'editor') } });
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const { page, campaign } = await openLongCampaign(browser, parley.address);
    return await measureEditor(page, campaign);
  } finally {
    await browser.close();
    await parley.stop();
  }
}

/** Signs somebody up and gives them the campaign. */
export async function openLongCampaign(browser: Browser, address: string, width = 1440) {
  const context = await browser.newContext({ baseURL: address, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const ask = async (path: string, form: Record<string, string>) => {
    const answer = await page.request.post(`/session/api/${path}`, { form });
    return (await answer.json()) as Record<string, unknown>;
  };
  await ask('registration/RegisterNewUser', {
    inpEmail: `editor${Date.now()}@example.com`,
    inpPassword: 'correct horse battery staple',
    inpPhoneNumber: '2125550142',
  });
  const campaign = String((await ask('control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
  const points = mixedCampaign(STEPS).map((step) => ({ step, version: null }));
  const wish = { campaign: Number(campaign), points, position: 0, isTemplate: false };
  const form = Object.entries(encodeFields(calls.flow.pasteSteps.form, wish));
  const said = await ask(
    calls.flow.pasteSteps.path,
    Object.fromEntries(form.map(([name, value]) => [name, String(value)])),
  );
  if (Number(said.RXRESULTCODE ?? said.RESULT) === 0) throw new Error(JSON.stringify(said));
  return { page, campaign };
}

const ACTS = [
  'load',
  'openAndClose',
  'menu',
  'typing',
  'dragByPointer',
  'dragByKeys',
  'undo',
  'map',
] as const;

/** Each act, beside the address that shows the list of steps. */
export async function measureEditor(page: Page, campaign: string, acts = ACTS): Promise<Result[]> {
  await page.addInitScript(watch);
  const thread = await page.context().newCDPSession(page);
  await thread.send('Performance.enable', { timeDomain: 'threadTicks' });
  const editor = new MeasuredEditor(page, thread, `/campaign/editor/${campaign}`);
  await thread.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const results: Result[] = [];
  for (const act of acts) {
    await editor.open();
    results.push(...(await editor[act]()));
  }
  return results;
}

function watch(): void {
  const watched: Watched = { events: [], frames: [], tasks: [] };
  Object.assign(globalThis, watched);
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) watched.events.push({ name, ms: duration });
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      watched.tasks.push({ end: startTime + duration, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
  let last = performance.now();
  const next = (now: number) => {
    watched.frames.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

const at = (numbers: readonly number[], share: number) =>
  Math.round(numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) * share)] ?? 0);

function row(path: string, took: readonly number[], most: number, more = ''): Result {
  return {
    path,
    floor: '',
    ours: `middle ${at(took, 0.5)} ms, longest ${at(took, 1)} ms${more}`,
    ratio: '',
    required: `≤ ${most} ms`,
    met: at(took, 0.5) <= most,
  };
}

/** What the page's own thread had a processor for, to the end; other work of the machine is not in it. */
const inAll = (worked: number) => `; ${Math.round(worked)} ms of a processor in all`;

class MeasuredEditor {
  readonly #page: Page;
  readonly #thread: CDPSession;
  readonly #address: string;

  constructor(page: Page, thread: CDPSession, address: string) {
    this.#page = page;
    this.#thread = thread;
    this.#address = address;
  }

  async open(): Promise<void> {
    await this.#page.goto('about:blank');
    await this.#page.goto(this.#address);
    await this.#page.waitForFunction((all) => document.querySelectorAll('[data-head]').length >= all, STEPS);
    await this.#quiet();
  }

  /** From the wish to the first cards, and until all steps are drawn and no long task is left. */
  async load(): Promise<Result[]> {
    const first: number[] = [];
    const whole: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await this.#page.goto('about:blank');
      await this.#page.goto(this.#address, { waitUntil: 'commit' });
      const shown = this.#page.waitForFunction(
        () => document.querySelector('[data-head]') && performance.now(),
        undefined,
        { polling: 'raf' },
      );
      first.push(Number(await (await shown).jsonValue()));
      await this.#page.waitForFunction(
        (all) => document.querySelectorAll('[data-head]').length >= all,
        STEPS,
      );
      await this.#quiet();
      const ended = await this.#page.evaluate(() =>
        Math.max(...(globalThis as unknown as Watched).tasks.map(({ end }) => end)),
      );
      whole.push(ended);
    }
    return [
      row('opened: the first steps', first, LOAD_MS),
      row('opened: all steps, the page at rest', whole, LOAD_MS),
    ];
  }

  async openAndClose(): Promise<Result[]> {
    const took: number[] = [];
    const before = await this.#worked();
    for (const nth of [0, 4, 20, 60, 120]) {
      const head = this.#page.locator('[data-head]').nth(nth);
      await head.scrollIntoViewIfNeeded();
      took.push(await this.#longestEvent(() => this.#press(head)));
      took.push(await this.#longestEvent(() => this.#press(head)));
    }
    const worked = ((await this.#worked()) - before) / took.length;
    return [row('a step opened or closed', took, PRESS_MS, inAll(worked))];
  }

  /** By the mouse alone: a locator’s click has the page look for what lies there, in the measured time. */
  async #press(target: Locator): Promise<void> {
    const box = await target.boundingBox();
    if (!box) throw new Error('There is nothing to press.');
    await this.#page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }

  /** From the press to the menu, which draws itself after it. */
  async menu(): Promise<Result[]> {
    const took: number[] = [];
    for (const nth of [0, 20, 60, 120, 149]) {
      const button = this.#page.locator('[data-card] .mantine-ActionIcon-root[aria-haspopup=menu]').nth(nth);
      await button.scrollIntoViewIfNeeded();
      await this.#quiet();
      const shown = this.#page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            addEventListener(
              'pointerdown',
              ({ timeStamp }) => {
                const look = () => {
                  if (document.querySelector('[role=menuitem]')) {
                    const { port1, port2 } = new MessageChannel();
                    port1.onmessage = () => resolve(performance.now() - timeStamp);
                    requestAnimationFrame(() => port2.postMessage(0));
                  } else requestAnimationFrame(look);
                };
                requestAnimationFrame(look);
              },
              { capture: true, once: true },
            );
          }),
      );
      await this.#press(button);
      took.push(await shown);
      await this.#page.keyboard.press('Escape');
      await this.#quiet();
    }
    return [row('the menu of a step', took, PRESS_MS)];
  }

  /** Letters into each kind of field; saving and checking are in what one costs in all. */
  async typing(): Promise<Result[]> {
    const results: Result[] = [];
    const fields: [string, number, string][] = [
      ['the text of a message', 1, '[data-form] textarea'],
      ['the name of a message', 1, '[data-form] input'],
      ['the text of a question', 0, '[data-form] textarea'],
      ['an answer of a question', 0, '[data-field=intents] input'],
      ['a rule', 6, '[data-form] fieldset input[aria-label]:not([role=combobox])'],
    ];
    for (const [what, nth, field] of fields) {
      const head = this.#page.locator('[data-head]').nth(nth);
      await head.scrollIntoViewIfNeeded();
      await head.click();
      const input = this.#page.locator(field).first();
      await input.click();
      await this.#quiet();
      const took: number[] = [];
      const before = await this.#worked();
      for (const letter of LETTERS) took.push(await this.#longestKey(letter));
      const worked = ((await this.#worked()) - before) / LETTERS.length;
      results.push(row(`a key in ${what}`, took, KEY_MS, inAll(worked)));
      await head.click();
      await this.#quiet();
    }
    return results;
  }

  async dragByPointer(): Promise<Result[]> {
    const results: Result[] = [];
    for (const over of [10, 50]) {
      await this.#page.evaluate(() => window.scrollTo(0, 0));
      await this.#quiet();
      const handle = this.#page.locator('[data-card] [aria-roledescription]').first();
      const from = await handle.boundingBox();
      if (!from) throw new Error('There is no handle.');
      const { x, y } = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
      const before = await this.#worked();
      const { ms, frames } = await this.#frames(async () => {
        await this.#page.mouse.move(x, y);
        await this.#page.mouse.down();
        await this.#dragDown(x, y, over);
        await this.#page.mouse.up();
      });
      const worked = ((await this.#worked()) - before) / frames.length;
      results.push(
        this.#frameRow(
          `dragged over ${over} steps by the pointer`,
          ms,
          frames,
          `; ${worked.toFixed(1)} ms of a processor a frame`,
        ),
      );
      await this.#quiet();
      await this.#page.keyboard.press('Control+z');
      await this.#quiet();
    }
    return results;
  }

  /** Down to the lower edge, where the list scrolls under what is dragged, until the place is there. */
  async #dragDown(x: number, y: number, over: number): Promise<void> {
    for (let way = 0; way < 40; way += 1) {
      await this.#page.mouse.move(x, y + ((870 - y) * way) / 40);
      await this.#page.waitForTimeout(16);
    }
    for (let way = 0; way < 2000; way += 1) {
      const place = await this.#page.evaluate(() => {
        const dragged = document.querySelector('li[data-dragging]');
        return dragged
          ? [...(dragged.parentElement?.children ?? [])]
              .filter((each) => each.querySelector('[data-card]'))
              .indexOf(dragged)
          : -1;
      });
      if (place >= over) return;
      await this.#page.mouse.move(x + (way % 2), 870);
      await this.#page.waitForTimeout(16);
    }
    throw new Error('The step did not get there.');
  }

  async dragByKeys(): Promise<Result[]> {
    const results: Result[] = [];
    for (const over of [10, 50]) {
      const handle = this.#page.locator('[data-card] [aria-roledescription]').first();
      await handle.focus();
      await this.#quiet();
      const keys: number[] = [];
      const { ms, frames } = await this.#frames(async () => {
        await this.#page.keyboard.press('Space');
        await this.#page.waitForTimeout(100);
        for (let nth = 0; nth < over; nth += 1) keys.push(await this.#longestKey('ArrowDown', 0));
        await this.#page.keyboard.press('Space');
      });
      await this.#quiet();
      results.push(this.#frameRow(`dragged over ${over} steps by keys`, ms, frames));
      results.push(row(`a key of that`, keys, KEY_MS));
      await this.#page.keyboard.press('Control+z');
      await this.#quiet();
    }
    return results;
  }

  /** Moves are taken back, and made again. */
  async undo(): Promise<Result[]> {
    const took: number[] = [];
    await this.#page.locator('[data-card] [aria-roledescription]').nth(1).focus();
    for (const key of ['Space', 'ArrowDown', 'Space']) {
      await this.#page.keyboard.press(key);
      await this.#quiet();
    }
    for (const press of ['Control+z', 'Control+Shift+z', 'Control+z'])
      took.push(await this.#longestEvent(() => this.#page.keyboard.press(press)));
    return [row('a move taken back and made again', took, PRESS_MS)];
  }

  async map(): Promise<Result[]> {
    await this.#page.goto(`${this.#address}?view=map`);
    await this.#page.locator('.react-flow__node').first().waitFor();
    await this.#quiet();
    const dragged = await this.#frames(async () => {
      await this.#page.mouse.move(700, 760);
      await this.#page.mouse.down();
      for (let nth = 0; nth < 60; nth += 1) {
        await this.#page.mouse.move(700 + (nth % 7) * 4, 760 - nth * 6);
        await this.#page.waitForTimeout(16);
      }
      await this.#page.mouse.up();
    });
    const zoomed = await this.#frames(async () => {
      for (let nth = 0; nth < 40; nth += 1) {
        await this.#page.mouse.wheel(0, nth < 20 ? 40 : -40);
        await this.#page.waitForTimeout(16);
      }
    });
    return [
      this.#frameRow('the map dragged', dragged.ms, dragged.frames),
      this.#frameRow('the map zoomed', zoomed.ms, zoomed.frames),
    ];
  }

  #frameRow(path: string, ms: number, frames: readonly number[], more = ''): Result {
    const long = frames.filter((each) => each > FRAME_MS).length;
    return {
      path,
      floor: '',
      ours: `${(ms / 1000).toFixed(1)} s, frames: middle ${at(frames, 0.5)} ms, 95 of 100 ${at(frames, 0.95)} ms, longest ${at(frames, 1)} ms; ${long} of ${frames.length} over ${FRAME_MS} ms${more}`,
      ratio: '',
      required: `95 of 100 ≤ ${FRAME_MS} ms`,
      met: at(frames, 0.95) <= FRAME_MS,
    };
  }

  async #frames(during: () => Promise<void>): Promise<{ ms: number; frames: number[] }> {
    await this.#page.evaluate(() => (globalThis as unknown as Watched).frames.splice(0));
    const began = performance.now();
    await during();
    const ms = performance.now() - began;
    const frames = await this.#page.evaluate(() => (globalThis as unknown as Watched).frames.splice(0));
    return { ms, frames };
  }

  /** From the event to the next picture; 16 when it was quicker than the browser tells. */
  async #longestEvent(act: () => Promise<void>, pause = 700): Promise<number> {
    await this.#quiet();
    await this.#page.evaluate(() => (globalThis as unknown as Watched).events.splice(0));
    await act();
    await this.#page.waitForTimeout(pause);
    const events = await this.#page.evaluate(() => (globalThis as unknown as Watched).events.splice(0));
    return Math.max(
      16,
      ...events.filter(({ name }) => !/over|enter|out|leave/.test(name)).map(({ ms }) => ms),
    );
  }

  async #longestKey(key: string, pause = PAUSE_MS): Promise<number> {
    await this.#page.evaluate(() => (globalThis as unknown as Watched).events.splice(0));
    await this.#page.keyboard.press(key === ' ' ? 'Space' : key);
    await this.#page.waitForTimeout(pause);
    // A frame of its own, so that the picture is counted to its key.
    await this.#page.evaluate(() => new Promise((over) => requestAnimationFrame(() => setTimeout(over, 20))));
    const events = await this.#page.evaluate(() => (globalThis as unknown as Watched).events.splice(0));
    return Math.max(16, ...events.filter(({ name }) => /^key|input/.test(name)).map(({ ms }) => ms));
  }

  /** Milliseconds that the page's thread had a processor. */
  async #worked(): Promise<number> {
    const { metrics } = await this.#thread.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  }

  /** No long task for half a second. */
  async #quiet(): Promise<void> {
    const count = () => this.#page.evaluate(() => (globalThis as unknown as Watched).tasks.length);
    let before = -1;
    let now = await count();
    while (now !== before) {
      before = now;
      await this.#page.waitForTimeout(500);
      now = await count();
    }
  }
}
