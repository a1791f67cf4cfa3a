/**
 * Blast Control: the wizard's steps and wordings, what a reload keeps, a test of two campaigns, and a send
 * that fails.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let campaign = '';
const sent: URLSearchParams[] = [];

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  campaign = await newCampaign('Spring sale');
  await newCampaign('Spring sale, short');
  for (const [list, count] of [
    ['Regulars', 5],
    ['Tourists', 2],
  ] as const) {
    const { NEWListID } = await ask('lists/addList', { ListName: list });
    for (let n = 0; n < count; n += 1)
      await ask('members/addMemberToList', { ContactString: `212555030${n}`, ListId: String(NEWListID) });
  }
  await ask('tags/addTag', { TagName: 'City' });
  page.on('request', (request) => {
    if (!request.url().endsWith('blast/BlastToList')) return;
    const body = request.postData() ?? '';
    const parts = [...body.matchAll(/name="(\w+)"\r\n\r\n([\s\S]*?)\r\n--/g)].map(
      ([, name = '', value = '']) => [name, value],
    );
    sent.push(new URLSearchParams(parts.length > 0 ? parts : body));
  });
});

const ask = (path: string, form: Record<string, string>) => askAs(page, path, form);

/** A campaign that can be sent: one final message. */
async function newCampaign(name: string): Promise<string> {
  const { BATCHID } = await ask('control-point/AddNewBatchFromTemplate', { TID: '1' });
  const id = String(BATCHID);
  await ask('campaign/SaveBatchDesc', { inpBatchId: id, inpDesc: name });
  const { CPOBJ } = await ask('control-point/ReadCPs', { inpBatchId: id });
  const steps = typeof CPOBJ === 'string' ? JSON.parse(CPOBJ) : (CPOBJ as { PID: number }[]);
  for (const { PID } of steps)
    await ask('control-point/DeleteCPData', { inpBatchId: id, INPPID: String(PID) });
  const controlPoint = JSON.stringify({ TYPE: 'TRAILER', RQ: 1, TEXT: `${name}: half price today.` });
  await ask('control-point/AddCPData', { inpBatchId: id, controlPoint });
  return id;
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const steps = () =>
  page.getByRole('list', { name: 'Steps of the blast' }).getByRole('heading').allInnerTexts();
const next = () => button('Next').click();
async function pick(label: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).first().click();
}
const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('parley') ?? '{}').state);

test('under Campaign Editor, in four steps while there is one channel, in five when there are more', async () => {
  await page.goto(`/blast/${campaign}`);
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  await trail.getByText('Blast Control').waitFor();
  await page.getByText('Filter Targets').waitFor();
  expect(await trail.getByRole('link').allInnerTexts()).toEqual(['Campaign Editor']);
  expect((await steps()).map((words) => words.split('\n')[1] ?? words)).toEqual([
    'Select one or more target lists',
    'Filter Targets',
    'Schedule',
    'Review',
  ]);
  await ask('channels/addChannel', { ChannelName: 'Second' });
  await page.reload();
  await page.getByText('Select Target Channel').waitFor();
  expect(await steps()).toHaveLength(5);
  await page.getByRole('radio', { name: /Second/ }).click();
  await next();
});

test('lists are chosen until none remain; the audience fills the summary as a funnel', async () => {
  // Next goes on without one, on a slow device with each press; the review says what is missing, and nothing
  // can be sent.
  const device = await page.context().newCDPSession(page);
  await device.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  for (let step = 1; step < 4; step += 1) await next();
  await device.detach();
  await page.getByText('Choose at least one list.').first().waitFor();
  expect(await button('Send Now').isDisabled()).toBe(true);
  await button(/Select one or more target lists/).click();
  await pick('Add a list', /Regulars/);
  await pick('Add a list', /Tourists/);
  const picker = page.getByLabel('No more lists available to choose');
  await picker.waitFor();
  expect(await picker.isDisabled()).toBe(true);
  const summary = page.getByRole('complementary', { name: 'Summary' });
  await summary.getByText('5 needed').waitFor();
  const words = (await summary.innerText()).split('\n');
  for (const label of [
    'In the lists',
    'Filtered out',
    'Opted out',
    'Already sent',
    'Eligible',
    'Starts',
    'Ends',
  ])
    expect(words).toContain(label);
  expect(words[words.indexOf('In the lists') + 1]).toBe('5');
  expect(words[words.indexOf('Eligible') + 1]).toBe('5');
  await summary.getByText('Spring sale: half price today.').first().waitFor();
  await button('Send a test to me').waitFor();
});

test('a second campaign gets its even share of the audience', async () => {
  await page.getByRole('switch', { name: 'A/B test' }).click({ force: true });
  await pick('Test against', 'Spring sale, short');
  const versions = page.getByRole('list', { name: 'Campaigns of the test' });
  await versions.getByText('3 people').waitFor();
  await versions.getByText('2 people').waitFor();
  await next();
});

