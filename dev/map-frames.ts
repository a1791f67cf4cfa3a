/**
 * How fluent the map of 500 steps is: `node dev/map-frames.ts`. Milliseconds until it is drawn, and of the
 * frames while it is dragged and zoomed, in a real Chromium.
 */
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../e2e/chromium.ts';
import { startParley } from '../e2e/parley.ts';

const STEPS = 500;
const MOVES = 120;

const steps = Array.from({ length: STEPS }, (_, index) => {
  const ID = index + 1;
  const to = (far: number) => Math.min(STEPS, ID + far);
  if (ID === STEPS) return { ID, TYPE: 'TRAILER', TEXT: 'Goodbye' };
  if (index % 4 !== 0) return { ID, TYPE: 'STATEMENT', TEXT: `Message ${ID}`, BOFNQ: to(4 - (index % 4)) };
  const answers = ['Yes, please', 'No, thank you', 'Later'].map((TEXT, n) => ({
    ID: n + 1,
    TEXT,
    AVALNEXT: to(n + 1),
  }));
  return { ID, TYPE: 'ONESELECTION', TEXT: `Question ${ID}?`, OPTIONS: answers };
});

/** Lengths of the frames from one to the next while something goes on. */
async function framesOf(page: Page, during: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const next = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    Object.assign(window, { frames });
  });
  await during();
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice(1));
}

function told(what: string, frames: readonly number[]): string {
  const sorted = frames.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  const second = (frames.length / frames.reduce((sum, each) => sum + each, 0)) * 1000;
  return `${what}: ${second.toFixed(0)} frames a second; middle ${at(0.5)} ms, 95 of 100 ${at(0.95)} ms, longest ${at(1)} ms`;
}

const tell = (line: string) => process.stdout.write(`${line}\n`);
const parley = await startParley({});
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  const context = await browser.newContext({
    baseURL: parley.address,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  const ask = async (path: string, form: Record<string, string>) =>
    (await (await page.request.post(`/session/api/${path}`, { form })).json()) as Record<string, unknown>;
  await ask('registration/RegisterNewUser', {
    inpEmail: 'frames@example.com',
    inpPassword: 'correct horse battery staple',
    inpPhoneNumber: '2125550142',
  });
  const campaign = String((await ask('control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
  await ask('control-point/PasteCPs', { inpBatchId: campaign, controlPoints: JSON.stringify(steps) });
  const began = performance.now();
  await page.goto(`/campaign/editor/${campaign}?view=map`);
  await page.locator('.react-flow__node').first().waitFor();
  tell(`drawn after ${(performance.now() - began).toFixed(0)} ms, with the page`);
  await page.getByText(/How often conversations came/).waitFor();
  await page.mouse.move(700, 860);
  await page.mouse.down();
  const dragged = await framesOf(page, async () => {
    for (let n = 0; n < MOVES; n += 1) await page.mouse.move(700 + (n % 7) * 4, 860 - n * 5);
  });
  await page.mouse.up();
  tell(told('dragged', dragged));
  const zoomed = await framesOf(page, async () => {
    for (let n = 0; n < MOVES / 2; n += 1) await page.mouse.wheel(0, n < MOVES / 4 ? 40 : -40);
  });
  tell(told('zoomed', zoomed));
} finally {
  await browser.close();
  await parley.stop();
}
