/** Segments as a marketer makes them: conditions, who is in it right beside them, a list made of them. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { violations } from './axe.ts';
import { signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;

const ask = (path: string, form: Record<string, string>) => askAs(page, path, form);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const panel = () => page.getByRole('region', { name: 'Who’s in it' });
const option = (name: string) => page.getByRole('option', { name, exact: true });
const condition = (name: string) => page.getByRole('group', { name, exact: true });

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  const list = String((await ask('lists/addList', { ListName: 'Shop' })).NEWListID);
  for (const tag of ['City', 'Age']) await ask('tags/addTag', { TagName: tag });
  for (const [ending, city, age] of [
    ['0101', 'Boston', '17'],
    ['0102', 'boston', '34'],
    ['0103', 'New York', '40'],
  ] as const) {
    const added = await ask('members/addMemberToList', { ContactString: `212555${ending}`, ListId: list });
    const contact = { ContactAddressId: String(added.CONTACTADDRESSID) };
    await ask('tags/updateTag', { ...contact, Tag: 'City', Value: city });
    await ask('tags/updateTag', { ...contact, Tag: 'Age', Value: age });
  }
});

async function newCampaign(): Promise<string> {
  const campaign = String((await ask('control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
  await ask('control-point/AddCPData', {
    inpBatchId: campaign,
    controlPoint: JSON.stringify({ ID: 0, RQ: 0, TYPE: 'TRAILER', TEXT: 'See you on Saturday.' }),
  });
  return campaign;
}

async function addCondition(name: string, place = 0) {
  await button('Add condition').nth(place).click();
  await option(name).click();
}

test('conditions are put together, counted as they change, and say what they lack', async () => {
  await page.goto('/lists');
  await button('List Options').click();
  await page.getByRole('menuitem', { name: 'Segments' }).click();
  await page.getByText('No segments yet').waitFor();
  await page.getByRole('link', { name: 'New segment' }).click();
  await panel().getByText('Add a condition').waitFor();

  await addCondition('Tag');
  await button('Save').click();
  await page.getByText('Give it a name.').waitFor();
  await page.getByText('Choose a tag.').waitFor();
  await page.getByLabel('Segment name').fill('Adults in Boston');
  await condition('Tag').getByRole('combobox', { name: 'Tag' }).click();
  await option('City').click();
  await page.getByText('Enter a value.').waitFor();
  await condition('Tag').getByLabel('Value').fill('BOSTON');
  await panel().getByText('2 people').waitFor();

  await addCondition('Tag');
  const age = condition('Tag').nth(1);
  await age.getByRole('combobox', { name: 'Tag' }).click();
  await option('Age').click();
  await age.getByLabel('Comparison').click();
  await option('is at least').click();
  await age.getByLabel('Number').fill('18');
  await panel().getByText('1 person').waitFor();
  await panel().getByRole('link').waitFor();
  expect(await violations(page)).toEqual([]);
  await button('Save').click();
  await page.getByText('Segment saved').waitFor();
  await page.waitForURL(/\/segments\/edit\/\d+$/);
  expect(await button('Save').isDisabled()).toBe(true);
});

test('any instead of all; what is not saved is still there after a reload', async () => {
  await page.getByLabel('How many conditions must hold').click();
  await option('any').click();
  await panel().getByText('3 people').waitFor();
  await page.reload();
  await panel().getByText('3 people').waitFor();
  await button('Discard changes').click();
  await panel().getByText('1 person').waitFor();
});

test('somebody else’s change is said before it is written over', async () => {
  const id = page.url().split('/').at(-1) ?? '';
  await page.getByLabel('Segment name').fill('Grown-ups in Boston');
  const { SEGMENTINFO, TREE } = await ask('segments/segmentInfo', { inpSegmentId: id });
  const { VERSION } = SEGMENTINFO as { VERSION: number };
  await ask('segments/updateSegment', {
    inpSegmentId: id,
    SegmentName: 'Bostonians',
    inpTree: JSON.stringify(TREE),
    inpVersion: String(VERSION),
  });
  await button('Save').click();
  await page.getByText('Someone else changed this segment').waitFor();
  await button('Keep my version').click();
  await button('Save').click();
  await page.getByText('Segment saved').waitFor();
  await page.getByRole('heading', { name: 'Grown-ups in Boston' }).waitFor();
});

test('a list of the people as they are now is one click away; a copy is deleted', async () => {
  await page.getByRole('link', { name: 'Segments', exact: true }).first().click();
  await button('Options for Grown-ups in Boston').click();
  await page.getByRole('menuitem', { name: 'Make a list' }).click();
  await page.getByRole('dialog').getByLabel('List Name').fill('Boston now');
  await button('Make list').click();
  await page.getByText('“Boston now” made with 1 person').waitFor();
  await page.getByText('(212) 555-0102').waitFor();

  await page.goto('/segments');
  await button('Options for Grown-ups in Boston').click();
  await page.getByRole('menuitem', { name: 'Copy' }).click();
  await page.waitForURL(/\/segments\/edit\/\d+$/);
  await page.goto('/segments');
  await page.getByText('2 segments').waitFor();
  await page
    .getByRole('button', { name: /^Options for / })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await button('OK to Delete').click();
  await page.getByText('1 segment', { exact: true }).waitFor();
});

test('the filters of a blast become a segment, and the blast goes to it, alone or within its lists', async () => {
  await page.goto(`/blast/${await newCampaign()}`);
  await page.getByLabel('Segment (optional)').click();
  await option('Grown-ups in Boston').click();
  const summary = page.getByRole('complementary', { name: 'Summary' });
  await summary.getByText('In the segment').waitFor();
  await page.getByLabel('Add a list').click();
  await page.getByRole('option', { name: /^Shop/ }).click();
  await summary.getByText('In the lists').waitFor();

  const campaign = await newCampaign();
  await page.goto(`/blast/${campaign}`);
  await page.getByLabel('Add a list').click();
  await page.getByRole('option', { name: /^Shop/ }).click();
  await button('Next').click();
  await button('Add Filter').click();
  await page.getByLabel('Filter 1: tag').click();
  await option('City').click();
  await page.getByLabel('Filter 1: value').fill('New York');
  await button('Save as a segment').click();
  await page.getByRole('dialog').getByLabel('Segment name').fill('New Yorkers');
  await button('Save segment').click();
  await page.getByText('“New Yorkers” saved, and chosen for this blast').waitFor();
  await button('Next').click();
  await button('Next').click();
  await page.getByRole('link', { name: 'New Yorkers' }).waitFor();
  await page.getByText('1 person', { exact: true }).first().waitFor();
  await button('Send Now').click();
  await button('Yes, Send Now!').click();
  await expect
    .poll(async () => {
      const { BLASTS } = await ask('blast/blastList', { inpBatchId: campaign });
      return (JSON.parse(String(BLASTS)) as { TOTAL: number; STATE: string }[]).map(({ TOTAL }) => TOTAL);
    })
    .toEqual([1]);
});

test('an automata goes to people of its list in a segment, which its filters may become; the segment says who uses it', async () => {
  const automaton = String(
    (await ask('automata/addautomata', { AutomataName: 'Weekly news' })).NEWAUTOMATAID,
  );
  await page.goto(`/automata/editor/${automaton}?step=3`);
  await page.getByRole('combobox', { name: 'Target List' }).click();
  await option('Shop').click();
  await page.getByLabel('Filter List Targets?').click();
  await button('Add Filter').click();
  await page.getByLabel('Filter 1: tag').click();
  await option('City').click();
  await page.getByLabel('Filter 1: value').fill('Boston');
  await button('Save as a segment').click();
  await page.getByRole('dialog').getByLabel('Segment name').fill('Bostonians');
  await button('Save segment').click();
  await page.getByText('“Bostonians” saved, and chosen for this automata').waitFor();
  await page.getByRole('navigation', { name: 'Summary' }).getByText('Shop, in “Bostonians”').waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel('Segment (optional)').inputValue()).toBe('Bostonians');
  expect(await page.getByLabel('Filter List Targets?').isChecked()).toBe(false);

  await page.goto('/segments');
  await button('Options for Bostonians').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText('This segment is in use').waitFor();
  await page.getByRole('dialog').getByRole('link', { name: 'Weekly news' }).click();
  await page.getByText('Automata Editor').first().waitFor();
});

test('what other systems tell is asked for by its name and its own properties', async () => {
  await page.goto('/segments/edit');
  await page.getByLabel('Segment name').fill('Big orders');
  await addCondition('Custom event');
  const event = condition('Custom event');
  await event.getByLabel('Value').fill('Order placed');
  await panel().getByText('0 people').waitFor();
  await event.getByRole('button', { name: 'Add detail' }).click();
  await page.getByRole('menuitem', { name: 'A property that’s a number' }).click();
  await button('Save').click();
  await event.getByText('Enter its name.').waitFor();
  await event.getByLabel('Property name').fill('total');
  await event.getByRole('combobox', { name: 'Comparison' }).nth(1).click();
  await option('is at least').click();
  await event.getByRole('textbox', { name: 'Number', exact: true }).fill('50');
  await panel().getByText('0 people').waitFor();
  await button('Save').click();
  await page.waitForURL(/segments\/edit\/\d+/);
  await page.reload();
  await expect.poll(() => event.getByLabel('Property name').inputValue()).toBe('total');
  await panel().getByText('0 people').waitFor();
  expect(await violations(page)).toEqual([]);
});
