/** The tree of every screen, empty and filled, holds to the laws of `aria-tree.ts`. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ariaTreeOf, faultsOf } from '../aria-tree.ts';
import { storeFixtures } from '../fixtures.ts';
import { goWithin, settled, signUp, useBrowser } from '../person.ts';
import { idsOf, screens } from '../screens.ts';

const browser = useBrowser();
const [ONE, OTHER] = [1, 2].map((id) => screens(idsOf(id)));

async function faultsAt(page: Page, path: string, state: string): Promise<string[]> {
  const faults = faultsOf(await ariaTreeOf(page.locator('body')));
  return faults.map((fault) => `${path}, ${state}: ${fault}`);
}

test('a screen says what it is, names all that can be used, and tells like things apart: empty and filled', async () => {
  const page = await browser.open({ reducedMotion: 'reduce' });
  const faults: string[] = [];
  for (const { path } of (ONE ?? []).filter(({ signedOut }) => signedOut)) {
    await page.goto(path);
    await settled(page);
    faults.push(...(await faultsAt(page, path, 'signed out')));
  }
  await signUp(page);
  // Where something must be there to be looked at, nothing is empty.
  const empty = (ONE ?? []).filter(({ path }, n) => path === OTHER?.[n]?.path);
  for (const { path, signedOut } of empty) {
    if (signedOut) continue;
    await goWithin(page, path);
    faults.push(...(await faultsAt(page, path, 'empty')));
  }
  const ids = await storeFixtures(page);
  await page.goto('/tools');
  for (const { path, signedOut } of screens(ids)) {
    if (signedOut) continue;
    await goWithin(page, path);
    faults.push(...(await faultsAt(page, path, 'filled')));
  }
  for (const view of ['week', 'day']) {
    await page.goto(`/automata/calendar?view=${view}`);
    await settled(page);
    faults.push(...(await faultsAt(page, `/automata/calendar?view=${view}`, 'filled')));
  }
  expect(faults).toEqual([]);
});
