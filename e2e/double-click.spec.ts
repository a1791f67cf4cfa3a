/** A button that makes or sends something does it once, however it is pressed: real double clicks on a real server. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { furnish } from './furnish.ts';
import { settled, signUp, useBrowser } from './person.ts';
import type { Ids } from './screens.ts';

const browser = useBrowser();
let page: Page;
let ids: Ids;
beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  ids = await furnish(page);
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
