/** Two people in one campaign: what one saves shows where the other works, and takes nothing from them. */
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
/** Who looks on, and who works in the same campaign; `name`: what the colleague is called on the screen. */
let page: Page;
let colleague: Page;
let name: string;
let campaign: string;

async function ask(path: string, form: Record<string, string>, by = page): Promise<Record<string, unknown>> {
  const answer = await by.request.post(`/session/api/${path}`, { form });
  return (await answer.json()) as Record<string, unknown>;
}
const stored = async () => {
  const { CPOBJ } = await ask('control-point/ReadCPs', { inpBatchId: campaign });
  return (CPOBJ as { CPData: { TEXT: string } }[]).map(({ CPData }) => CPData.TEXT);
};
const card = (on: Page, position: number) =>
  on.getByRole('article', { name: `Step ${position}, Message`, exact: true });
const message = (on: Page, position: number) =>
  card(on, position).getByRole('textbox', { name: 'Message', exact: true });
const button = (words: string) => page.getByRole('button', { name: words, exact: true });
async function write(on: Page, position: number, text: string): Promise<void> {
  if ((await message(on, position).count()) === 0) await card(on, position).locator('[data-head]').click();
  await message(on, position).fill(text);
}
async function open(on: Page): Promise<void> {
  await on.goto(`/campaign/editor/${campaign}`);
  await card(on, 1).waitFor();
}
/** What screen readers are told, from now on. */
async function listenIn(): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes)
        if ((target as Element).closest?.('[aria-live=polite]'))
          for (const node of addedNodes) told.push(node.textContent ?? '');
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { told: string[] }).told.join(' '));
}

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  const email = await signUp(page);
  name = `with-${email}`.split('@')[0] ?? '';
  const { LINK } = await ask('account/inviteMember', { inpEmail: `with-${email}`, inpRole: 'member' });
  colleague = await browser.open({ reducedMotion: 'reduce' });
  const form = {
    inpInvitation: String(LINK).split('/join/')[1] ?? '',
    inpPassword: PASSWORD,
    inpPhoneNumber: '2125550143',
  };
  expect((await ask('registration/joinAccount', form, colleague)).RESULT).toBe(1);
});

beforeEach(async () => {
  campaign = String((await ask('control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
  for (const TEXT of ['One', 'Two', 'Three'])
    await ask('control-point/AddCPData', {
      inpBatchId: campaign,
      controlPoint: JSON.stringify({ ID: 0, RQ: 0, TYPE: 'STATEMENT', TEXT }),
    });
  await open(page);
  await open(colleague);
  await page.getByText(`Also here: ${name}`).waitFor();
});

test('a text that a colleague saves shows in the list, on the phone, the map and in the check, with their name', async () => {
  const told = await listenIn();
  await write(colleague, 2, 'Two, as the colleague says');
  await card(page, 2).locator('[data-head]').getByText('Two, as the colleague says').waitFor();
  const row = page.getByRole('listitem').filter({ has: card(page, 2) });
  await row.getByText(`Changed by ${name}`).waitFor();
  await page.getByRole('log').getByText('Two, as the colleague says').waitFor();
  await expect.poll(told).toContain(`${name} changed step 2.`);
  await row.getByText(`Changed by ${name}`).waitFor({ state: 'detached' });
  await write(colleague, 1, '');
  await colleague.evaluate(() => (document.activeElement as HTMLElement).blur());
  await button('1 thing to fix').waitFor();
  await page.getByText('Map', { exact: true }).click();
  await write(colleague, 3, 'Three on the map');
  const node = page.locator('.react-flow__node').filter({ hasText: 'Three on the map' });
  await node.getByText(`Changed by ${name}`).waitFor();
  for (let times = 0; times < 8; times += 1) await button('Zoom out').click();
  await write(colleague, 2, 'Two, seen from afar');
  const block = page.locator('.react-flow__node').filter({ hasText: /2$/ });
  await block.getByText(`Changed by ${name}`).waitFor();
  const { height = 0 } = (await block.getByText(`Changed by ${name}`).boundingBox()) ?? {};
  expect(height).toBeGreaterThan(14);
});

test('the guided configuration marks what a colleague saves, and says who is here', async () => {
  await page.goto(`/campaign/edit/${campaign}`);
  await page.getByText(`Also here: ${name}`).waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  const told = await listenIn();
  await write(colleague, 1, 'One, as the colleague says');
  const done = page.getByRole('listitem').filter({ hasText: 'One, as the colleague says' });
  await done.getByText(`Changed by ${name}`).waitFor();
  await write(colleague, 2, 'Two, as the colleague says');
  const open = page.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: 'Message' }) });
  await open.getByText(`Changed by ${name}`).waitFor();
  await expect.poll(told).toContain(`${name} changed step 2.`);
  // On a phone, too, the mark stands above the step's number.
  await page.setViewportSize({ width: 360, height: 760 });
  const mark = open.getByText(`Changed by ${name}`);
  const number = open.getByText('2', { exact: true }).first();
  // The menu closes while the screen gets narrow, and all of it moves.
  const isAbove = async () => {
    const [above, below] = [await mark.boundingBox(), await number.boundingBox()];
    return above !== null && below !== null && above.y + above.height <= below.y;
  };
  await expect.poll(isAbove).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('steps that a colleague adds, moves and deletes come and go; the focus, the caret and the scroll stay', async () => {
  await card(page, 3).locator('[data-head]').click();
  await message(page, 3).focus();
  await message(page, 3).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(2, 2));
  const focused = () =>
    page.evaluate(() => {
      const box = document.activeElement as HTMLTextAreaElement;
      return [box.value, box.selectionStart];
    });
  const told = await listenIn();
  await ask(
    'control-point/AddCPData',
    { inpBatchId: campaign, controlPoint: JSON.stringify({ ID: 0, RQ: 1, TYPE: 'STATEMENT', TEXT: 'New' }) },
    colleague,
  );
  await card(page, 4).waitFor();
  await expect.poll(told).toContain(`${name} added step 1.`);
  expect(await focused()).toEqual(['Three', 2]);
  await write(colleague, 4, 'Threefold');
  await expect.poll(focused).toEqual(['Threefold', 2]);
  await card(colleague, 2)
    .getByRole('button', { name: /^Options/ })
    .click();
  await colleague.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText(`${name} deleted step 2.`).waitFor();
  await expect.poll(() => card(page, 4).count()).toBe(0);
  expect(await focused()).toEqual(['Threefold', 2]);
});

