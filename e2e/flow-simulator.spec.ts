/** The phone beside the editor: as whom, when, with which answers; and talks that are kept as tests. */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
const phone = () => page.getByRole('region', { name: 'Phone preview', exact: true });
const log = () => phone().getByRole('log');
const button = (name: string) => phone().getByRole('button', { name, exact: true });
const fold = (name: RegExp) => phone().getByRole('button', { name, expanded: false });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const choose = async (label: string, option: string | RegExp) => {
  await phone().getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};
const tests = () => phone().getByRole('list', { name: 'Tests' });
const say = async (words: string) => {
  await phone().getByRole('textbox', { name: 'Text as the contact' }).fill(words);
  await button('Send').click();
};

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  await signUp(page);
  await ask('tags/addTag', { TagName: 'First name' });
  const list = String((await ask('lists/addList', { ListName: 'Guests' })).NEWListID);
  for (const [ContactString, Value] of [
    ['2125550141', 'Ada'],
    ['2125550142', 'Grace'],
  ] as const) {
    const { CONTACTADDRESSID } = await ask('members/addMemberToList', { ContactString, ListId: list });
    await ask('tags/updateTag', { ContactAddressId: String(CONTACTADDRESSID), Tag: 'First name', Value });
  }
  await ask('simulator/phoneSend', { inpContactString: '2125550142', inpText: 'STOP' });
  campaign = String((await ask('control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
  const add = (point: object) =>
    ask('control-point/AddCPData', { inpBatchId: campaign, controlPoint: JSON.stringify(point) });
  await add({
    ID: 0,
    RQ: 1,
    TYPE: 'SHORTANSWER',
    TEXT: 'Coming, {%First name|friend%}?',
    ITYPE: 'HOURS',
    IVALUE: '2',
    IMRNR: '1',
    INRMO: 'NEXT',
  });
  await add({ ID: 0, RQ: 2, TYPE: 'TRAILER', TEXT: 'See you!' });
  await page.goto(`/campaign/editor/${campaign}`);
  await log().getByText('Coming, friend?').waitFor();
});

test('the clock jumps: the question is asked again in its time, and then given up', async () => {
  await phone().getByText('Gives up waiting:').waitFor();
  await button('+1 hour').click();
  expect(await log().getByText('Coming, friend?').count()).toBe(1);
  await button('+1 hour').click();
  await expect.poll(() => log().getByText('Coming, friend?').count()).toBe(2);
  await button('Fast-forward').click();
  await log().getByText('See you!').waitFor();
  expect(await button('Fast-forward').isDisabled()).toBe(true);
  await button('Start over').click();
});

test('the flow is tried as a contact, with its tags; whoever opted out gets nothing', async () => {
  await fold(/^Try it as/).click();
  await phone().getByRole('combobox', { name: 'Person' }).click();
  await phone().getByRole('combobox', { name: 'Person' }).fill('ada');
  await page.getByRole('option', { name: /Ada/ }).click();
  await log().getByText('Coming, Ada?').waitFor();
  expect(await violations(page)).toEqual([]);
  await phone().getByRole('combobox', { name: 'Person' }).fill('5550142');
  await page.getByRole('option', { name: /Grace/ }).click();
  await phone().getByText('This person opted out. Nothing would be sent to them.').waitFor();
  await log().getByText('This number is opted out: the campaign does not start').waitFor();
  await choose('Person', 'Test person');
  await log().getByText('Coming, friend?').waitFor();
});

test('a talk is kept as a test, without the person it was tried as', async () => {
  await phone().getByRole('combobox', { name: 'Person' }).fill('ada');
  await page.getByRole('option', { name: /Ada/ }).click();
  await log().getByText('Coming, Ada?').waitFor();
  await say('yes');
  await log().getByText('See you!').waitFor();
  await fold(/^Tests/).click();
  await button('Make this a test').click();
  await dialog('Make this a test').getByRole('textbox', { name: 'Test name' }).fill('They come');
  await dialog('Make this a test').getByRole('button', { name: 'Keep the test' }).click();
  await tests().getByText('Passes').waitFor();
  const { TALKS } = await ask('talks/listTalks', { inpBatchId: campaign });
  expect(String(TALKS)).toContain('Coming, Sam?');
  expect(String(TALKS)).not.toMatch(/Ada|5550141/);
  expect(await violations(page)).toEqual([]);
});

test('its download is played by npm run talk', async () => {
  await tests().getByRole('button', { name: 'Options for They come' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('They come.txt');
  const path = join(await mkdtemp(join(tmpdir(), 'parley-talk-')), 'talk.txt');
  writeFileSync(path, readFileSync(await file.path(), 'utf8'));
  const play = () => spawnSync(process.execPath, ['dev/talk.ts', path], { encoding: 'utf8' });
  expect(play()).toMatchObject({ status: 0, stdout: expect.stringContaining('As written.') });
  writeFileSync(path, readFileSync(path, 'utf8').replace('< See you!', '< Bye!'));
  expect(play()).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('expected “Bye!”, got “See you!”'),
  });
});

test('an edit that changes the talk shows its line, before publishing too, and is published anyway', async () => {
  const publish = async (name: string) => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    return dialog(/^Publish version/).getByRole('button', { name, exact: true });
  };
  await (await publish('Publish now')).waitFor();
  await dialog(/^Publish version/)
    .getByText('Your test passes.')
    .waitFor();
  await page.keyboard.press('Escape');
  const card = page.getByRole('article', { name: /^Step 2,/ });
  await card.locator('[data-head]').click();
  await card.getByRole('textbox', { name: 'Final message', exact: true }).fill('Until then!');
  await tests().getByText('Line 7: expected “See you!”, got “Until then!”').waitFor();
  await page.getByText('All changes saved').waitFor();
  const anyway = await publish('Publish anyway');
  await dialog(/^Publish version/)
    .getByText('“They come”, line 7:')
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await anyway.click();
  await dialog(/^Publish version/).waitFor({ state: 'detached' });
});

test('a version is tried as it was published, and a test is brought up to date', async () => {
  await tests().getByRole('button', { name: 'Options for They come' }).click();
  await page.getByRole('menuitem', { name: 'Expect what happens now' }).click();
  await tests().getByText('Passes').waitFor();
  const card = page.getByRole('article', { name: /^Step 2,/ });
  await card.getByRole('textbox', { name: 'Final message', exact: true }).fill('Something new');
  await tests().getByText('Line 7:').waitFor();
  await choose('Flow to run', /^Version 1/);
  await phone().getByText('Runs version 1. Nothing is sent.').waitFor();
  await say('yes');
  await log().getByText('Until then!').waitFor();
  await fold(/^Tests/).click();
  await tests().getByText('Passes').waitFor();
});
