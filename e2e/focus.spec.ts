/**
 * Where the keyboard's focus goes when the button that was pressed is gone: to the step that comes, back to
 * the menu, into the search. A busy one keeps it.
 */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { storeFixtures } from './fixtures.ts';
import { signUp, useBrowser } from './person.ts';
import type { Ids } from './screens.ts';

const browser = useBrowser();
let page: Page;
let ids: Ids;

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  ids = await storeFixtures(page);
});

const press = async (name: RegExp | string) => {
  await page.getByRole('button', { name, exact: true }).first().focus();
  await page.keyboard.press('Enter');
};
const focused = () =>
  page.evaluate(() => {
    const here = document.activeElement;
    return here === document.body ? '' : (here?.getAttribute('aria-label') ?? here?.textContent ?? '');
  });

test('the next step of an automata has the focus, whichever way led to it', async () => {
  await page.goto(`/automata/editor/${ids.automata}`);
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  expect(await focused()).toBe('');
  await press('Continue');
  await expect.poll(focused).toBe('Schedule Options');
  await press('Back');
  await expect.poll(focused).toBe('Select Automata Type');
});

test('each step of an import has the focus when it comes', async () => {
  await page.goto(`/lists/import/${ids.list}`);
  await page.setInputFiles('input[type=file]', {
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Phone,City\n2125550177,Boston\n'),
  });
  await expect.poll(focused).toBe('2Columns');
  await press('Check');
  await expect.poll(focused).toMatch(/^3Check$/);
  await page.goBack();
  await expect.poll(focused).toBe('2Columns');
  await page.goForward();
  await expect.poll(focused).toMatch(/^3Check$/);
  await press('Back');
  await expect.poll(focused).toBe('2Columns');
  await press('Back');
  await expect.poll(focused).toBe('1File');
  await press('Continue with people.csv');
  await expect.poll(focused).toBe('2Columns');
});

const choose = async (within: Locator, menu: RegExp, item: string) => {
  await within.getByRole('button', { name: menu }).first().click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
/** All dialogs that begin with a select, and how each is opened. */
const SELECT_DIALOGS = [
  {
    select: 'Question template',
    path: () => `/campaign/editor/${ids.campaign}`,
    open: () =>
      choose(page.getByRole('article', { name: /, Question$/ }), /^Options for step/, 'Question Templates'),
  },
  {
    select: 'Target list',
    path: () => `/lists/members/${ids.list}`,
    open: () => choose(page.getByRole('listitem'), /^Options for \(212/, 'Copy to another list'),
  },
  {
    select: 'Tag',
    path: () => `/lists/members/${ids.list}`,
    open: async () => {
      await page.getByRole('checkbox', { name: 'Select (212) 555-0151' }).check();
      await page.getByRole('button', { name: 'Tag', exact: true }).click();
    },
  },
];

test('the select that a dialog begins with has the focus and stays closed, however often the dialog is opened', async () => {
  for (const { path, open, select } of SELECT_DIALOGS) {
    await page.goto(path());
    for (const time of [1, 2, 3]) {
      await open();
      const field = page.getByRole('dialog').getByRole('combobox', { name: select, exact: true });
      await expect
        .poll(
          () => field.evaluate((one) => one === document.activeElement || document.activeElement?.outerHTML),
          {
            message: `${select}, opening ${time}`,
          },
        )
        .toBe(true);
      expect([select, time, await field.getAttribute('aria-expanded')]).toEqual([select, time, 'false']);
      expect(await page.getByRole('listbox').count()).toBe(0);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  }
});

test('a dialog that a menu opened gives the focus back to the menu’s button', async () => {
  await page.goto(`/lists/members/${ids.list}`);
  await press('Options for (212) 555-0151');
  await page.getByRole('menuitem', { name: 'Copy to another list' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Options for (212) 555-0151');
});

test('a search that is cleared because it found nothing waits for the next one', async () => {
  await page.getByPlaceholder('Search Members...').fill('nobody');
  await page.getByText('Search by any part of a number,').waitFor();
  await press('Clear the search');
  await expect.poll(focused).toBe('Search Members...');
});

test('a button that was busy has the focus again', async () => {
  await page.goto('/admin/phone/lookup');
  await page.getByLabel('Phone Number').fill('2125550142');
  await press('Lookup Info');
  await page.getByText('Number type').waitFor();
  await expect.poll(focused).toBe('Lookup Info');
});

test('after a campaign was deleted the next one has the focus', async () => {
  await page.goto('/campaign/manage');
  await press('Options for Spring sale');
  await page.getByRole('menuitem', { name: 'Duplicate' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /^Copy of Spring sale/ }).waitFor();
  await press(/^Options for Copy of Spring sale/);
  await page.getByRole('menuitem', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await press('Delete');
  await page.getByRole('link', { name: /^Copy of Spring sale/ }).waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Spring sale');
});

test('a step that is moved by arrows keeps the focus, and the next one has it after a step was deleted', async () => {
  await page.goto(`/campaign/editor/${ids.campaign}`);
  const cards = page.getByRole('list', { name: 'Steps' }).getByRole('article');
  await cards.nth(2).waitFor();
  const count = await cards.count();
  const handle =
    (await cards
      .nth(1)
      .getByRole('button', { name: /^Move step/ })
      .getAttribute('aria-label')) ?? '';
  const moved = handle.replace(/^Move step 2/, 'Move step 1');
  await page.getByRole('button', { name: handle, exact: true }).focus();
  await page.keyboard.press('Space');
  await page.locator('[aria-live]', { hasText: 'picked up' }).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowUp');
  await page.locator('[aria-live]', { hasText: 'place 1 of' }).last().waitFor({ state: 'attached' });
  expect(await focused()).toMatch(/^Move step/);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: moved, exact: true }).waitFor();
  await expect.poll(focused).toBe(moved);

  const next = (await cards.nth(1).locator('[data-head]').textContent()) ?? '';
  await press('Options for step 1');
  await page.getByRole('menuitem', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => cards.count()).toBe(count - 1);
  await expect.poll(focused).toBe(next.replace(/^2/, '1'));
});

test('after Send in the inbox the next text is written where this one was', async () => {
  await page.goto(`/inbox/${ids.contact}`);
  const box = page.getByRole('textbox', { name: 'Your reply' });
  await box.fill('We open at nine.');
  await press('Send');
  await expect.poll(() => box.inputValue()).toBe('');
  await page.getByRole('log').getByText('We open at nine.').waitFor();
  await page.keyboard.type('On Sunday too.');
  expect(await box.inputValue()).toBe('On Sunday too.');
});

test('after a tile was deleted, that is said, and Tab goes on to those that are left', async () => {
  await page.goto(`/report/custom/${ids.report}`);
  await page.getByRole('switch').check();
  const bins = page.getByRole('button', { name: /^Delete / });
  const count = await bins.count();
  await bins.first().focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => bins.count()).toBe(count - 1);
  await page.getByText(/ deleted\.$/).waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  await expect.poll(focused).toMatch(/^Move or resize /);
});
