/** A campaign that is edited as a draft and published: what is said of it, and the way back. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let campaign: string;

async function ask(path: string, form: Record<string, string>): Promise<Record<string, unknown>> {
  const answer = await page.request.post(`/session/api/${path}`, { form });
  return (await answer.json()) as Record<string, unknown>;
}
const add = (point: object) =>
  ask('control-point/AddCPData', { inpBatchId: campaign, controlPoint: JSON.stringify(point) });
const saved = () => page.getByText('All changes saved').waitFor();
const state = (words: string | RegExp) => page.getByRole('status').filter({ hasText: words });
const step = (position: number, kind: string) =>
  page.getByRole('article', { name: `Step ${position}, ${kind}`, exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const rewrite = async (position: number, kind: string, field: string, text: string) => {
  const card = step(position, kind);
  const box = card.getByRole('textbox', { name: field, exact: true });
  if ((await box.count()) === 0) await card.locator('[data-head]').click();
  await box.fill(text);
  await saved();
};
beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  campaign = String((await ask('control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
  await add({ ID: 0, RQ: 1, TYPE: 'STATEMENT', TEXT: 'Welcome to Luigi’s!' });
  await add({ ID: 0, RQ: 2, TYPE: 'TRAILER', TEXT: 'See you soon.' });
  await page.goto(`/campaign/editor/${campaign}`);
  await step(1, 'Message').waitFor();
});

test('a draft says that people get it as it is, louder when it isn’t finished', async () => {
  await state('Draft, never published. Give it a keyword, and people can text in.').waitFor();
  await ask('keyword/SaveKeyword', { inpBatchId: campaign, inpKeyword: 'LUIGI', inpShortCode: '' });
  await page.reload();
  await step(1, 'Message').waitFor();
  await state('Draft, never published. People who text in get the draft as you edit it.').waitFor();
  await rewrite(1, 'Message', 'Message', '');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await state('it isn’t finished').waitFor();
  await button('Publish').click();
  await dialog('Publish version 1').getByText('Fix these first').waitFor();
  expect(await dialog('Publish version 1').getByRole('button', { name: 'Publish now' }).isDisabled()).toBe(
    true,
  );
  await page.keyboard.press('Escape');
  await dialog('Publish version 1').waitFor({ state: 'detached' });
  await rewrite(1, 'Message', 'Message', 'Welcome to Luigi’s!');
});

test('publishing makes version 1, and later edits are counted as not published', async () => {
  await button('Publish').click();
  await dialog('Publish version 1').getByText('2 steps will go live').waitFor();
  await dialog('Publish version 1').getByRole('textbox', { name: 'What changed?' }).fill('The opening');
  expect(await violations(page)).toEqual([]);
  await dialog('Publish version 1').getByRole('button', { name: 'Publish now' }).click();
  await state(/^Version 1 is live$/).waitFor();
  await rewrite(1, 'Message', 'Message', 'Benvenuti at Luigi’s!');
  await state('Version 1 is live, 1 change not published').waitFor();
  const { CPOBJ } = await ask('control-point/ReadVersion', { inpBatchId: campaign, NUMBER: '1' });
  expect(JSON.stringify(CPOBJ)).toContain('Welcome to Luigi’s!');
});

test('the changes are told before they go live, and a draft that somebody else changed is shown again', async () => {
  await button('Publish').click();
  const publishing = dialog('Publish version 2');
  const changes = publishing.getByRole('list', { name: '1 change since version 1' });
  await changes.getByText('Text changed from “Welcome to Luigi’s!” to “Benvenuti at Luigi’s!”').waitFor();
  await add({ ID: 0, RQ: 2, TYPE: 'STATEMENT', TEXT: 'Today: tiramisu.' });
  await publishing.getByRole('button', { name: 'Publish now' }).click();
  await publishing.getByText('changed in another window').waitFor();
  await publishing.getByRole('button', { name: 'Show the changes again' }).click();
  await publishing.getByText('2 changes since version 1').waitFor();
  await publishing.getByRole('button', { name: 'Publish now' }).click();
  await state(/^Version 2 is live/).waitFor();
});

test('versions are listed with what they changed, and going back takes two clicks', async () => {
  await page.reload();
  await state(/^Version 2 is live$/).waitFor();
  await button('Versions').click();
  const versions = dialog('Versions');
  const row = (name: string) => versions.getByRole('listitem').filter({ hasText: name });
  await row('Version 1').getByText('The opening').waitFor();
  await row('Version 2').getByRole('button', { name: 'What changed' }).click();
  await versions.getByRole('list', { name: 'What changed in version 2' }).getByText('New step').waitFor();
  expect(await violations(page)).toEqual([]);
  await row('Version 1').getByRole('button', { name: 'Go back to this version' }).click();
  await dialog('Go back to version 1?').getByRole('button', { name: 'Go back and publish' }).click();
  await state(/^Version 3 is live$/).waitFor();
  await step(2, 'Final Message').waitFor();
  expect(await step(3, 'Final Message').count()).toBe(0);
});

test('changes of the draft can be discarded', async () => {
  await rewrite(1, 'Message', 'Message', 'Half a sen');
  await state('1 change not published').waitFor();
  await button('Versions').click();
  await dialog('Versions').getByRole('button', { name: 'Discard draft changes' }).click();
  await dialog('Discard your draft changes?').getByRole('button', { name: 'Discard changes' }).click();
  await state(/^Version 3 is live$/).waitFor();
  expect(await page.getByText('Welcome to Luigi’s!').count()).toBeGreaterThan(0);
});

test('two versions of one’s choice are compared', async () => {
  await button('Versions').click();
  const versions = dialog('Versions');
  const row = versions.getByRole('listitem').filter({ hasText: 'Version 3' });
  await row.getByRole('button', { name: 'What changed' }).click();
  await versions.getByRole('list', { name: 'What changed in version 3' }).waitFor();
  await row.getByRole('combobox', { name: 'Compared with' }).click();
  await page.getByRole('option', { name: 'Version 1' }).click();
  await row.getByText('Nothing is different.').waitFor();
  await page.keyboard.press('Escape');
  await dialog('Versions').waitFor({ state: 'detached' });
});

test('who is in the middle of an earlier version is moved where somebody says so', async () => {
  await add({ ID: 0, RQ: 1, TYPE: 'SHORTANSWER', TEXT: 'What’s your name?' });
  await page.reload();
  await step(1, 'Question').waitFor();
  const publish = async (version: number) => {
    await button('Publish').click();
    await dialog(`Publish version ${version}`).getByRole('button', { name: 'Publish now' }).click();
    await state(new RegExp(`^Version ${version} is live$`)).waitFor();
  };
  await publish(4);
  for (const inpContactString of ['2125550171', '2125550172'])
    await ask('simulator/phoneSend', { inpContactString, inpText: 'luigi' });
  await rewrite(2, 'Message', 'Message', 'Welcome back to Luigi’s!');
  await publish(5);
  await button('Versions').click();
  const versions = dialog('Versions');
  const row = versions.getByRole('listitem').filter({ hasText: 'Version 4' });
  await row.getByText('2 people are in the middle of it.').waitFor();
  await row.getByRole('button', { name: 'Move to version 5' }).click();
  const moving = dialog('Move people from version 4 to version 5');
  await moving.getByText('2 people are waiting here').waitFor();
  expect(await violations(page)).toEqual([]);
  await moving.getByRole('button', { name: 'Move 2 people' }).click();
  await page.getByText('2 people moved to version 5').waitFor();
  await row.getByText('in the middle of it').waitFor({ state: 'detached' });
  await ask('simulator/phoneSend', { inpContactString: '2125550171', inpText: 'Ann' });
  const heard = async () =>
    JSON.stringify(await ask('simulator/phoneMessages', { inpContactString: '2125550171' }));
  await expect.poll(heard).toContain('Welcome back to Luigi’s!');
});
