/** The people of a segment alone: in the inbox and on a report; what uses a segment, before it goes. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { violations } from './axe.ts';
import { settled, signUp, useBrowser } from './person.ts';

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
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
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
