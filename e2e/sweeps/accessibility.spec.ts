/**
 * What must hold on every screen: axe finds nothing, one heading, landmarks, names; nothing scrolls sideways,
 * is cut off or moves unasked.
 */
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { violations } from '../axe.ts';
import { switchCodesOn } from '../codes.ts';
import { LONG, ORDINARY, storeFixtures } from '../fixtures.ts';
import { goWithin, overflowOf, PASSWORD, settled, signUp, useBrowser } from '../person.ts';
import { HALF_WAY, idsOf, screens } from '../screens.ts';

const browser = useBrowser();

/** The laws that axe does not know. */
async function lawsBroken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const seen = (element: Element) =>
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
    const headings = [...document.querySelectorAll('h1')].filter(seen);
    if (headings.length !== 1) faults.push(`${headings.length} headings of the first level`);
    if (!/^\S.* · Parley$|^Parley$/.test(document.title)) faults.push(`its title is "${document.title}"`);
    if (document.querySelectorAll('main').length !== 1) faults.push('not one main landmark');
    for (const choice of document.querySelectorAll('input[type="radio"], input[type="checkbox"]'))
      if (choice.checkVisibility() && choice.getBoundingClientRect().width === 0)
        faults.push(`cannot be touched: ${choice.outerHTML.slice(0, 100)}`);
    for (const animation of document.getAnimations()) {
      const moved = (animation.effect as KeyframeEffect | null)?.target;
      // The small mark of what is loading may turn.
      if (moved?.closest('.mantine-Loader-root')) continue;
      if (Number(animation.effect?.getComputedTiming().activeDuration) > 1000)
        faults.push(`moves unasked: ${moved?.outerHTML.slice(0, 100)}`);
    }
    return faults;
  });
}

/** Where the page scrolls sideways, or a control ends outside the window, at a width. */
async function sideways(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 });
  const pixels = await overflowOf(page);
  return pixels > 0 ? [`scrolls sideways by ${pixels} px at ${width} px`] : [];
}

async function inspect(page: Page, path: string, widths: number[]): Promise<string[]> {
  await page.goto(path);
  await settled(page);
  return lookAt(page, path, widths);
}

async function lookAt(page: Page, path: string, widths: number[]): Promise<string[]> {
  const faults = [...(await violations(page)), ...(await lawsBroken(page))];
  for (const width of widths) faults.push(...(await sideways(page, width)));
  return faults.map((fault) => `${path} ${fault}`);
}

test.each([
  // 720 px is a window of 1440 at 200 %.
  ['light', [1440, 720], ORDINARY],
  ['dark', [360, 320], LONG],
] as const)(
  'every screen in %s at %j px',
  async (colorScheme, [width, narrow], names) => {
    const viewport = { width, height: 800 };
    const page = await browser.open({ colorScheme, viewport, reducedMotion: 'reduce' });
    const faults: string[] = [];
    const all = screens(idsOf(0));
    for (const { path } of all.filter((screen) => screen.signedOut))
      faults.push(...(await inspect(page, path, [narrow, width])));
    const email = await signUp(page);
    const ids = await storeFixtures(page, names);
    for (const { path, signedOut } of screens(ids))
      if (!signedOut) {
        await goWithin(page, path);
        faults.push(...(await lookAt(page, path, [narrow, width])));
      }
    for (const view of ['week', 'day'])
      faults.push(...(await inspect(page, `/automata/calendar?view=${view}`, [narrow, width])));
    await switchCodesOn(page, inject('log'));
    await page.request.get('/session/logout');
    await page.request.post('/session/api/authentication/validateUser', {
      form: { inpUserID: email, inpPassword: PASSWORD },
    });
    for (const path of HALF_WAY) faults.push(...(await inspect(page, path, [narrow, width])));
    expect(faults).toEqual([]);
  },
  300_000,
);
