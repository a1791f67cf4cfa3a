/** The Automata Manager, Editor and calendar: every step, every wording of the specification. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
const saves: { data: Record<string, unknown>; enabled: string }[] = [];
const heard: string[] = [];

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  await ask('lists/addList', { ListName: 'Everybody' });
  await ask('tags/addTag', { TagName: 'City' });
  const { BATCHID } = await ask('control-point/AddNewBatchFromTemplate', { TID: '2' });
  await ask('campaign/SaveBatchDesc', { inpBatchId: String(BATCHID), inpDesc: 'Spring sale' });
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    heard.push(`${request.url().split('/session/api/')[1]} ${body}`);
    if (!request.url().endsWith('updateAutomataData')) return;
    const fields = Object.fromEntries(
      [...body.matchAll(/name="(\w+)"\r\n\r\n([\s\S]*?)\r\n--/g)].map(([, name, value]) => [name, value]),
    );
    const form = Object.keys(fields).length > 0 ? fields : Object.fromEntries(new URLSearchParams(body));
    saves.push({ data: JSON.parse(form.AutomataData ?? '{}'), enabled: form.Enabled ?? '' });
  });
});

const ask = (path: string, form: Record<string, string>) => askAs(page, path, form);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const summary = (words: string | RegExp) =>
  page.getByRole('navigation', { name: 'Summary' }).getByText(words);
const step = (name: string) => page.getByRole('heading', { name, exact: true });
async function pick(label: string, option: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
/** The clear button of a select is for the pointer; the keyboard empties the field. */
const clear = (label: string) =>
  page
    .locator('.mantine-InputWrapper-root', { has: page.getByRole('combobox', { name: label, exact: true }) })
    .locator('button')
    .first()
    .click();
/**
 * A question with its two answers beside the switch; its label is the question and nothing else. It is
 * switched by key: what appears above it meanwhile moves it away from under the pointer.
 */
const toggle = (question: string) => page.getByLabel(question, { exact: true });
const answers = (question: string) =>
  page
    .locator('[class*=toggle]', { has: toggle(question) })
    .locator('[class*=answers] > span')
    .allInnerTexts();
/** What the saves so far say together: each says only what it changes. */
const lastSave = (): Record<string, unknown> => Object.assign({}, ...saves.map(({ data }) => data));

test('the manager adds one, which opens its editor; it is renamed and deleted with their warnings', async () => {
  await page.goto('/automata/manager');
  await button('Add Automata').click();
  await page.getByRole('dialog', { name: 'Add Automata' }).waitFor();
  await button('Cancel').click();
  await button('Add Automata').click();
  await page.getByRole('dialog').getByLabel('Automata Name').fill('Doomed');
  await button('Add Now').click();
  await page.waitForURL(/\/automata\/editor\/\d+\/?$/);
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Automata Manager' })
    .click();
  await page.getByRole('link', { name: 'Doomed' }).waitFor();
  await page.getByText('No schedule yet').waitFor();
  await button('Options for Doomed').click();
  await item('Rename').click();
  await page.getByText('References to the old name will stop working.').waitFor();
  await page.getByRole('dialog').getByLabel('Automata Name').fill('Done for');
  await button('Rename Now').click();
  await button('Delete Done for').click();
  await page.getByText('Are you sure you want to delete this Automata?').waitFor();
  await button('Cancel').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Done for' }).waitFor();
  await button('Delete Done for').click();
  await page.getByText(/“Done for” and its data will be deleted .* This can’t be undone./).waitFor();
  await button('OK to Delete').click();
  await page.getByText('No automata yet').waitFor();
});

