/** A wait that lasts until the date in a tag: chosen in its form, played on the phone, kept by the server. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { violations } from './axe.ts';
import { overflowOf, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let campaign = '';
let ending = 0;

const ask = (path: string, form: Record<string, string>) => askAs(page, path, form);
const add = async (point: Record<string, unknown>) => {
  const controlPoint = JSON.stringify({ ID: 0, RQ: 0, ...point });
  await ask('control-point/AddCPData', { inpBatchId: campaign, controlPoint });
};
type Stored = { ID: number; TYPE: string };
const stored = async () => {
  const { CPOBJ } = await ask('control-point/ReadCPs', { inpBatchId: campaign });
  return (CPOBJ as { CPData: Stored }[]).map(({ CPData }) => CPData);
};
const wait = () => page.getByRole('article', { name: 'Step 1, Wait Interval', exact: true });
const phone = () => page.getByRole('region', { name: 'Phone preview', exact: true });

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  await ask('tags/addTag', { TagName: 'Visit' });
  campaign = String((await ask('control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
  for (const TEXT of ['See you tomorrow.', 'Which day suits you?']) await add({ TYPE: 'TRAILER', TEXT });
  await add({ TYPE: 'INTERVAL', RQ: 1 });
  ending = (await stored()).at(-1)?.ID ?? 0;
  await page.goto(`/campaign/editor/${campaign}`);
});

test('it is chosen in its form, at 360 px as well, and stored', async () => {
  await wait().locator('[data-head]').click();
  await wait().getByLabel('Wait for').selectOption({ label: 'A date in a tag' });
  await wait().getByRole('combobox', { name: 'Tag', exact: true }).click();
  await page.getByRole('option', { name: 'Visit', exact: true }).click();
  await wait().getByRole('combobox', { name: 'If there’s no date, or it’s past' }).click();
  await page.getByRole('option', { name: /^3\. / }).last().click();
  await expect
    .poll(async () => (await stored())[0])
    .toMatchObject({
      TYPE: 'INTERVAL',
      ILTYPE: 'DATE',
      ILTAG: 'Visit',
      ILVALUE: -1,
      ILHOUR: 9,
      ILMIN: 0,
      ILELSE: ending,
    });
  await wait().getByText('Until 1 day before Visit, 9:00 AM').waitFor();
  expect(await violations(page)).toEqual([]);
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await violations(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width, height });
});

test('the phone takes the other way without a date, and says until when it waits with one', async () => {
  await phone().getByText('Which day suits you?').waitFor();
  const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Visit', { exact: true }).fill(inTenDays);
  await phone()
    .getByText(/^Waits until /)
    .waitFor();
  await phone().getByRole('button', { name: 'Skip the wait' }).click();
  await phone().getByText('See you tomorrow.').waitFor();
});