test('filters: the badge counts them, a new one is “=”, a tag must be chosen', async () => {
  await button('Add Filter').click();
  expect(await page.getByRole('combobox', { name: 'Filter 1: operator' }).inputValue()).toBe('=');
  // It is counted once it is finished.
  expect((await steps())[2]).not.toMatch(/Filter Targets\s+1/);
  await next();
  await page.getByText('Choose a tag for every filter, or remove the filter.').waitFor();
  await button('Back').click();
  await page.getByRole('combobox', { name: 'Filter 1: operator' }).click();
  expect(await page.getByRole('option').locator('b').allInnerTexts()).toEqual([
    '=',
    '!=',
    '<=',
    '<',
    '>=',
    '>',
    'LIKE',
    'NOT LIKE',
    'IS EMPTY',
    'IS NOT EMPTY',
  ]);
  await page.keyboard.press('Escape');
  await button('Remove filter 1').click();
  await next();
});

test('the schedule goes by quarters of an hour; a reload keeps all choices but the start', async () => {
  await page.getByText(/Leave empty to start today at 9:00 AM/).waitFor();
  await button('Tomorrow 9:00 AM').click();
  await pick('Time', '4:45 PM');
  await page
    .getByText(/It starts .* at 4:45 PM/)
    .first()
    .waitFor();
  await expect.poll(async () => (await stored()).blast[campaign]?.step).toBe(3);
  await page.reload();
  await page.getByText(/Leave empty to start today at 9:00 AM/).waitFor();
  const draft = (await stored()).blast[campaign];
  expect(draft).toMatchObject({ step: 3, startAt: '' });
  expect(draft.lists).toHaveLength(2);
  expect(draft.abTest).toHaveLength(1);
  await button('Tomorrow 9:00 AM').click();
  await next();
});

test('a send that fails says ERROR and can be tried again', async () => {
  await page.getByText('5 people', { exact: true }).waitFor();
  // Enabled when the review has come.
  await button('Send Now').click({ trial: true });
  await page.context().setOffline(true);
  await button('Send Now').click();
  await page.getByText('Are you sure?').waitFor();
  await button('Yes, Send Now!').click();
  await page.getByText('ERROR', { exact: true }).waitFor();
  await page.getByText(/The blast wasn’t sent/).waitFor();
  expect((await stored()).user).toBeGreaterThan(0);
  await page.context().setOffline(false);
});

test('“Are you sure?”, launched once, still launched after a reload, and started over', async () => {
  sent.length = 0;
  await button('Send Now').click();
  await page.getByText('Are you sure?').waitFor();
  await button('Cancel').click();
  expect(sent).toHaveLength(0);
  await button('Send Now').click();
  await button('Yes, Send Now!').click();
  await page.getByText('Campaign Launched!').waitFor();
  expect(sent).toHaveLength(1);
  const form = Object.fromEntries(sent[0] ?? []);
  expect(form).toMatchObject({ inpBatchId: campaign, inpContactTypeId: '3', inpSkipDNCCheck: '0' });
  expect(form.inpTargetListIds).toMatch(/^\d+,\d+$/);
  expect(form.ABTestingBatches).toMatch(/^\d+$/);
  expect(form.inpShortCode).toMatch(/^\+1\d{10}$/);
  expect(form.inpSchedule).toMatch(/^\d{4}-\d\d-\d\d 09:00:00$/);
  await page.reload();
  await page.getByText('Campaign Launched!').waitFor();
  await button('Start over?').click();
  await page.getByText('Select Target Channel').waitFor();
  expect(await page.getByRole('radio').count()).toBe(2);
  await page.reload();
  await page.getByText('Select Target Channel').waitFor();
  await page.getByText('Blasts of this campaign').waitFor();
});

test('how many blasts one person gets is limited by an owner, and the review says whom that leaves out', async () => {
  const { NEWListID: list } = await ask('lists/addList', { ListName: 'Often' });
  for (const phone of ['2125550381', '2125550382'])
    await ask('members/addMemberToList', { ContactString: phone, ListId: String(list) });
  const { NEWListID: first } = await ask('lists/addList', { ListName: 'First' });
  await ask('members/addMemberToList', { ContactString: '2125550381', ListId: String(first) });
  const { BLASTID } = await ask('blast/BlastToList', {
    inpBatchId: await newCampaign('Before'),
    inpTargetListIds: String(first),
    inpSchedule: '2020-01-01 00:00:00',
  });
  await expect
    .poll(async () => (await ask('blast/blastProgress', { inpBlastId: String(BLASTID) })).STATE)
    .toBe('done');

  await page.goto('/account');
  const limited = page.getByLabel('Limit how many blasts a person gets');
  await limited.focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Most blasts per person').fill('1');
  await button('Save limit').click();
  await page.getByText('Limit saved').waitFor();
  await page.reload();
  await expect.poll(() => limited.isChecked()).toBe(true);
  expect(await page.getByLabel('Within days').inputValue()).toBe('7');

  const after = await newCampaign('After');
  await page.goto(`/blast/${after}`);
  await page.getByText('Filter Targets').waitFor();
  if ((await steps()).length === 5) await next();
  await pick('Add a list', /Often/);
  for (let step = 0; step < 3; step += 1) await next();
  await page
    .getByText('1 more will be skipped because they’ll have reached your limit of 1 blast in 7 days')
    .waitFor();
  await button('Send Now').click();
  await page.getByRole('dialog').getByText('goes to 1 person').waitFor();
});