test('the editor: a name that saves itself, step 0 with its types, and the panel of what is not chosen yet', async () => {
  await button('Add Automata').click();
  await page.getByRole('dialog').getByLabel('Automata Name').fill('Weekly news');
  await button('Add Now').click();
  // The dialog has a field of the same name.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const name = page.getByRole('textbox', { name: 'Automata Name' });
  await name.waitFor();
  await name.fill('Friday news');
  await page.getByText('Saved').first().waitFor();
  await step('Select Automata Type').waitFor();
  expect(await page.getByRole('radio').count()).toBe(6);
  for (const type of ['One Time', 'Daily', 'Weekly', 'Monthly', 'Yearly', 'When this happens'])
    await page.getByRole('radio', { name: type }).waitFor();
  const panel = await page.getByRole('navigation', { name: 'Summary' }).innerText();
  for (const words of [
    'Schedule Type',
    'Campaign',
    'List',
    'Enabled',
    'No',
    'Next Schedule Run',
    'Not Scheduled Yet',
  ])
    expect(panel).toContain(words);
  expect(heard.some((call) => call.startsWith('campaign/campaignlist') && call.includes('5000'))).toBe(true);
  for (const call of ['lists/lists', 'tags/taglist', 'automata/loadAutomataData'])
    await expect.poll(() => heard.some((one) => one.startsWith(call))).toBe(true);
});

test('each type asks for what it needs and is summed up in words; cleared selects fall back', async () => {
  const types = page.getByRole('radio');
  const schedule = async (type: string) => {
    await button(/^Schedule Type/).click();
    await page.getByRole('radio', { name: type }).check();
    await button('Continue').click();
    await step('Schedule Options').waitFor();
  };
  expect(await types.count()).toBe(6);
  await schedule('Daily');
  await summary('Daily @ 9:00 AM').waitFor();
  await page.getByText('If not, will trigger following Monday').waitFor();
  await schedule('Weekly');
  await pick('Day of Week', 'Friday');
  await summary('Weekly Friday @ 9:00 AM').waitFor();
  await clear('Day of Week');
  await summary('Weekly Monday @ 9:00 AM').waitFor();
  expect(await page.getByText('If not, will trigger following Monday').count()).toBe(0);
  await schedule('Monthly');
  await pick('Day of Month', '31');
  await summary('Monthly on Day 31 @ 9:00 AM').waitFor();
  await clear('Day of Month');
  await summary('Monthly on Day 1 @ 9:00 AM').waitFor();
  await schedule('Yearly');
  await pick('Month', 'July');
  await pick('Day of Month', '4');
  await page.getByRole('combobox', { name: 'Time of Day' }).click();
  await page.getByRole('option', { name: '1:00 PM', exact: true }).click();
  await summary('Yearly on Day 4 of July @ 1:00 PM').waitFor();
  await clear('Month');
  await summary('Yearly on Day 4 of January @ 1:00 PM').waitFor();
  await page.getByText('If not, will trigger following Monday').waitFor();
  await schedule('One Time');
  await page.getByRole('button', { name: 'Trigger Date' }).click();
  await page
    .locator('[data-dates-dropdown], .mantine-Popover-dropdown')
    .getByRole('button', { name: /^1 / })
    .last()
    .click();
  await summary(/^One Time on \d{4}-\d\d-01 @ 1:00 PM$/).waitFor();
  expect(String(lastSave().NextRun_dt)).toMatch(/^\d{4}-\d\d-01$/);
});

