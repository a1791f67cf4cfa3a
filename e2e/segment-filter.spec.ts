/** The people of a segment alone: in the inbox and on a report; what uses a segment, before it goes. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { violations } from './axe.ts';
import { overflowOf, settled, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let list: string;

const ask = (path: string, form: Record<string, string>) => askAs(page, path, form);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const people = () => page.getByRole('region', { name: 'People' });
const filter = () => page.getByRole('combobox', { name: 'Only people in segment' });
const texts = (phone: string, text: string) =>
  ask('simulator/phoneSend', { inpContactString: phone, inpText: text });
const onList = (id: string) =>
  JSON.stringify({ match: 'all', of: [{ on: 'list', is: 'in', value: [Number(id)] }] });
const segmentOf = async (name: string, of: string) =>
  String((await ask('segments/addSegment', { SegmentName: name, inpTree: onList(of) })).NEWSEGMENTID);

const METRIC = { metricId: 9, layoutId: 'a', datapointId: 0, displayType: 'number' };
const TILE = { x: 0, y: 0, w: 1, h: 3, title: 'Automata', metric: METRIC };
const CLICKS = { ...TILE, x: 1, title: 'Clicks', metric: { ...METRIC, metricId: 1, layoutId: 'b' } };
const TILES = [TILE, CLICKS];
const layout = { md: TILES, sm: TILES, xxs: TILES };

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  await texts('+12125550171', 'A table for two?');
  await texts('+12125550172', 'A table for nine?');
  list = String((await ask('lists/addList', { ListName: 'VIP' })).NEWListID);
  await ask('members/addMemberToList', { ContactString: '+12125550172', ListId: list });
});

test('the inbox shows the people of a segment, keeps to it over a reload, and shows everyone again', async () => {
  await page.goto('/inbox');
  await people().getByText('A table for nine?').waitFor();
  // Without a segment there is nothing to choose.
  expect(await filter().count()).toBe(0);
  const vip = await segmentOf('Regulars', list);
  await page.reload();
  await people().getByText('A table for two?').waitFor();
  await filter().click();
  await page.getByRole('option', { name: 'Regulars' }).click();
  await people().getByText('A table for two?').waitFor({ state: 'detached' });
  await people().getByText('A table for nine?').waitFor();
  expect(new URL(page.url()).searchParams.get('segment')).toBe(vip);
  await page.reload();
  await people().getByText('A table for nine?').waitFor();
  expect(await people().getByText('A table for two?').count()).toBe(0);
  expect(await filter().inputValue()).toBe('Regulars');
  await settled(page);
  expect(await violations(page)).toEqual([]);
  await button('Show everyone').click();
  await people().getByText('A table for two?').waitFor();
  expect(new URL(page.url()).searchParams.has('segment')).toBe(false);
  // The focus does not fall off the page with the button.
  expect(await filter().evaluate((field) => field === document.activeElement)).toBe(true);
});

test('on a phone the button has room for a finger, and a conversation leads back to the filtered inbox', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  const segment = await segmentOf('Regulars on a phone', list);
  await page.goto(`/inbox?segment=${segment}`);
  await people().getByText('A table for nine?').waitFor();
  const box = await button('Show everyone').boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(44);
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect(await overflowOf(page)).toBe(0);
  await people()
    .getByRole('link', { name: /table for nine/ })
    .click();
  await page.getByRole('log').getByText('A table for nine?').waitFor();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Inbox' }).click();
  await people().getByText('A table for nine?').waitFor();
  expect(new URL(page.url()).searchParams.get('segment')).toBe(segment);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a segment that was deleted, or that names something deleted, shows nobody and says so', async () => {
  const guests = String((await ask('lists/addList', { ListName: 'Guests' })).NEWListID);
  const segment = await segmentOf('Guests', guests);
  await page.goto(`/inbox?segment=${segment}`);
  await people().getByText('No one from this segment', { exact: true }).waitFor();
  await ask('lists/deleteList', { ListId: guests });
  await page.reload();
  await people().getByText('This segment finds no one').waitFor();
  await people().getByText('This list was deleted. Choose another one.').waitFor();
  expect(await people().getByText('A table for two?').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await ask('segments/deleteSegment', { inpSegmentId: segment });
  await page.reload();
  await people().getByText('This segment was deleted').waitFor();
  expect(await filter().inputValue()).toBe('Deleted segment');
  await people().getByRole('button', { name: 'Show everyone' }).last().click();
  await people().getByText('A table for two?').waitFor();
});

test('a report limited to a segment says so, is saved with it, and keeps to it; everyone is one click away', async () => {
  const vip = await segmentOf('Diners', list);
  const template = String((await ask('control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
  await page.goto(`/report/template/1/${template}`);
  await page.getByRole('region', { name: 'Opt Ins Over Time' }).waitFor();
  await filter().click();
  await page.getByRole('option', { name: 'Diners' }).click();
  await page.getByText('Only people who are in “Diners” now.').waitFor();
  expect(new URL(page.url()).searchParams.get('segment')).toBe(vip);
  await page.reload();
  await page.getByText('Only people who are in “Diners” now.').waitFor();
  await settled(page);
  expect(await violations(page)).toEqual([]);

  const report = JSON.stringify({ title: 'Dinner', description: '', layout });
  const id = String((await ask('report/saveNewCustomReport', { inpReportString: report })).DATA);
  await page.goto(`/report/custom/${id}`);
  await page.getByRole('region', { name: 'Clicks' }).waitFor();
  await filter().click();
  await page.getByRole('option', { name: 'Diners' }).click();
  await page.getByText('this doesn’t count people').waitFor();
  expect(await page.getByText('this doesn’t count people').count()).toBe(1);
  await page.getByText('Edit Mode Off').click();
  await button('Save').click();
  const dialog = page.getByRole('dialog', { name: 'Save Your Report' });
  await dialog.getByText('Saved for people in “Diners” only.').waitFor();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Report Saved!').waitFor();
  await page.goto(`/report/custom/${id}`);
  await page.getByText('Only people who are in “Diners” now.').waitFor();
  await button('Show everyone').click();
  await page.getByText('Only people who are in “Diners” now.').waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('segment')).toBe('0');
  await page.goto(`/report/custom/${id}`);
  await page.getByText('Only people who are in “Diners” now.').waitFor();
});

test('before a segment is deleted, what uses it is named with links; a report then says that it is gone', async () => {
  const [vip = '', outer] = [await segmentOf('Evening guests', list), 'All evenings'];
  const tree = { match: 'any', of: [{ on: 'segment', is: 'in', value: [Number(vip)] }] };
  const around = await ask('segments/addSegment', { SegmentName: outer, inpTree: JSON.stringify(tree) });
  const report = JSON.stringify({ title: 'Evenings', description: '', segment: Number(vip), layout });
  const id = String((await ask('report/saveNewCustomReport', { inpReportString: report })).DATA);
  await page.goto('/segments');
  const openDialog = async () => {
    await button('Options for Evening guests').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  };
  await openDialog();
  const dialog = page.getByRole('dialog', { name: 'Delete this segment?' });
  await dialog.getByText('This segment is in use').waitFor();
  await dialog.getByRole('link', { name: outer }).waitFor();
  expect(await dialog.getByRole('link', { name: 'Evenings', exact: true }).getAttribute('href')).toBe(
    `/report/custom/${id}`,
  );
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'OK to Delete' }).click();
  await page.getByText('You can’t delete “Evening guests” yet').waitFor();
  await ask('segments/deleteSegment', { inpSegmentId: String(around.NEWSEGMENTID) });
  await page.reload();
  await openDialog();
  await dialog.getByText('Reports are limited to this segment').waitFor();
  await dialog.getByRole('button', { name: 'OK to Delete' }).click();
  await page.getByText('“Evening guests” deleted').waitFor();
  await page.goto(`/report/custom/${id}`);
  await page.getByText('This segment was deleted').waitFor();
  expect(await page.getByRole('region', { name: 'Clicks' }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.locator('main').getByRole('button', { name: 'Show everyone' }).last().click();
  await page.getByRole('region', { name: 'Clicks' }).waitFor();
});