test('a text that is being written here is not lost: both versions show, and one is chosen', async () => {
  await card(page, 1).locator('[data-head]').click();
  await message(page, 1).press('End');
  // What is written now is saved after the colleague's text, however slow the machine is.
  const theirs = Promise.withResolvers<void>();
  await page.route('**/control-point/SaveCPData', async (route) => {
    await theirs.promise;
    await route.continue();
  });
  const typing = page.keyboard.type(' and more of mine', { delay: 60 });
  await ask(
    'control-point/SaveCPData',
    {
      inpBatchId: campaign,
      controlPoint: JSON.stringify({ ...(await firstPoint()), TEXT: 'Theirs' }),
    },
    colleague,
  );
  await typing;
  theirs.resolve();
  const conflict = card(page, 1).getByRole('alert');
  await conflict.getByText('Theirs', { exact: true }).last().waitFor();
  expect(await message(page, 1).inputValue()).toMatch(/and more of mine$/);
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(async () => (await stored())[0]).toMatch(/and more of mine$/);
  await page.unroute('**/control-point/SaveCPData');
});

async function firstPoint(): Promise<Record<string, unknown>> {
  const { CPOBJ } = await ask('control-point/ReadCPs', { inpBatchId: campaign });
  return (CPOBJ as { CPData: Record<string, unknown> }[])[0]?.CPData ?? {};
}

test('undo takes back one’s own edits, never what a colleague has written since', async () => {
  await write(page, 1, 'One of mine');
  await expect.poll(stored).toEqual(['One of mine', 'Two', 'Three']);
  await write(page, 3, 'Three of mine');
  await expect.poll(stored).toEqual(['One of mine', 'Two', 'Three of mine']);
  await card(colleague, 3).locator('[data-head]').getByText('Three of mine').waitFor();
  await write(colleague, 3, 'Three of theirs');
  await card(page, 3).locator('[data-head]').getByText('Three of theirs').waitFor();
  await button('Undo').click();
  await expect.poll(stored).toEqual(['One', 'Two', 'Three of theirs']);
  expect(await button('Undo').isDisabled()).toBe(true);
});

test('a campaign that a colleague renames or deletes says so here, and can be restored', async () => {
  await ask('campaign/SaveBatchDesc', { inpBatchId: campaign, inpDesc: 'Autumn sale' }, colleague);
  const title = page.getByRole('textbox', { name: 'Campaign Name', exact: true });
  await expect.poll(() => title.inputValue()).toBe('Autumn sale');
  await ask('campaign/LogicalDeleteBatch', { inpBatchId: campaign }, colleague);
  await page.getByText('This campaign is deleted').waitFor();
  await button('Restore').click();
  await page.getByText('This campaign is deleted').waitFor({ state: 'detached' });
});

