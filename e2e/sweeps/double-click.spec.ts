/**
 * A button that makes or sends something does it once, however it is pressed: real double clicks on a real
 * server.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeFixtures } from '../fixtures.ts';
import { settled, signUp, useBrowser } from '../person.ts';
import type { Ids } from '../screens.ts';

const browser = useBrowser();
let page: Page;
let ids: Ids;
beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  ids = await storeFixtures(page);
});
afterAll(() => page.context().close());

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).last();
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

/** How many of a call's requests went out while `act` was done, and whether the server refused any. */
async function pressed(path: string, act: () => Promise<void>) {
  let sent = 0;
  const refused: string[] = [];
  const onRequest = (request: { url: () => string }) => {
    if (request.url().endsWith(path)) sent += 1;
  };
  page.on('request', onRequest);
  const answered = page.waitForResponse((response) => response.url().endsWith(path));
  await act();
  const reply = (await (await answered).json()) as { RESULT: number; MESSAGE: string };
  if (reply.RESULT !== 1) refused.push(reply.MESSAGE);
  await settled(page);
  page.off('request', onRequest);
  return { sent, refused };
}

const ONCE = { sent: 1, refused: [] };
test.each([
  ['a tag', '/tagmanager', 'Add Tag', 'Tag Name', 'tags/addTag'],
  ['a list', '/lists', 'New list', 'List Name', 'lists/addList'],
  ['a channel', '/channels', 'New channel', 'List Name', 'channels/addChannel'],
])('adding %s', async (what, path, open, field, call) => {
  await page.goto(path);
  await button(open).click();
  await page.getByLabel(field, { exact: true }).fill(`Twice ${what}`);
  expect(await pressed(call, () => button('Add Now').dblclick())).toEqual(ONCE);
});

test('credentials, whose secret is shown once', async () => {
  await page.goto('/account/credentials');
  await settled(page);
  expect(await pressed('credentials/addCredentials', () => button('Add Credentials').dblclick())).toEqual(
    ONCE,
  );
});

test('an automata', async () => {
  await page.goto('/automata/manager');
  await settled(page);
  await button('Add Automata').click();
  await page.getByLabel('Automata Name', { exact: true }).fill('Every Friday');
  expect(await pressed('automata/addautomata', () => button('Add Now').dblclick())).toEqual(ONCE);
});

test('a copy of a campaign', async () => {
  await page.goto('/campaign/manage');
  await settled(page);
  await page
    .getByRole('button', { name: /^Options for/ })
    .first()
    .click();
  expect(await pressed('campaign/CloneCampaign', () => item('Duplicate').dblclick())).toEqual(ONCE);
});

test('a test of a blast', async () => {
  await page.goto(`/blast/${ids.campaign}`);
  await settled(page);
  await button('Send a test to me').click();
  await page.getByLabel('Phone number', { exact: true }).fill('2125550142');
  expect(await pressed('blast/sendTest', () => button('Send').dblclick())).toEqual(ONCE);
});

test('a text from the inbox', async () => {
  await page.goto(`/inbox/${ids.contact}`);
  await settled(page);
  await page.getByRole('textbox', { name: 'Your reply' }).fill('See you at nine');
  expect(await pressed('inbox/sendReply', () => button('Send').dblclick())).toEqual(ONCE);
});

test('an invitation, whose first link stays good', async () => {
  await page.goto('/account');
  await page.getByLabel('Invite a colleague').fill('colleague@example.com');
  expect(await pressed('account/inviteMember', () => button('Invite').dblclick())).toEqual(ONCE);
});

test('a member', async () => {
  await page.goto(`/lists/members/${ids.list}`);
  await settled(page);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add Member' });
  await dialog.getByRole('textbox').fill('2125550143');
  expect(await pressed('members/addMemberToList', () => button('Add Now').dblclick())).toEqual(ONCE);
});

test('a note for the team', async () => {
  await page.goto(`/inbox/${ids.contact}`);
  await settled(page);
  await page.getByText('Note', { exact: true }).click();
  await page.getByLabel('Note for your team').fill('Regular guest');
  expect(await pressed('inbox/addNote', () => button('Add note').dblclick())).toEqual(ONCE);
});

test('a canned answer', async () => {
  await page.goto(`/inbox/${ids.contact}`);
  await settled(page);
  await button('Canned answers').click();
  await page.getByRole('option', { name: 'Manage canned answers' }).click();
  await button('New answer').click();
  const form = page.getByRole('dialog', { name: 'New canned answer' });
  await form.getByLabel('Short name').fill('table');
  await form.getByLabel('Text').fill('Your table is kept.');
  const save = form.getByRole('button', { name: 'Save', exact: true });
  expect(await pressed('inbox/addAnswer', () => save.dblclick())).toEqual(ONCE);
});

test('a report', async () => {
  await page.goto('/report-builder');
  await settled(page);
  await button('Save').click();
  const dialog = page.getByRole('dialog', { name: 'Save Your Report' });
  await dialog.getByLabel('Report Name').fill('Twice');
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  expect(await pressed('report/saveNewCustomReport', () => save.dblclick())).toEqual(ONCE);
});

test('a template from a campaign, and a campaign from a template', async () => {
  await page.goto(`/campaign/editor/${ids.campaign}`);
  await settled(page);
  await button('Campaign options').click();
  await item('Save as template…').click();
  await page.getByLabel('Template Name').fill('Our sale');
  const kept = pressed('control-flow-template/SaveCampaignAsTemplate', () => button('Save Now').dblclick());
  expect(await kept).toEqual(ONCE);
  await page.goto('/campaign/templates');
  await settled(page);
  const template = page.getByRole('link', { name: 'Our sale', exact: true });
  expect(await pressed('control-point/AddNewBatchFromTemplate', () => template.dblclick())).toEqual(ONCE);
});
