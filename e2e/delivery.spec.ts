/**
 * What a marketer sees of delivery: the look before a blast, its time to live, messages in doubt, and who may
 * change how a channel sends.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { askAs } from './ask.ts';
import { codeAfter } from './codes.ts';
import { PASSWORD, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let email = '';
let campaign = '';
let list = '';
let earlier = '';

const ask = (path: string, form: Record<string, string> = {}, on = page) => askAs(on, path, form);
const rowsOf = async (path: string, field: string, form: Record<string, string> = {}) =>
  JSON.parse(String((await ask(path, form))[field])) as Record<string, never>[];
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function newCampaign(name: string, text: string): Promise<string> {
  const id = String((await ask('control-point/AddNewBatchFromTemplate', { TID: '1' })).BATCHID);
  await ask('campaign/SaveBatchDesc', { inpBatchId: id, inpDesc: name });
  for (const { PID } of (await ask('control-point/ReadCPs', { inpBatchId: id })).CPOBJ as { PID: number }[])
    await ask('control-point/DeleteCPData', { inpBatchId: id, INPPID: String(PID) });
  await ask('control-point/AddCPData', {
    inpBatchId: id,
    controlPoint: JSON.stringify({ TYPE: 'TRAILER', RQ: 1, TEXT: text }),
  });
  return id;
}

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  email = await signUp(page);
  await ask('tags/addTag', { TagName: 'City' });
  const text = 'Hello {%City%}, see https://example.com/spring today.';
  campaign = await newCampaign('Spring', text);
  list = String((await ask('lists/addList', { ListName: 'Regulars' })).NEWListID);
  for (const [phone, city] of [
    ['2125550301', 'Boston'],
    ['2125550302', ''],
    ['5005550009', 'Springfield, the one in Massachusetts'],
  ] as const) {
    const { CONTACTADDRESSID } = await ask('members/addMemberToList', { ContactString: phone, ListId: list });
    if (city)
      await ask('tags/updateTag', { ContactAddressId: String(CONTACTADDRESSID), Tag: 'City', Value: city });
  }
  // One of them reads the same text now.
  const other = await newCampaign('Earlier', text);
  const few = String((await ask('lists/addList', { ListName: 'Few' })).NEWListID);
  await ask('members/addMemberToList', { ContactString: '2125550301', ListId: few });
  const blast = { inpBatchId: other, inpTargetListIds: few, inpSchedule: '2020-01-01 09:00:00' };
  earlier = String((await ask('blast/BlastToList', blast)).BLASTID);
});

test('the review looks at what goes out, and the button does not wait for it', async () => {
  await expect
    .poll(async () => (await ask('blast/blastProgress', { inpBlastId: earlier })).DELIVERED)
    .toBe(1);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/blast/preflight', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/blast/${campaign}`);
  await page.getByRole('combobox', { name: 'Add a list' }).click();
  await page.getByRole('option', { name: /Regulars/ }).click();
  await button('Next').click();
  await button('Next').click();
  await button('Now').click();
  await page.getByRole('combobox', { name: 'Stop trying after' }).click();
  await page.getByRole('option', { name: '30 minutes' }).click();
  await button('Next').click();
  await page.getByText('3 people', { exact: true }).waitFor();
  await page.getByText('30 minutes', { exact: true }).waitFor();
  await page.getByRole('status', { name: 'Checking' }).waitFor();
  await button('Send Now').click({ trial: true });
  release();
  const look = page.getByRole('region', { name: 'Before it goes out' });
  await look.getByText('3 message parts, 3 credits at most').waitFor();
  await look.getByText('This text went to 1 of them in the last 24 hours').waitFor();
  await look.getByText('1 person without a value in “City”').waitFor();
  await look.getByText('Quiet hours hold no one back').waitFor();
  expect(await look.getByRole('link').allInnerTexts()).toEqual(['https://example.com/spring']);
  for (const text of ['Hello Boston, see', 'Hello , see', 'Hello Springfield, the one in Massachusetts, see'])
    await look.getByText(text).waitFor();
});

test('a blast keeps the time to live it was given, and says so on its page', async () => {
  await button('Send Now').click();
  await button('Yes, Send Now!').click();
  await page.getByRole('link', { name: 'Watch it live' }).click();
  await page.getByText('We stop trying after 30 min.').waitFor();
});

test('a message in doubt is on the blast’s page and on the screen of them all, and is settled there', async () => {
  await page.getByRole('region', { name: 'Unconfirmed' }).getByText('(500) 555-0009').waitFor();
  await page.getByRole('link', { name: 'All unconfirmed messages' }).click();
  await page.getByRole('heading', { name: 'Unconfirmed' }).waitFor();
  await page.getByText('1 message', { exact: true }).waitFor();
  await page
    .getByRole('cell', { name: 'The connection broke before the carrier answered.', exact: true })
    .waitFor();
  await page.getByText('Single messages').click();
  await page.getByText('No unconfirmed messages match').waitFor();
  expect(new URL(page.url()).search).toBe('?kind=single');
  await button('Clear the filters').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('in-doubt.csv');
  const before = Number((await ask('account/loadAccount')).BALANCENUMBER);
  await page.getByRole('checkbox', { name: 'Choose (500) 555-0009' }).check();
  await button('It wasn’t sent: return the credits').click();
  await page.getByText('All clear').waitFor();
  expect(Number((await ask('account/loadAccount')).BALANCENUMBER)).toBe(before + 1);
});

test('the page of a blast that does not exist says so and leads back', async () => {
  for (const id of ['0', '987654321', 'x']) {
    await page.goto(`/blast/${campaign}/live/${id}`);
    await page.getByText('This blast doesn’t exist').waitFor();
  }
  await page.getByRole('link', { name: 'Show the campaign’s blasts' }).click();
  await page.waitForURL(`**/blast/${campaign}`);
});

test('a member reads how a channel sends and what the account is called, and cannot change it', async () => {
  const invitation = await ask('account/inviteMember', { inpEmail: `m-${email}`, inpRole: 'member' });
  const colleague = await browser.open({ reducedMotion: 'reduce' });
  const token = String(invitation.LINK).split('/join/')[1] ?? '';
  const form = { inpInvitation: token, inpPassword: PASSWORD, inpPhoneNumber: '2125550143' };
  expect((await ask('registration/joinAccount', form, colleague)).RESULT).toBe(1);
  const [channel] = await rowsOf('channels/listChannels', 'CHANNELS');
  await colleague.goto(`/channels/settings/${channel?.SRID}`);
  await colleague.getByText('but only an account owner can change them.').waitFor();
  await colleague.getByRole('heading', { name: 'Sending rules' }).waitFor();
  expect(await colleague.getByRole('textbox', { name: 'Disclosure' }).isDisabled()).toBe(true);
  await colleague.goto('/channels');
  await colleague.getByRole('button', { name: /^Options for/ }).waitFor();
  for (const name of [/^Move /, 'New channel'])
    await expect.poll(() => colleague.getByRole('button', { name }).count()).toBe(0);
  await colleague.getByRole('button', { name: /^Options for/ }).click();
  await colleague.getByRole('menuitem', { name: 'Connection' }).waitFor();
  expect(await colleague.getByRole('menuitem').allInnerTexts()).toEqual(['Connection', 'Carrier review']);
  await colleague.goto('/account');
  expect(await colleague.getByLabel('Account name').isDisabled()).toBe(true);
  expect(await colleague.getByLabel('Phone Number').isDisabled()).toBe(false);
  await page.goto(`/channels/settings/${channel?.SRID}`);
  expect(await page.getByRole('textbox', { name: 'Disclosure' }).isDisabled()).toBe(false);
});

test('sign-in codes are switched on with a code, and the address is changed with the password', async () => {
  await page.goto('/account');
  await page.getByRole('switch', { name: /Code by text/ }).click({ force: true });
  expect(await button('Save').isDisabled()).toBe(true);
  const code = await codeAfter(inject('log'), 'confirmation', () => button('Text me a code').click());
  await page.getByText('You’ll find the code in the server’s log.').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000');
  await button('Save').click();
  await page.getByText('That code is wrong or has expired.').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(code);
  await button('Save').click();
  await page.getByText('Account saved').waitFor();
  expect((await ask('account/loadAccount')).MFAENABLED).toBe(1);
  await page.getByLabel('New email address').fill(`new-${email}`);
  await page.getByLabel('Your password', { exact: true }).fill('wrong');
  await button('Change address').click();
  await page.getByText('That’s not your current password.').waitFor();
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await button('Change address').click();
  await page.getByText(`From now on, sign in with new-${email}.`).waitFor();
});

test('a blast that meets a spike of failures pauses itself, and says so on whatever screen one is', async () => {
  const carrier = createServer((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: 400, code: 21211, message: 'Invalid To number' }));
  });
  await new Promise<void>((resolve) => carrier.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = carrier.address() as AddressInfo;
    const channel = String((await ask('channels/addChannel', { ChannelName: 'Refused' })).NEWCHANNELID);
    const values = { baseUrl: `http://127.0.0.1:${port}`, accountSid: 'AC1', authToken: 'secret' };
    const saved = await ask('channels/saveConnection', {
      ChannelId: channel,
      ChannelNumber: '+12125550190',
      inpKind: 'twilio',
      inpValues: JSON.stringify(values),
    });
    expect(saved.RESULT).toBe(1);
    await ask('channels/saveSendingRules', { ChannelId: channel, inpQuietUsual: '0', inpQuiet: '0' });
    // Slow enough that some still wait when the spike is seen: one quick batch would be the whole blast.
    const pace = {
      SEGMENTSPERSECOND: '40',
      SEGMENTSPERMINUTE: '0',
      SEGMENTSPERDAY: '0',
      DAYZONE: 'UTC',
      PRESET: '',
      TIMETOLIVEMINUTES: '0',
    };
    expect((await ask('channels/savePace', { ChannelId: channel, ...pace })).RESULT).toBe(1);
    const many = String((await ask('lists/addList', { ListName: 'Many' })).NEWListID);
    for (let n = 0; n < 200; n += 1)
      await ask('members/addMemberToList', { ContactString: `2125557${100 + n}`, ListId: many });
    await page.goto('/lists');
    await page.getByRole('heading', { name: 'List Manager' }).waitFor();
    const sent = await ask('blast/BlastToList', {
      inpBatchId: await newCampaign('Refused everywhere', 'Hello'),
      inpTargetListIds: many,
      inpShortCode: channel,
      inpSchedule: '2020-01-01 09:00:00',
    });
    expect(sent.RESULT).toBe(1);
    await page.getByText('“Refused everywhere” paused itself').waitFor();
    await page.goto('/welcome');
    await page.getByText('It paused itself').waitFor();
  } finally {
    carrier.close();
  }
});