test('a template that a colleague renames or deletes says so in the editor, keeps what is typed, and can be restored', async () => {
  const saved = await ask('control-flow-template/SaveCampaignAsTemplate', {
    inpBatchId: campaign,
    inpDesc: 'Open house',
  });
  const template = { inpBatchId: String(saved.TID), inpTemplateFlag: '1' };
  await colleague.goto('/campaign/templates');
  await colleague.getByRole('link', { name: 'Open house', exact: true }).waitFor();
  await page.goto(`/campaign/editor/${saved.TID}/0/${saved.TID}`);
  await write(page, 2, 'Two, as I type');
  await ask('campaign/SaveBatchDesc', { ...template, inpDesc: 'Open day' }, colleague);
  const title = page.getByRole('textbox', { name: 'Campaign Name', exact: true });
  await expect.poll(() => title.inputValue()).toBe('Open day');
  await title.fill('Open days');
  await colleague.getByRole('link', { name: 'Open days', exact: true }).waitFor();
  await ask('campaign/LogicalDeleteBatch', template, colleague);
  await page.getByText('This template is deleted').waitFor();
  await write(page, 2, 'Two, written into a deleted one');
  await button('Restore').click();
  await page.getByText('This template is deleted').waitFor({ state: 'detached' });
  await page.getByText('All changes saved').waitFor();
  const { CPOBJ } = await ask('control-point/ReadCPs', template);
  expect(JSON.stringify(CPOBJ)).toContain('Two, written into a deleted one');
  await colleague.goto('/campaign/templates');
  await colleague.getByRole('link', { name: 'Open days', exact: true }).waitFor();
});

test('what a colleague renames or deletes is told on open screens: lists, segments, automata, reports, people', async () => {
  const id = async (path: string, form: Record<string, string>, field: string) =>
    String((await ask(path, form))[field]);
  const theirs = (path: string, form: Record<string, string>) => ask(path, form, colleague);

  const list = await id('lists/addList', { ListName: 'Regulars' }, 'NEWListID');
  await page.goto(`/lists/members/${list}`);
  await page.getByRole('heading', { name: 'Regulars' }).waitFor();
  await theirs('lists/renameList', { ListId: list, ListName: 'Old hands' });
  await page.getByRole('heading', { name: 'Old hands' }).waitFor();
  const tree = JSON.stringify({ match: 'all', of: [{ on: 'list', is: 'in', value: [Number(list)] }] });
  const segment = await id('segments/addSegment', { SegmentName: 'Warm', inpTree: tree }, 'NEWSEGMENTID');
  const member = await id(
    'members/addMemberToList',
    { ContactString: '2125550177', ListId: list },
    'CONTACTADDRESSID',
  );
  await page.goto(`/lists/member/details/${list}/${member}`);
  await page.getByRole('heading', { name: '(212) 555-0177' }).waitFor();
  const erased = { ContactAddressId: member, ContactString: '2125550177' };
  expect((await ask('members/erasePerson', erased)).RESULT).toBe(1);
  await page.getByText('This member doesn’t exist').waitFor();

  await page.goto(`/segments/edit/${segment}`);
  await page.getByLabel('Name').fill('Warm, as I type');
  await theirs('segments/deleteSegment', { inpSegmentId: segment });
  await page.getByText('Someone has deleted this segment').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Warm, as I type');

  const automata = await id('automata/addautomata', { AutomataName: 'Mondays' }, 'NEWAUTOMATAID');
  await page.goto(`/automata/editor/${automata}`);
  await page.getByText('Mondays').first().waitFor();
  await theirs('automata/deleteautomata', { AutomataId: automata });
  await page.getByText('Someone has deleted this automata').waitFor();

  const layout = { md: [], sm: [], xxs: [] };
  const inpReportString = JSON.stringify({ title: 'Weekly', description: '', layout });
  const report = await id('report/saveNewCustomReport', { inpReportString }, 'DATA');
  await page.goto(`/report/custom/${report}`);
  await page.getByRole('heading', { name: 'Weekly' }).waitFor();
  await theirs('report/deleteCustomReport', { inpReportId: report });
  await page.getByText('Someone has deleted this report').waitFor();

  await page.goto(`/lists/members/${list}`);
  await page.getByRole('heading', { name: 'Old hands' }).waitFor();
  await theirs('lists/deleteList', { ListId: list });
  await page.getByText('This list doesn’t exist').waitFor();
});
