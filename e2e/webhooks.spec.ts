/** Webhooks as an owner sets one up: an address and its events, a test, what was delivered, the secret. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { violations } from './axe.ts';
import { signUp, useBrowser } from './person.ts';

const browser = useBrowser();
const received: { type: string; data: { list?: string } }[] = [];
let answer = 204;
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push(JSON.parse(body));
  response.writeHead(answer).end(answer === 204 ? '' : 'closed for today');
});
let page: Page;
let address = '';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
});
afterAll(() => {
  receiver.close();
  receiver.closeAllConnections();
});

test('one is added from My Account, with what is missing said first', async () => {
  await page.goto('/account');
  await page.getByRole('link', { name: /^Webhooks/ }).click();
  await page.getByText('No webhooks yet').waitFor();
  await page.getByRole('link', { name: 'New webhook' }).click();
  await button('Add webhook').click();
  await page.getByText('Enter an address that begins with https:// or http://.').waitFor();
  await page.getByText('Choose at least one event.').waitFor();
  await page.getByLabel('Address').fill(address);
  await page.getByLabel('What it’s for').fill('Shop');
  await page.getByLabel('List joined').check();
  await button('Add webhook').click();
  await page.getByText('Webhook added').waitFor();
  await page.waitForURL(/\/account\/webhooks\/edit\/\d+$/);
  await page.getByRole('heading', { name: 'Shop' }).waitFor();
  expect(await violations(page)).toEqual([]);
});

test('a test event shows what came back', async () => {
  answer = 503;
  await button('Send a test event').click();
  await page.getByText(/^It answered 503 in \d+ ms$/).waitFor();
  expect(received.at(-1)).toMatchObject({ type: 'webhook.test' });
  await page.getByRole('button', { name: /Failed.*Test event/ }).click();
  await dialog().getByText('closed for today').waitFor();
  await page.keyboard.press('Escape');
  answer = 204;
});

test('what happens is delivered, seen in the log, and sent again', async () => {
  const list = String((await askAs(page, 'lists/addList', { ListName: 'VIP' })).NEWListID);
  await askAs(page, 'members/addMemberToList', { ContactString: '2125550142', ListId: list });
  await page.getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option', { name: 'List joined' }).click();
  const row = page.getByRole('button', { name: /Delivered.*List joined/ });
  await row.click();
  await dialog().getByText(`"list": "lst_${list}"`).waitFor();
  expect(await violations(page)).toEqual([]);
  const before = received.length;
  await dialog().getByRole('button', { name: 'Send again' }).click();
  await page.getByText('It’s being sent again').waitFor();
  await expect.poll(() => received.length).toBe(before + 1);
  await page.getByText('2 tries').waitFor();
  await button('Send failed again').click();
  await page.getByRole('menuitem', { name: 'Of the last hour' }).click();
  await page.getByText('Nothing failed in that time').waitFor();
});

test('the secret is shown on request, and changed; both sign for a day', async () => {
  await button('Show secret').click();
  const secret = page.getByText(/^whsec_/);
  const former = await secret.innerText();
  await button('Change secret').click();
  await dialog().getByRole('button', { name: 'Change secret' }).click();
  await page.getByText('Secret changed').waitFor();
  await page.getByText('The old secret still signs, too').waitFor();
  expect(await secret.innerText()).not.toBe(former);
});

test('off it says so, in the list, too; deleted it is gone', async () => {
  await page.getByLabel('On', { exact: true }).uncheck({ force: true });
  await button('Save').click();
  await page.getByText('Webhook saved').waitFor();
  await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click();
  await page.getByText('Events that happen while it’s off aren’t recorded.').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Shop' }).click();
  await button('Delete').click();
  await dialog().getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('No webhooks yet').waitFor();
});
