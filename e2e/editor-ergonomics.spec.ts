/** The Flow Editor for long campaigns: several steps at once, find, texts as a table, who else is here. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { overflowOf, settled, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let campaign: string;
let cards: Locator;

async function ask(path: string, form: Record<string, string>): Promise<Record<string, unknown>> {
  const answer = await page.request.post(`/session/api/${path}`, { form });
  return (await answer.json()) as Record<string, unknown>;
}
const newCampaign = async (...texts: string[]) => {
  const id = String((await ask('control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
  for (const TEXT of texts)
    await ask('control-point/AddCPData', {
      inpBatchId: id,
      controlPoint: JSON.stringify({ ID: 0, RQ: 0, TYPE: 'STATEMENT', TEXT }),
    });
  return id;
};
const storedIn = async (of: string) => {
  const { CPOBJ } = await ask('control-point/ReadCPs', { inpBatchId: of });
  return (CPOBJ as { CPData: { TEXT: string } }[]).map(({ CPData }) => CPData.TEXT);
};
const openEditor = async (of = campaign, on = page) => {
  await on.goto(`/campaign/editor/${of}`);
  await on.getByRole('list', { name: 'Steps' }).waitFor();
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const bar = () => page.getByRole('region', { name: 'Selected steps' });
const select = (position: number, options: { modifiers?: 'Shift'[] } = {}) =>
  page.getByRole('checkbox', { name: `Select step ${position}`, exact: true }).click(options);

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  cards = page.getByRole('list', { name: 'Steps' }).getByRole('article');
  await signUp(page);
});
beforeEach(async () => {
  campaign = await newCampaign('One', 'Two', 'Three', 'Four', 'Five');
});

test('several steps are selected with Shift, moved to a place, and moved back as one', async () => {
  await openEditor();
  await select(2);
  await select(4, { modifiers: ['Shift'] });
  await bar().getByText('3 steps selected').waitFor();
  await bar().getByRole('button', { name: 'Move…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 3 steps' });
  await dialog.getByRole('combobox', { name: 'Put them below' }).click();
  await page.getByRole('option', { name: '5. Five' }).click();
  await dialog.getByRole('button', { name: 'Move Now' }).click();
  await expect.poll(() => storedIn(campaign)).toEqual(['One', 'Five', 'Two', 'Three', 'Four']);
  await button('Undo').click();
  await expect.poll(() => storedIn(campaign)).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
  await button('Clear the selection').click();
  await bar().waitFor({ state: 'detached' });
});

test('the keyboard selects, deletes, and takes that back', async () => {
  await openEditor();
  await cards.nth(1).locator('[data-head]').focus();
  await page.keyboard.press('x');
  await bar().getByText('1 step selected').waitFor();
  await page.keyboard.press('Shift+ArrowDown');
  await bar().getByText('2 steps selected').waitFor();
  await page.keyboard.press('Delete');
  await expect.poll(() => storedIn(campaign)).toEqual(['One', 'Four', 'Five']);
  await page.getByText('Deleted 2 steps').waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(() => storedIn(campaign)).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
});

test('steps are cut from one campaign and pasted into another by the keyboard', async () => {
  const target = await newCampaign('Here');
  await openEditor();
  await select(1);
  await select(5);
  await cards.nth(2).locator('[data-head]').focus();
  await page.keyboard.press('Control+x');
  await expect.poll(() => storedIn(campaign)).toEqual(['Two', 'Three', 'Four']);
  await openEditor(target);
  await cards.first().locator('[data-head]').focus();
  await page.keyboard.press('Control+v');
  await expect.poll(() => storedIn(target)).toEqual(['Here', 'One', 'Five']);
});

test('what was done is taken back after a reload, but not over what somebody else has done', async () => {
  await openEditor();
  await select(3);
  await bar().getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => storedIn(campaign)).toEqual(['One', 'Two', 'Four', 'Five']);
  await page.reload();
  await cards.first().waitFor();
  await button('Undo').click();
  await expect.poll(() => storedIn(campaign)).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
  await page.getByText('All changes saved').waitFor();
  await page.goto('about:blank');
  await ask('control-point/AddCPData', {
    inpBatchId: campaign,
    controlPoint: JSON.stringify({ ID: 0, RQ: 6, TYPE: 'STATEMENT', TEXT: 'Theirs' }),
  });
  await openEditor();
  expect(await button('Undo').isDisabled()).toBe(true);
});

test('words are found in closed steps, counted, shown one by one, and replaced as one change', async () => {
  const long = await newCampaign('Our shop is open', 'Come to the Shop', 'Bye');
  await openEditor(long);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('shop');
  const find = page.getByRole('search', { name: 'Find in this campaign' });
  await find.getByText('1 of 2').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await find.getByText('2 of 2').waitFor();
  await cards.nth(1).getByRole('textbox', { name: 'Message' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await find.getByRole('textbox', { name: 'Replace with' }).fill('store');
  await find.getByRole('button', { name: 'Replace all' }).click();
  await expect.poll(() => storedIn(long)).toEqual(['Our store is open', 'Come to the store', 'Bye']);
  await find.getByText('Nothing found').waitFor();
  await find.getByRole('button', { name: 'Close find' }).click();
  await button('Undo').click();
  await expect.poll(() => storedIn(long)).toEqual(['Our shop is open', 'Come to the Shop', 'Bye']);
});

test('all texts stand in one table: changed in place, with what they cost, by keyboard, on a phone, in the dark', async () => {
  await openEditor();
  await page.getByText('Texts', { exact: true }).click();
  const table = page.getByRole('table', { name: 'All texts' });
  const third = table.getByRole('textbox', { name: 'Text of step 3' });
  expect(await third.getAttribute('spellcheck')).toBe('true');
  expect(await third.getAttribute('lang')).toBe('en');
  await third.fill('Three, and '.repeat(16));
  await table
    .getByRole('row', { name: /Three, and/ })
    .getByText('2 credits')
    .waitFor();
  await page.keyboard.press('Control+ArrowDown');
  await page.keyboard.type('!');
  await expect
    .poll(async () => (await storedIn(campaign)).slice(2))
    .toEqual(['Three, and '.repeat(16), 'Four!', 'Five']);
  await page.waitForURL(/view=texts/);
  for (const look of [{ width: 1440, scheme: 'light' } as const, { width: 320, scheme: 'dark' } as const]) {
    await page.setViewportSize({ width: look.width, height: 900 });
    await page.emulateMedia({ colorScheme: look.scheme });
    await page.reload();
    await third.waitFor();
    await settled(page);
    expect([look, await violations(page), await overflowOf(page)]).toEqual([look, [], 0]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
});

test('who else has the campaign open, and at which step, shows until their window is closed', async () => {
  await openEditor();
  const other = await page.context().newPage();
  await openEditor(campaign, other);
  await page.getByRole('status').filter({ hasText: 'Also here: you, in another window' }).waitFor();
  await other.getByRole('status').filter({ hasText: 'Also here: you, in another window' }).waitFor();
  await other.getByRole('article', { name: 'Step 4, Message' }).locator('[data-head]').click();
  await cards.nth(3).getByText('At this step: you, in another window').waitFor();
  await other.close();
  await page.getByText('Also here:').waitFor({ state: 'detached' });
});

test('the header stays in sight, on a phone in one row, and nothing that is scrolled to lies behind it', async () => {
  const many = await newCampaign(...Array.from({ length: 12 }, (_, index) => `Text ${index + 1}`));
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 780 });
    await openEditor(many);
    const link = page.getByRole('link', { name: 'Blast', exact: true });
    // The page grows while it is drawn: its end comes further down.
    const atEnd = async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      return (await link.boundingBox())?.y;
    };
    await expect.poll(atEnd).toBeLessThan(130);
    const undo = await button('Undo').boundingBox();
    const blast = await link.boundingBox();
    expect(undo?.y).toBeGreaterThanOrEqual(56);
    expect(Math.abs((undo?.y ?? 0) - (blast?.y ?? 0))).toBeLessThan(8);
    const card = await cards.first().boundingBox();
    const rightOf = (box: typeof card) => (box ? box.x + box.width : 0);
    if (width === 360) expect(rightOf(blast)).toBe(rightOf(card));
    await button('Publish').isVisible();
    await cards.first().locator('[data-head]').focus();
    await page.keyboard.press('Enter');
    const top = await cards.first().evaluate((card) => card.getBoundingClientRect().top);
    expect(top).toBeGreaterThan((undo?.y ?? 0) + (undo?.height ?? 0));
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('the pages of a campaign lead to each other by one row of links', async () => {
  const pages = () => page.getByRole('navigation', { name: 'Pages of this campaign' });
  await page.goto(`/campaign/keyword/${campaign}`);
  await pages().getByRole('link', { name: 'Blast', exact: true }).click();
  await page.getByRole('heading', { name: 'Blast Control' }).waitFor();
  expect(await pages().locator('[aria-current=page]').innerText()).toBe('Blast');
  await pages().getByRole('link', { name: 'API', exact: true }).click();
  await page.getByRole('heading', { name: 'API Builder' }).waitFor();
  expect(await pages().locator('[aria-current=page]').innerText()).toBe('API');
  await pages().getByRole('link', { name: 'Results', exact: true }).click();
  await page.waitForURL(`**/report/template/1/${campaign}`);
  await pages().getByRole('link', { name: 'Keyword', exact: true }).click();
  await page.getByRole('textbox', { name: 'Keyword', exact: true }).waitFor();
  await pages().getByRole('link', { name: 'Flow', exact: true }).click();
  await cards.first().waitFor();
});
