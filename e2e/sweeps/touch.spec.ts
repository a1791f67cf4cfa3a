/**
 * On a phone everything that is touched is 44 px wide and high (WCAG 2.5.5), on every screen and in every
 * dialog; exceptions are named here.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DIALOGS, OPENED, openDialog } from '../dialogs.ts';
import { LONG, storeFixtures } from '../fixtures.ts';
import { settled, signUp, useBrowser } from '../person.ts';
import { type Ids, screens } from '../screens.ts';

const browser = useBrowser();
const SMALLEST = 44;

/** What may be smaller, and why. */
const EXCEPTIONS = [
  // Links within lines of text: as high as their line.
  ':is(p, li, td, dd, label, .running-text, .mantine-Text-root, nav[aria-label="Breadcrumb"]) a',
  'button.mantine-Anchor-root',
  // A link whose whole card or row is touched.
  'a.cover',
  // Read out first, seen only with the focus.
  'a[href="#content"]',
  // The calendar's and the charts' own parts: a day of seven in a row of 360 px is narrower.
  '[class*="mantine-Schedule"] *, .recharts-wrapper *, .react-flow *',
  // Within its own frame of 44 px.
  '.mantine-PasswordInput-innerInput',
  // Seven days in a row of 360 px.
  '.mantine-DatePicker-day',
  // The mark within a field, beside the whole of the field that does the same.
  '.mantine-Input-section *',
];

const CONTROLS =
  'a[href], button, input, select, textarea, [role="button"], [role="tab"], [role="menuitem"], [role="option"]';

/**
 * Controls of the page, or within something, that are smaller than a finger, with what a choice's label adds
 * to it.
 */
function tooSmall(page: Page, within = ''): Promise<string[]> {
  return page.evaluate(
    ({ smallest, exceptions, selector }) => {
      const controls = document.querySelectorAll<HTMLElement>(selector);
      const found: string[] = [];
      for (const control of controls) {
        if (!control.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
        if (control.matches(exceptions) || control.closest('[inert], [aria-hidden="true"]')) continue;
        const label = control.matches('[type="checkbox"], [type="radio"]')
          ? control.closest<HTMLElement>('[class*="-body"], label, [class*="SegmentedControl-control"]')
          : null;
        const box = (label ?? control).getBoundingClientRect();
        // What a choice without words has around it.
        const edge = label && Number.parseFloat(getComputedStyle(control, '::after').inset || '0');
        if (edge && control.getBoundingClientRect().width - 2 * edge >= smallest) continue;
        // Half a pixel may be lost where the browser rounds.
        if (box.width + 0.5 >= smallest && box.height + 0.5 >= smallest) continue;
        const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '';
        found.push(
          `${Math.round(box.width)} × ${Math.round(box.height)} ${control.tagName} “${name.slice(0, 40)}” .${control.className
            .toString()
            .split(' ')
            .filter((c) => c.startsWith('mantine-'))
            .join('.')}`,
        );
      }
      return found;
    },
    {
      smallest: SMALLEST,
      exceptions: EXCEPTIONS.join(', '),
      selector: within === '' ? CONTROLS : `:is(${within}) :is(${CONTROLS})`,
    },
  );
}

let page: Page;
let ids: Ids;

beforeAll(async () => {
  page = await browser.open({
    viewport: { width: 360, height: 800 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  await signUp(page);
  ids = await storeFixtures(page);
});

/** Controls of the top bar that reach over the window's edge: it does not scroll. */
const outOfReach = () =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('header:first-of-type :is(a, button)')]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > window.innerWidth)
      .map((each) => each.getAttribute('aria-label') ?? each.textContent),
  );

test('everything on every screen can be touched at 360 px', async () => {
  const found: string[] = [];
  for (const { name, path, signedOut } of screens(ids)) {
    if (signedOut) continue;
    await page.goto(path);
    await settled(page);
    found.push(...(await tooSmall(page)).map((each) => `${name}: ${each}`));
  }
  expect([...new Set(found)]).toEqual([]);
});

test('everything in every dialog and menu can be touched at 360 px', async () => {
  const found: string[] = [];
  const paths = new Map(screens(ids).map(({ name, path }) => [name, path]));
  for (const { screen, press } of DIALOGS) {
    await page.goto(paths.get(screen) ?? '');
    await settled(page);
    await openDialog(page, press);
    found.push(...(await tooSmall(page, OPENED)).map((each) => `${screen} › ${press.join(' › ')}: ${each}`));
  }
  expect([...new Set(found)]).toEqual([]);
});

test.each([360, 320])('the top bar fits a window of %d px, with a million credits too', async (width) => {
  await page.setViewportSize({ width, height: 800 });
  await page.goto('/lists');
  await settled(page);
  expect(await outOfReach()).toEqual([]);
  await page.getByRole('link', { name: /credits/ }).evaluate((link) => {
    const figure = link.querySelector('.tabular');
    if (!figure) throw new Error('The top bar shows no credits.');
    figure.firstChild?.replaceWith('1,234,567');
  });
  expect(await outOfReach()).toEqual([]);
});

test('long names in a conversation are one line each, from their first letter on', async () => {
  await page.setViewportSize({ width: 360, height: 800 });
  const ask = (path: string, form: Record<string, string | number>) =>
    page.request.post(`/session/api/${path}`, { form });
  await ask('tags/updateTag', { ContactAddressId: ids.contact, Tag: 'First name', Value: LONG.answer });
  await ask('campaign/SaveBatchDesc', { inpBatchId: ids.campaign, inpDesc: LONG.credentials });
  await page.goto(`/inbox/${ids.contact}`);
  await settled(page);
  const links = page.locator('main h2 a, [role="log"] a');
  await links.nth(1).waitFor();
  const places = await links.evaluateAll((all) =>
    all.map((link) => {
      const words = document.createRange();
      words.selectNodeContents(link);
      const box = link.getBoundingClientRect();
      return { height: box.height, hidden: box.left - words.getBoundingClientRect().left };
    }),
  );
  for (const { height, hidden } of places) {
    expect(height).toBeCloseTo(SMALLEST, 0);
    expect(hidden).toBeLessThan(1);
  }
});
