/**
 * How fluent the map of 500 steps is: `node dev/map-frames.ts`. Milliseconds until it is drawn, and of the
 * frames while it is dragged, zoomed, and dragged as a whole, in a real Chromium; beside them how long the
 * page's own thread had a processor for each, which other work on the machine does not lengthen.
 */
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { findChromium } from '../e2e/chromium.ts';
import { startParley } from '../e2e/parley.ts';
import { longCampaign } from './long-campaign.ts';

const STEPS = 500;
const MOVES = 120;

/** Milliseconds: from each frame to the next, and of a processor for one on the average. */
type Frames = { lengths: number[]; worked: number };

async function framesOf(page: Page, thread: CDPSession, during: () => Promise<void>): Promise<Frames> {
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
  const before = await secondsOf(thread);
  await during();
  const worked = (await secondsOf(thread)) - before;
  const lengths = await page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice(1));
  return { lengths, worked: (worked * 1000) / lengths.length };
}

async function secondsOf(thread: CDPSession): Promise<number> {
  const { metrics } = await thread.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

function told(what: string, { lengths, worked }: Frames): string {
  const sorted = lengths.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  const second = (lengths.length / lengths.reduce((sum, each) => sum + each, 0)) * 1000;
  return (
    `${what}: ${second.toFixed(0)} frames a second; middle ${at(0.5)} ms, 95 of 100 ${at(0.95)} ms, ` +
    `longest ${at(1)} ms; ${worked.toFixed(1)} ms of a processor for one`
  );
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
  await ask('control-point/PasteCPs', {
    inpBatchId: campaign,
    controlPoints: JSON.stringify(longCampaign(STEPS)),
  });
  const began = performance.now();
  await page.goto(`/campaign/editor/${campaign}?view=map`);
  await page.locator('.react-flow__node').first().waitFor();
  tell(`drawn after ${(performance.now() - began).toFixed(0)} ms, with the page`);
  await page.getByText(/How often conversations came/).waitFor();
  const thread = await context.newCDPSession(page);
  await thread.send('Performance.enable', { timeDomain: 'threadTicks' });
  const drag = async (from: number) => {
    await page.mouse.move(700, from);
    await page.mouse.down();
    for (let n = 0; n < MOVES; n += 1) await page.mouse.move(700 + (n % 7) * 4, from - n * 4);
    await page.mouse.up();
  };
  tell(told('dragged', await framesOf(page, thread, () => drag(860))));
  const zoom = async () => {
    for (let n = 0; n < MOVES / 2; n += 1) await page.mouse.wheel(0, n < MOVES / 4 ? 40 : -40);
  };
  tell(told('zoomed', await framesOf(page, thread, zoom)));
  await page.getByRole('button', { name: 'Show the whole map' }).click();
  await page.waitForFunction((all) => document.querySelectorAll('.react-flow__node').length === all, STEPS);
  tell(told('dragged as a whole', await framesOf(page, thread, () => drag(700))));
} finally {
  await browser.close();
  await parley.stop();
}
