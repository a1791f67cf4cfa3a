/** The Flow Editor as an author uses it: by keyboard, on the map, in two tabs, across campaigns. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { overflowOf, settled, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let campaign: string;

type Fields = Record<string, string>;
/** Asks a call from the page, with its session. */
async function ask(path: string, form: Fields): Promise<Record<string, unknown>> {
  const answer = await page.request.post(`/session/api/${path}`, { form });
  return (await answer.json()) as Record<string, unknown>;
}
const newCampaign = async () =>
  String((await ask('control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
const addStep = async (to: string, part: object) =>
  Number(
    (
      await ask('control-point/AddCPData', {
        inpBatchId: to,
        controlPoint: JSON.stringify({ ID: 0, RQ: 0, ...part }),
      })
    ).PID,
  );
type Stored = { ID: number; RQ: number; TYPE: string; TEXT?: string; BOFNQ: number };
const stored = async (of = campaign): Promise<Stored[]> => {
  const { CPOBJ } = await ask('control-point/ReadCPs', { inpBatchId: of });
  return (CPOBJ as { CPData: Stored }[]).map(({ CPData }) => CPData);
};
const openEditor = async (of = campaign, on = page) => {
  await on.goto(`/campaign/editor/${of}`);
  await on.getByRole('list', { name: 'Steps' }).waitFor();
};
const shown = () =>
  page
    .getByRole('list', { name: 'Steps' })
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.querySelector('[data-head]')?.textContent ?? ''));
let cards: Locator;
const saved = () => page.getByText('All changes saved').waitFor();
const menuOf = async (position: number, name: string) => {
  await page.getByRole('button', { name: `Options for step ${position}` }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  cards = page.getByRole('list', { name: 'Steps' }).getByRole('article');
  await signUp(page);
  campaign = await newCampaign();
  for (const TEXT of ['First', 'Second', 'Third']) await addStep(campaign, { TYPE: 'STATEMENT', TEXT });
  await addStep(campaign, { TYPE: 'ONESELECTION', TEXT: 'Old question?' });
});

test('the palette has every step type of the table, and each step shows its number', async () => {
  await openEditor();
  const labels = await page
    .getByRole('navigation', { name: 'Step types' })
    .getByRole('button')
    .allTextContents();
  for (const label of [
    'Message',
    'Question',
    'Final Message',
    'API Call',
    'Tag',
    'Rules Engine',
    'Wait Interval',
    'Capture Opt In',
    'MMS',
    'Drip Marketing Reset',
    'Auxiliary Campaign Item',
    'Switch Context',
    'Notification',
  ])
    expect(labels.some((text) => text.startsWith(`Add ${label}`))).toBe(true);
  expect((await shown()).map((text) => text[0])).toEqual(['1', '2', '3', '4']);
});

test('keyboard alone moves a step, with spoken messages; Undo takes it back', async () => {
  await openEditor();
  await page.getByRole('button', { name: 'Move step 1, First' }).focus();
  await page.keyboard.press('Space');
  const spoken = page.locator('[aria-live]', { hasText: 'First' });
  await spoken.filter({ hasText: 'picked up, place 1 of 4' }).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await spoken.filter({ hasText: 'place 2 of 4' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await spoken.filter({ hasText: 'dropped, place 2 of 4' }).waitFor({ state: 'attached' });
  await expect
    .poll(async () => (await stored()).map(({ TEXT }) => TEXT))
    .toEqual(['Second', 'First', 'Third', 'Old question?']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect
    .poll(async () => (await stored()).map(({ TEXT }) => TEXT))
    .toEqual(['First', 'Second', 'Third', 'Old question?']);
});

const middle = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('What is dragged does not show.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const drag = async (from: Locator, to: { x: number; y: number }) => {
  const start = await middle(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 12 });
};

test('the mouse drags: a step type from the palette to its place, a step by its handle or its line', async () => {
  const dragged = await newCampaign();
  for (const TEXT of ['One', 'Two', 'Three']) await addStep(dragged, { TYPE: 'STATEMENT', TEXT });
  await openEditor(dragged);
  const order = async () => (await stored(dragged)).map(({ TYPE, TEXT }) => TEXT ?? TYPE);
  const wait = page.getByRole('button', { name: /^Add Wait Interval/ });

  const second = await middle(cards.nth(1));
  await drag(wait, { x: second.x, y: second.y + 40 });
  await page.mouse.up();
  await expect.poll(order).toEqual(['One', 'Two', 'INTERVAL', 'Three']);
  await saved();

  await drag(wait, second);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await drag(wait, { x: 1300, y: 500 });
  await page.mouse.up();

  await openEditor(dragged);
  await drag(page.getByRole('button', { name: /^Move step 1/ }), await middle(cards.nth(3)));
  await page.mouse.up();
  await expect.poll(order).toEqual(['Two', 'INTERVAL', 'Three', 'One']);
  await saved();
  await drag(cards.nth(0).locator('[data-head]'), await middle(cards.nth(2)));
  await page.mouse.up();
  await expect.poll(order).toEqual(['INTERVAL', 'Three', 'Two', 'One']);
  expect(await page.getByRole('textbox', { name: 'Message', exact: true }).count()).toBe(0);
  // In one go, faster than the library follows.
  await saved();
  await page.getByRole('button', { name: /^Add Final Message/ }).dragTo(cards.nth(0));
  await expect.poll(async () => (await order()).length).toBe(5);
});

test('a step type that is dragged in has its type and number at once, and is added with PID 0, an ID and a KEY of its own', async () => {
  const dragged = await newCampaign();
  const first = await addStep(dragged, { TYPE: 'STATEMENT', TEXT: 'One' });
  const sent: Record<string, unknown>[] = [];
  const held = Promise.withResolvers<void>();
  await page.route('**/control-point/AddCPData', async (route) => {
    const body = route.request().postData() ?? '';
    sent.push(JSON.parse(/name="controlPoint"\s+(\{.*\})/.exec(body)?.[1] ?? '{}'));
    await held.promise;
    await route.continue();
  });
  await openEditor(dragged);
  for (const count of [2, 3]) {
    const above = await middle(cards.nth(0));
    await drag(page.getByRole('button', { name: /^Add Wait Interval/ }), { x: above.x, y: above.y + 40 });
    await page.mouse.up();
    await expect.poll(() => cards.count()).toBe(count);
  }
  expect((await shown()).map((text) => text.slice(0, 4))).toEqual(['1Mes', '2Wai', '3Wai']);
  held.resolve();
  await saved();
  await page.unroute('**/control-point/AddCPData');
  expect(sent.map(({ ID, PID, TYPE, RQ }) => [ID, PID, TYPE, RQ])).toEqual([
    [0, 0, 'INTERVAL', 2],
    [0, 0, 'INTERVAL', 2],
  ]);
  const { CPOBJ } = await ask('control-point/ReadCPs', { inpBatchId: dragged });
  const items = CPOBJ as { ID: number; KEY: string; TYPE: string }[];
  expect(items.map(({ TYPE }) => TYPE)).toEqual(['STATEMENT', 'INTERVAL', 'INTERVAL']);
  expect(new Set(items.map(({ KEY }) => KEY)).size).toBe(3);
  expect(new Set([0, first, ...items.slice(1).map(({ ID }) => ID)]).size).toBe(4);
});

test('a step shows its loading bar while it is saved, and the editor one while it fetches', async () => {
  const held = { read: Promise.withResolvers<void>(), save: Promise.withResolvers<void>() };
  await page.route('**/control-point/ReadCPs', (route) => held.read.promise.then(() => route.continue()));
  await page.route('**/control-point/SaveCPData', (route) => held.save.promise.then(() => route.continue()));
  const slow = await newCampaign();
  await addStep(slow, { TYPE: 'STATEMENT', TEXT: 'One' });
  await page.goto(`/campaign/editor/${slow}`);
  await page.getByRole('status', { name: 'Loading' }).first().waitFor();
  held.read.resolve();
  await cards.first().locator('[data-head]').click();
  const bar = () => cards.first().evaluate((card) => getComputedStyle(card.children[0] as Element).opacity);
  expect(await bar()).toBe('0');
  await cards.first().getByLabel('Step Description').fill('Hello');
  await expect.poll(bar).toBe('1');
  held.save.resolve();
  await expect.poll(bar).toBe('0');
  await page.unroute('**/control-point/ReadCPs');
  await page.unroute('**/control-point/SaveCPData');
});

test('the steps are read while the code of the editor is on the way; what is saved meanwhile shows, too', async () => {
  const early = await newCampaign();
  await addStep(early, { TYPE: 'STATEMENT', TEXT: 'There before' });
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/flow-editor-*.js', (route) => code.promise.then(() => route.continue()));
  const read = page.waitForResponse('**/control-point/ReadCPs');
  const opened = openEditor(early);
  await read;
  await addStep(early, { TYPE: 'STATEMENT', TEXT: 'Saved meanwhile' });
  code.resolve();
  await opened;
  await expect
    .poll(shown)
    .toEqual([expect.stringContaining('There before'), expect.stringContaining('Saved meanwhile')]);
  await page.unroute('**/assets/flow-editor-*.js');
});

test('the menu leads to keyword, blast, API and the guided tour of the campaign', async () => {
  await openEditor();
  await page.getByRole('button', { name: 'Campaign options' }).click();
  const hrefOf = (name: string) => page.getByRole('menuitem', { name, exact: true }).getAttribute('href');
  expect(await hrefOf('Keyword')).toBe(`/campaign/keyword/${campaign}`);
  expect(await hrefOf('Blast')).toBe(`/blast/${campaign}`);
  expect(await hrefOf('API')).toBe(`/campaign/API/${campaign}`);
  expect(await hrefOf('Guided Tour')).toBe(`/campaign/edit/${campaign}`);
  await page.getByRole('menuitem', { name: 'Blast', exact: true }).click();
  await page.getByRole('heading', { name: 'Blast Control' }).waitFor();
  await openEditor();
  await page.getByRole('button', { name: 'Campaign options' }).click();
  await page.getByRole('menuitem', { name: 'Guided Tour', exact: true }).click();
  await page.waitForURL(`**/campaign/edit/${campaign}*`);
  await page.getByRole('button', { name: 'Next' }).waitFor();
});

test('the step menu: Copy, the SWT toggle, and Delete with Undo', async () => {
  await openEditor();
  await menuOf(1, 'Copy');
  await expect
    .poll(async () => (await stored()).map(({ TEXT }) => TEXT))
    .toEqual(['First', 'First', 'Second', 'Third', 'Old question?']);
  await page
    .getByRole('article', { name: 'Step 2, Message' })
    .getByRole('textbox', { name: 'Message' })
    .waitFor();
  await saved();
  await page.getByRole('button', { name: 'Options for step 2' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Show in Guided Configuration', checked: true }).click();
  await expect.poll(async () => ((await stored())[1] as unknown as Fields).SWT).toBe('0');
  await menuOf(2, 'Delete');
  await expect.poll(async () => (await stored()).length).toBe(4);
  await page
    .getByRole('alert')
    .getByRole('button', { name: 'Undo' })
    .or(page.getByRole('button', { name: 'Undo' }).last())
    .first()
    .click();
  await expect.poll(async () => (await stored()).map(({ RQ }) => RQ)).toEqual([1, 2, 3, 4, 5]);
  await menuOf(2, 'Delete');
  await expect.poll(async () => (await stored()).length).toBe(4);
});

test('the form of every step type and the map: axe finds nothing and nothing scrolls sideways, on a phone and in the dark', async () => {
  const every = await newCampaign();
  const long = 'Averylongnamewithoutanyspaceatall'.repeat(3);
  for (const part of [
    { TYPE: 'STATEMENT', TEXT: `“Hello” ${long}`, TDESC: long, RTEXT: [{ TID: 1, TEXT: 'Hi' }] },
    {
      TYPE: 'ONESELECTION',
      TEXT: 'Tea?',
      OPTIONS: [{ ID: 1, TEXT: long, AVALRESP: 'Good' }],
      ITYPE: 'HOURS',
    },
    { TYPE: 'TRAILER', TEXT: 'Bye' },
    { TYPE: 'API', API_DOM: `https://example.com/${long}`, API_TYPE: 'POST' },
    { TYPE: 'CDF', BOV: 'given' },
    { TYPE: 'BRANCH', CONDITIONS: [{ CID: 1, BOC: 'LIKE', BOCDV: '', BOAV: long }] },
    { TYPE: 'INTERVAL', ITYPE: 'TODAY', IHOUR: 3, INOON: '01' },
    ...['OPTIN', 'MMS', 'RESET', 'BATCHCP', 'NOTIFY'].map((TYPE) => ({ TYPE })),
    { TYPE: 'AUX', AF: 'ACTIONS' },
  ])
    await addStep(every, part);
  for (const look of [{ width: 1440, scheme: 'light' } as const, { width: 320, scheme: 'dark' } as const]) {
    await page.setViewportSize({ width: look.width, height: 900 });
    await page.emulateMedia({ colorScheme: look.scheme });
    await openEditor(every);
    const heads = page.locator('[data-head]');
    for (let n = 0; n < (await heads.count()); n += 1) await heads.nth(n).click();
    await page.getByRole('button', { name: /^Options for Avery/ }).click();
    await page.getByRole('button', { name: /^Interval Options/ }).click();
    // The header stays while the page moves, and covers half of whatever is below it then.
    await page.evaluate(() => window.scrollTo(0, 0));
    await settled(page);
    // What is half behind the header that stays has half its size, for axe.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect([look, await violations(page), await overflowOf(page)]).toEqual([look, [], 0]);
    await page.goto(`/campaign/editor/${every}?view=map`);
    await page.locator('.react-flow__node').first().waitFor();
    await settled(page);
    // A node's name is a sentence; what stands on it is the same in fewer words.
    const onMap = (await violations(page)).filter(
      (found) => !found.startsWith('label-content-name-mismatch'),
    );
    expect([look, onMap, await overflowOf(page)]).toEqual([look, [], 0]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
});

test('Question Templates: None or one, Cancel, Use Now; ID, RQ and TYPE stay', async () => {
  await openEditor();
  const [before] = (await stored()).slice(-1);
  await menuOf(4, 'Question Templates');
  const dialog = page.getByRole('dialog', { name: 'Choose Question Template' });
  const choice = dialog.getByRole('combobox', { name: 'Question template' });
  expect(await choice.inputValue()).toBe('None');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await menuOf(4, 'Question Templates');
  await choice.click();
  await page.getByRole('option').nth(1).click();
  await dialog.getByRole('button', { name: 'Use Now' }).click();
  await expect.poll(async () => (await stored()).at(-1)?.TEXT).not.toBe('Old question?');
  const [after] = (await stored()).slice(-1);
  expect(after).toMatchObject({ ID: before?.ID, RQ: before?.RQ, TYPE: before?.TYPE });
  await menuOf(1, 'Copy');
  await expect.poll(async () => (await stored()).length).toBe(5);
});

test('a menu that is longer than its height says that more comes below, until its end is seen', async () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport);
    await openEditor();
    await page.getByRole('button', { name: 'Campaign options' }).click();
    const menu = page.getByRole('menu');
    await menu.locator('[data-more-below]').waitFor();
    const last = menu.getByRole('menuitem').last();
    await last.hover();
    await menu.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await menu.locator('[data-more-below]').waitFor({ state: 'detached' });
    const [item, box] = [await last.boundingBox(), await menu.boundingBox()];
    expect((item?.y ?? 0) + (item?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('the map: reached by keyboard, opens a step beside it; the address keeps it; a table says the same', async () => {
  await openEditor();
  await page.getByText('Map', { exact: true }).click();
  const map = page.getByRole('region', { name: 'Map of the steps' });
  const third = map.getByRole('button', { name: /^Step 4, Message: Third/ });
  await third.waitFor();
  expect(new URL(page.url()).search).toBe('?view=map');
  await map.getByText(/How often conversations reached each step/).waitFor();
  await map.getByRole('button', { name: 'Show as a table' }).click();
  const row = map.getByRole('row', { name: /4\. Third/ });
  await row.waitFor();
  expect(await row.getByRole('cell').nth(1).textContent()).toMatch(/^step 5/);
  await third.focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('article', { name: 'Step 4, Message' })
    .getByRole('textbox', { name: 'Message' })
    .waitFor();
  await page.waitForURL(/\?view=map&open=\d+$/);
  await page.reload();
  await page
    .getByRole('article', { name: 'Step 4, Message' })
    .getByRole('textbox', { name: 'Message' })
    .waitFor();
  await page.getByRole('article', { name: 'Step 4, Message' }).locator('[data-head]').click();
  await page.waitForURL((url) => url.search === '?view=map');
  await page.getByText('List', { exact: true }).click();
  await page.waitForURL((url) => url.search === '');
});

test('steps are copied into another campaign, their jumps with them', async () => {
  const source = await newCampaign();
  const target = await newCampaign();
  const last = await addStep(source, { TYPE: 'TRAILER', TEXT: 'Goodbye' });
  await addStep(source, { TYPE: 'STATEMENT', TEXT: 'Leads back', BOFNQ: last });
  await addStep(target, { TYPE: 'STATEMENT', TEXT: 'Here before' });
  await openEditor(source);
  await page.getByRole('button', { name: 'Campaign options' }).click();
  await page.getByRole('menuitem', { name: 'Copy steps…' }).click();
  await page.getByRole('checkbox', { name: 'All steps' }).check();
  await page.getByRole('button', { name: 'Copy 2 steps' }).click();
  await openEditor(target);
  await page.getByRole('button', { name: 'Campaign options' }).click();
  await page.getByRole('menuitem', { name: 'Paste 2 steps' }).click();
  await expect
    .poll(async () => (await stored(target)).map(({ TEXT }) => TEXT))
    .toEqual(['Here before', 'Goodbye', 'Leads back']);
  const [, goodbye, leads] = await stored(target);
  expect(leads?.BOFNQ).toBe(goodbye?.ID);
});

test('nothing typed is lost: not by a server that cannot be reached, nor by a reload then', async () => {
  await openEditor();
  await page.route('**/control-point/SaveCPData', (route) => route.abort());
  await menuOf(1, 'Move down');
  await page.getByRole('button', { name: /^1\s*Message/ }).click();
  const box = page
    .getByRole('article', { name: 'Step 1, Message' })
    .getByRole('textbox', { name: 'Message' });
  await box.fill('Typed while the server was away');
  await page.getByText('Auto Save Changes Failed').first().waitFor();
  expect(await box.inputValue()).toBe('Typed while the server was away');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('Typed while the server was away').first().waitFor();
  await page.unroute('**/control-point/SaveCPData');
  await page.reload();
  await expect.poll(async () => (await stored())[0]?.TEXT).toBe('Typed while the server was away');
});

test('a deletion that failed puts the step back, and offers nothing to take back', async () => {
  await openEditor();
  const before = (await stored()).length;
  await page.route('**/control-point/DeleteCPData', (route) => route.abort());
  await menuOf(1, 'Delete');
  await page.getByText('Delete - Auto Save Changes Failed').first().waitFor();
  await expect.poll(() => page.getByText(/^Deleted “/).count()).toBe(0);
  expect(await page.getByRole('article').count()).toBe(before);
  await page.unroute('**/control-point/DeleteCPData');
});

test('a second tab’s save offers both texts', async () => {
  await openEditor();
  const [first] = await stored();
  await page.getByRole('button', { name: /^1\s*Message/ }).click();
  const card = page.getByRole('article', { name: 'Step 1, Message' });
  const theirs = Promise.withResolvers<void>();
  await page.route('**/control-point/SaveCPData', async (route) => {
    await theirs.promise;
    await route.continue();
  });
  await card.getByRole('textbox', { name: 'Message' }).fill('Mine');
  await ask('control-point/SaveCPData', {
    inpBatchId: campaign,
    controlPoint: JSON.stringify({ ...first, TEXT: 'Theirs', VERSION: undefined }),
  });
  theirs.resolve();
  await card.getByText('Someone else changed this step').waitFor();
  await card.getByText('Theirs', { exact: true }).nth(1).waitFor();
  await card.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(async () => (await stored())[0]?.TEXT).toBe('Mine');
  await saved();
  await page.unroute('**/control-point/SaveCPData');
});

test('a campaign becomes a template; there the Guided Tour is disabled', async () => {
  await openEditor();
  await page.getByRole('button', { name: 'Campaign options' }).click();
  await page.getByRole('menuitem', { name: 'Save as template…' }).click();
  await page.getByLabel('Template Name').fill('Our welcome');
  await page.getByRole('button', { name: 'Save Now' }).click();
  await page.getByText(/“Our welcome” is one of your templates now/).waitFor();
  await page.goto('/campaign/templates');
  await page.getByRole('button', { name: 'Options for Our welcome' }).click();
  await page.getByRole('menuitem', { name: 'Edit template' }).click();
  await page.getByText('You’re editing a template.').waitFor();
  await page.getByRole('button', { name: 'Campaign options' }).click();
  expect(await page.getByRole('menuitem', { name: 'Guided Tour' }).isDisabled()).toBe(true);
});