test('campaign, list, who and how: saved at once; clone is offered only when sending to all', async () => {
  await button(/^Schedule Type/).click();
  await page.getByRole('radio', { name: 'Weekly' }).check();
  await button('Continue').click();
  await button('Continue').click();
  await step('Select Target Campaign').waitFor();
  await pick('Target Campaign', 'Spring sale');
  await summary('Spring sale').waitFor();
  await clear('Target Campaign');
  await expect.poll(() => lastSave().BatchId_bi).toBe(0);
  await pick('Target Campaign', 'Spring sale');
  await button('Continue').click();
  await step('Select Target List').waitFor();
  await pick('Target List', 'Everybody');
  await clear('Target List');
  await expect.poll(() => lastSave().ListId_int).toBe(0);
  await pick('Target List', 'Everybody');
  await toggle('Clone New Campaign?').press('Space');
  await expect.poll(() => [lastSave().New_ti ?? 0, lastSave().Clone_ti]).toEqual([0, 1]);
  expect(await answers('Clone New Campaign?')).toEqual(['Existing', 'New']);
  await toggle('All or only New?').press('Space');
  expect(await answers('All or only New?')).toEqual(['All', 'Only new']);
  expect(await page.getByText('Clone New Campaign?').count()).toBe(0);
  await expect.poll(() => [lastSave().New_ti, lastSave().Clone_ti]).toEqual([1, 0]);
  await page.getByLabel('Filter List Targets?').press('Space');
  await button('Add Filter').click();
  expect(await page.getByRole('combobox', { name: 'Filter 1: operator' }).inputValue()).toBe('=');
  await pick('Filter 1: tag', 'City');
  await page.locator('input[aria-label="Filter 1: value"]').fill('Rome');
  await expect
    .poll(() => JSON.parse(String(lastSave().Filters_vch ?? '[]')))
    .toEqual([{ type: 'CDF', tag: 'City', operator: '=', value: 'Rome' }]);
  expect([...new Set(saves.map(({ enabled }) => enabled))]).toEqual(['0']);
});

test('it is enabled with the flag, says when it runs next, and the panel jumps to each step', async () => {
  await button('Continue').click();
  await step('Turn It On').waitFor();
  expect(await toggle('Enabled?').isChecked()).toBe(false);
  await toggle('Enabled?').press('Space');
  expect(await answers('Enabled?')).toEqual(['No', 'Yes']);
  await expect.poll(() => [saves.at(-1)?.enabled, lastSave().Status_int]).toEqual(['1', 1]);
  await button(/^Next Schedule Run.*\d{4}/).waitFor();
  await button('Finished').click();
  await step('Summary').waitFor();
  for (const [row, title] of [
    [/^Campaign/, 'Select Target Campaign'],
    [/^List/, 'Select Target List'],
    [/^Enabled/, 'Turn It On'],
    [/^Next Schedule Run/, 'Schedule Options'],
    [/^Schedule Type/, 'Select Automata Type'],
  ] as const) {
    await button(row).click();
    await step(title).waitFor();
  }
  await button(/^Enabled/).click();
  await button('Finished').click();
  await button('Start Over').click();
  await step('Select Automata Type').waitFor();
  await page.goto('/automata/manager');
  await page.getByText(/^Weekly Monday @ 1:00 PM · next run/).waitFor();
  await page.getByText('On', { exact: true }).waitFor();
});

test('an hourly one that is stored is shown, although no radio offers it', async () => {
  const { NEWAUTOMATAID } = await ask('automata/addautomata', { AutomataName: 'Hourly' });
  const id = String(NEWAUTOMATAID);
  await ask('automata/updateAutomataData', { AutomataId: id, AutomataData: '{"Type_int":2}', Enabled: '0' });
  await page.goto(`/automata/editor/${id}`);
  await summary(/^Hourly/).waitFor();
  expect(await page.getByRole('radio', { name: 'Hourly' }).count()).toBe(0);
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
});

test('the calendar shows real runs by month, week and day; demo events only while there is nothing', async () => {
  await page.goto('/automata/calendar');
  await page.getByText('Friday news').first().waitFor();
  expect(await page.getByText(/^Demo:/).count()).toBe(0);
  const { AUTOMATA } = await ask('automata/automatalist', { AutomataFilters: '' });
  for (const { ID } of JSON.parse(String(AUTOMATA)))
    await ask('automata/deleteautomata', { AutomataId: String(ID) });
  await page.reload();
  await page.getByText(/These are demo events/).waitFor();
  await page
    .getByText(/^Demo:/)
    .first()
    .waitFor();
  await page.getByText('Day', { exact: true }).click();
  await page
    .getByText(/8:00 ?AM|08:00/)
    .first()
    .waitFor();
  await page.getByText('Demo: appointment reminders').first().waitFor();
  await page.getByText('Week', { exact: true }).click();
  await page.getByText('Demo: appointment reminders').first().waitFor();
});
