/** An automata that starts when something happens: made, switched on, and what became of it. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { violations } from './axe.ts';
import { signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let list = '';

const ask = (path: string, form: Record<string, string>) => askAs(page, path, form);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const preview = () => page.getByRole('region', { name: 'The last 30 days' });
const option = (name: string) => page.getByRole('option', { name, exact: true });
const join = (ending: string) =>
  ask('members/addMemberToList', { ContactString: `212555${ending}`, ListId: list });
async function pick(label: string, choice: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await option(choice).click();
}

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  list = String((await ask('lists/addList', { ListName: 'Club' })).NEWListID);
  await ask('lists/addList', { ListName: 'Other' });
  const campaign = String((await ask('control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
  await ask('campaign/SaveBatchDesc', { inpBatchId: campaign, inpDesc: 'Welcome' });
  await ask('control-point/AddCPData', {
    inpBatchId: campaign,
    controlPoint: JSON.stringify({ ID: 0, RQ: 0, TYPE: 'TRAILER', TEXT: 'Good to have you.' }),
  });
  await join('0101');
  await join('0102');
});

test('it is put together step by step, with who it would have started', async () => {
  await page.goto('/automata/manager');
  await button('Add Automata').click();
  await page.getByRole('dialog').getByLabel('Automata Name').fill('Welcome to the club');
  await button('Add Now').click();
  await heading('Select Automata Type').waitFor();
  await page.getByRole('radio', { name: 'When this happens' }).check();
  await button('Continue').click();

  await heading('What starts it').waitFor();
  await pick('When this happens', 'List joined');
  await preview().getByText('2 people').waitFor();
  await button('Add detail').first().click();
  await page.getByRole('menuitem', { name: 'List', exact: true }).click();
  await page.getByText('Finish every condition.').waitFor();
  await pick('List', 'Other');
  await preview().getByText('0 people').waitFor();
  await page.keyboard.press('Backspace');
  await pick('List', 'Club');
  await preview().getByText('2 people').waitFor();
  await page.keyboard.press('Escape');
  await pick('It starts', 'After a while');
  await pick('Unit', 'Days');
  await pick('It starts', 'Right away');
  await pick('For the same person', 'Every time');
  await button('Add a reason to stop').click();
  await page.getByRole('menuitem', { name: 'List left', exact: true }).click();
  await button('Remove: List left').waitFor();
  expect(await violations(page)).toEqual([]);
  await button('Continue').click();

  await heading('Select Target Campaign').waitFor();
  await pick('Target Campaign', 'Welcome');
  await button('Continue').click();
  await heading('Who It’s For').waitFor();
  await page.getByText('It starts for everyone it happens to.').waitFor();
  await button('Continue').click();
  await page.getByText('Turn it on and it starts for people from now on').waitFor();
  await page.getByLabel('Enabled?', { exact: true }).check();
  await page.getByText('It starts by itself, for one person at a time.').waitFor();
});

test('what happens then starts it, and its history says for whom', async () => {
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await page.getByText('Nothing happened yet').waitFor();
  await join('0103');
  const started = async () => {
    const automaton = page.url().split('/').at(-1) ?? '';
    return (await ask('automata/automataStarts', { AutomataId: automaton, inpState: 'started' })).TOTAL;
  };
  await expect.poll(started, { timeout: 60_000, interval: 500 }).toBe(1);
  await page.reload();
  await page.getByText('(212) 555-0103').waitFor();
  await page.getByText('List joined').waitFor();
  await page.getByText('Started', { exact: true }).last().waitFor();
  expect(await violations(page)).toEqual([]);
  await pick('Show', 'Not started');
  await page.getByText('No one here.').waitFor();
  await page.goto('/automata/manager');
  await page.getByText('When this happens: List joined').waitFor();
  await page.getByText('1 started, 0 waiting').waitFor();
});
