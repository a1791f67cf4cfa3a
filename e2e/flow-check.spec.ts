/** What the check says before a campaign is published, its fixes, and the API step beside its test call. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { overflowOf, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let campaign: string;

async function ask(path: string, form: Record<string, string>): Promise<Record<string, unknown>> {
  const answer = await page.request.post(`/session/api/${path}`, { form });
  return (await answer.json()) as Record<string, unknown>;
}
const newCampaign = async () =>
  String((await ask('control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
const add = async (to: string, point: object) =>
  Number(
    (
      await ask('control-point/AddCPData', {
        inpBatchId: to,
        controlPoint: JSON.stringify({ ID: 0, RQ: 0, ...point }),
      })
    ).PID,
  );
const open = async (of: string) => {
  await page.goto(`/campaign/editor/${of}`);
  await page.getByRole('list', { name: 'Steps' }).waitFor();
};
const step = (position: number, kind: string) =>
  page.getByRole('article', { name: `Step ${position}, ${kind}`, exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const saved = () => page.getByText('All changes saved').waitFor();
/** The panel that lists what was found. */
const panel = async () => {
  await page.getByRole('button', { name: /^Ready|to fix$/ }).click();
  return page.getByRole('dialog').last();
};
const focused = () =>
  page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ?? '');

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  campaign = await newCampaign();
  await add(campaign, {
    TYPE: 'ONESELECTION',
    TEXT: 'Tea or coffee?',
    OPTIONS: [
      { ID: 1, TEXT: 'Tea' },
      { ID: 2, TEXT: 'Coffee', TRN: [{ TID: 1, TEXT: '1' }] },
    ],
  });
  await add(campaign, {
    TYPE: 'API',
    API_DOM: 'http://127.0.0.1/orders/{%answer:1%}',
    API_HEAD: 'Authorization: Bearer s3cret',
  });
  await add(campaign, { TYPE: 'TRAILER', TEXT: 'Enjoy!' });
});

test('a finding leads into the field that it is about, folded out', async () => {
  await open(campaign);
  await (await panel()).getByRole('button', { name: /This question waits forever/ }).click();
  await expect.poll(focused).toBe('wait');
  expect(await step(1, 'Question').getByLabel('Interval expired action').isVisible()).toBe(true);
});

test('a fix is one click, saved, and taken back by Undo', async () => {
  await open(campaign);
  await (await panel()).getByRole('button', { name: 'End it after 24 hours without a reply' }).click();
  await saved();
  const silence = async () => {
    const { FINDINGS } = await ask('control-point/CheckFlow', { inpBatchId: campaign });
    const found = JSON.parse(String(FINDINGS)) as { CODE: string }[];
    return found.map(({ CODE }) => CODE).filter((code) => code === 'no-timeout');
  };
  await expect.poll(silence).toEqual([]);
  await button('Undo').click();
  await expect.poll(silence).toEqual(['no-timeout']);
  await button('Redo').click();
  await expect.poll(silence).toEqual([]);
});

test('an example that another answer takes is told with who wins, and removed', async () => {
  await open(campaign);
  await step(1, 'Question').locator('[data-head]').click();
  await step(1, 'Question').getByText('“1” is meant for “Coffee”, but counts as “Tea”').waitFor();
  await step(1, 'Question').getByRole('button', { name: 'Remove “1” here' }).click();
  await step(1, 'Question').getByText('“1” is meant for').waitFor({ state: 'detached' });
  await saved();
});

test('a call gets a path for its failures, which the phone can take', async () => {
  await (await panel()).getByRole('button', { name: 'Add a message for when it fails' }).click();
  await step(3, 'Final Message').waitFor();
  await saved();
  await page.getByRole('button', { name: 'API answers' }).click();
  await page.getByRole('button', { name: 'Tea', exact: true }).click();
  const log = page.getByRole('log', { name: 'Conversation' });
  await log.getByText('Enjoy!').waitFor();
  await page
    .getByRole('radiogroup', { name: /^What comes back/ })
    .getByText('Fails')
    .click();
  await log.getByText('Sorry, that didn’t work just now.').waitFor();
  await log.getByText('Enjoy!').waitFor({ state: 'detached' });
  expect(await violations(page)).toEqual([]);
});

test('a test call shows what it sends, and reaches no machine of our own network', async () => {
  const card = step(2, 'API Call');
  if ((await card.getByRole('button', { name: 'Test call' }).count()) === 0)
    await card.locator('[data-head]').click();
  await card.getByRole('button', { name: 'Test call' }).click();
  await card.getByLabel(/^Value for Answer of/).fill('7');
  const request = card.getByRole('region', { name: 'What will be sent' });
  expect(await request.textContent()).toBe('GET http://127.0.0.1/orders/7\nAuthorization: ••••••');
  await card.getByRole('button', { name: 'Make the test call' }).click();
  await card.getByText('127.0.0.1 is not on the public internet.', { exact: true }).waitFor();
  await card.getByText('No answer', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Values from the answer' }).click();
  await card.getByRole('button', { name: 'Add a value' }).click();
  await card.getByRole('group', { name: 'Value 1' }).getByLabel('Name').fill('Total');
  await saved();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 760 });
  // In the middle: what is half under the bar of tools would be taken for too small.
  await card.locator('[data-head]').evaluate((head) => head.scrollIntoView({ block: 'center' }));
  expect(await violations(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('campaigns that start each other are found when both are saved', async () => {
  const [one, two] = [await newCampaign(), await newCampaign()];
  await add(one, { TYPE: 'STATEMENT', TEXT: 'Hello' });
  await add(one, { TYPE: 'BATCHCP', AVALREDIR: Number(two) });
  await add(two, { TYPE: 'BATCHCP', AVALREDIR: Number(one) });
  await open(one);
  await (await panel()).getByText(/start each other/).waitFor();
});

test('an unfinished draft that a keyword starts says so loudly, with the way to what is wrong', async () => {
  const loud = await newCampaign();
  await add(loud, { TYPE: 'STATEMENT', TEXT: 'Hello' });
  await add(loud, { TYPE: 'TRAILER', TEXT: '' });
  await ask('keyword/SaveKeyword', { inpBatchId: loud, inpKeyword: 'LOUDLY' });
  await open(loud);
  const notice = page.getByRole('alert').filter({ hasText: 'People who text in get this unfinished draft' });
  await notice.getByText('LOUDLY starts this campaign').waitFor();
  await button('Publish').click();
  const dialog = page.getByRole('dialog', { name: 'Publish version 1' });
  await dialog.getByRole('button', { name: /^Step 2: This step has no text/ }).click();
  await dialog.waitFor({ state: 'detached' });
  const text = step(2, 'Final Message').getByRole('textbox', { name: 'Final message' });
  await expect.poll(() => text.evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await violations(page)).toEqual([]);
  await text.fill('See you!');
  await saved();
  await notice.waitFor({ state: 'detached' });
});
