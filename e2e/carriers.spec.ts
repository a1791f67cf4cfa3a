/// <reference path="../packages/server/src/carriers/smpp/library.d.ts" />
/**
 * A channel's settings as a person meets them, over a real SMPP centre on a socket; opt-outs and what waits
 * for a decision.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Smsc, startSmsc } from '../packages/server/src/carriers/testing/smsc.ts';
import { askAs } from './ask.ts';
import { PASSWORD, settled, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let channel = 0;

async function ask(path: string, form: Record<string, string> = {}) {
  const answer = await page.request.post(`/session/api/${path}`, { form });
  const reply = (await answer.json()) as Record<string, string> & { RESULT: number };
  if (reply.RESULT !== 1) throw new Error(`${path}: ${JSON.stringify(reply)}`);
  return reply;
}

beforeAll(async () => {
  page = await browser.open();
  await signUp(page);
  const [first] = JSON.parse((await ask('channels/listChannels')).CHANNELS ?? '[]') as { SRID: number }[];
  channel = first?.SRID ?? 0;
});
afterAll(() => page.context().close());

const status = () => page.getByRole('region', { name: 'Status' });
const openSettings = async () => {
  await page.goto(`/channels/settings/${channel}`);
  await settled(page);
};

describe('a channel over SMPP', { timeout: 90_000 }, () => {
  let smsc: Smsc;
  beforeAll(async () => {
    smsc = await startSmsc();
  });
  afterAll(() => smsc.stop());

  test('is set up, shows that it is bound, and sends a test', async () => {
    await openSettings();
    await page.getByRole('radio', { name: 'SMPP 3.4' }).click();
    await page.getByLabel('Number', { exact: true }).fill('+1 212 555 0100');
    await page.getByLabel('Host').fill('127.0.0.1');
    await page.getByRole('textbox', { name: 'Port' }).fill(smsc.settings.port ?? '');
    await page.getByLabel('System ID').fill('peer');
    await page.getByLabel(/^Password/).fill('secret');
    await page.getByRole('button', { name: 'Save connection' }).click();
    await status().getByText('Bound', { exact: true }).waitFor();

    await page.getByRole('textbox', { name: 'To', exact: true }).fill('(212) 555-0177');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello, does it work? 🎉');
    await page.getByRole('button', { name: 'Send test · 1 credit' }).click();
    await page.getByText('Accepted by the carrier').waitFor();
    expect(smsc.taken).toMatchObject([
      { to: '+12125550177', from: '12125550100', text: 'Hello, does it work? 🎉' },
    ]);
    await smsc.receipt(smsc.taken[0]?.reference ?? '', 'delivered');
    await page.getByText('Delivered', { exact: true }).waitFor();
  });

  test('never shows its password again', async () => {
    await openSettings();
    const password = page.getByLabel(/^Password/);
    expect(await password.inputValue()).toBe('');
    expect(await password.getAttribute('placeholder')).toBe('Saved. Type to replace it.');
    expect(await page.content()).not.toContain('secret');
  });

  test('tells within ten seconds that its carrier is gone, and comes back by itself', async () => {
    const port = Number(smsc.settings.port);
    await smsc.stop();
    const goneAt = Date.now();
    await status().getByText('Not connected').waitFor({ timeout: 20_000 });
    expect(Date.now() - goneAt).toBeLessThan(12_000);
    await status().getByText('Nobody listens at that host and port.').waitFor({ timeout: 20_000 });
    smsc = await startSmsc({ port });
    await status().getByText('Bound', { exact: true }).waitFor({ timeout: 40_000 });
  });

  test('keeps its pace and its sending rules', async () => {
    await openSettings();
    const pace = page.getByRole('region', { name: 'Sending speed' });
    expect(await pace.getByRole('button', { name: 'Save speed' }).isDisabled()).toBe(true);
    await pace.getByLabel('Message parts per second').fill('3');
    await pace.getByRole('button', { name: 'Save speed' }).click();
    await page.getByText('Sending speed saved').waitFor();
    const rules = page.getByRole('region', { name: 'Sending rules' });
    await rules.getByLabel('During custom hours').check();
    await rules.getByLabel('Disclosure').fill('Reply STOP to opt out.');
    await rules.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('Sending rules saved').waitFor();
    await openSettings();
    expect(await pace.getByLabel('Message parts per second').inputValue()).toBe('3');
    expect(await rules.getByLabel('During custom hours').isChecked()).toBe(true);
    expect(await rules.getByLabel('Disclosure').inputValue()).toBe('Reply STOP to opt out.');
  });

  test('says what is wrong beside the setting, and in the status when the carrier refuses', async () => {
    await openSettings();
    await page.getByRole('textbox', { name: 'Port' }).fill('0');
    await page.getByRole('button', { name: 'Save connection' }).click();
    await page.getByText('Please enter a whole number from 1 to 65535.').waitFor();
    await page.getByRole('textbox', { name: 'Port' }).fill(smsc.settings.port ?? '');
    await page.getByLabel(/^Password/).fill('wrong');
    await page.getByRole('button', { name: 'Save connection' }).click();
    await status().getByText('The password is wrong.').waitFor({ timeout: 20_000 });
    await status().getByText('0x0E').waitFor();
  });
});

describe('opt-outs', () => {
  test('by text, by hand and after a look at a doubtful one; a test to such a number is not sent', async () => {
    await ask('channels/saveConnection', {
      ChannelId: String(channel),
      ChannelNumber: '+15552009999',
      inpKind: 'simulator',
      inpValues: '{}',
    });
    for (const [inpContactString, inpText] of [
      ['2125550181', 'Quítenme de la lista, por favor'],
      ['2125550182', 'I said stop'],
    ] as const)
      await ask('simulator/phoneSend', { inpContactString, inpText, inpShortCode: '+15552009999' });
    await page.goto('/optouts');
    await page.getByText('“Quítenme de la lista, por favor”').waitFor();
    await page.getByRole('button', { name: 'Record an opt-out' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Phone Number').fill('(212) 555-0183');
    await dialog.getByRole('button', { name: 'Opt out' }).click();
    await page.getByText('(212) 555-0183').first().waitFor();

    await page.goto('/optouts/review');
    const mark = page.locator('mark', { hasText: 'stop' });
    await mark.waitFor();
    // What gave rise to the doubt can be seen, in light and dark.
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await mark.evaluate((shown) => getComputedStyle(shown).backgroundColor)).not.toBe(
        'rgba(0, 0, 0, 0)',
      );
    }
    await page.emulateMedia({ colorScheme: null });
    await page.keyboard.press('o');
    await mark.waitFor({ state: 'detached' });
    // Gone before the answer: it is done all the same, though perhaps after the list was read.
    await page.goto('/optouts');
    await expect
      .poll(async () => {
        await page.reload();
        await settled(page);
        return page.getByText('“I said stop”').isVisible();
      })
      .toBe(true);

    await openSettings();
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('212 555 0182');
    await page.getByRole('button', { name: /^Send test/ }).click();
    await page.getByText('This number has opted out.').waitFor();
  });
});

describe('a forgotten password', { timeout: 120_000 }, () => {
  let smsc: Smsc;
  beforeAll(async () => {
    smsc = await startSmsc();
  });
  afterAll(() => smsc.stop());

  /** The newest code that the carrier took. */
  const codeOf = async (kind: string) => {
    const words = new RegExp(`${kind} code is (\\d{6})`);
    const newest = () => smsc.taken.findLast(({ text }) => words.test(text))?.text ?? '';
    await expect.poll(newest, { timeout: 30_000 }).toMatch(words);
    return words.exec(newest())?.[1] ?? '';
  };

  test('is set anew with a code that a real carrier brings, and signs in where they wanted to go', async () => {
    const page = await browser.open();
    const email = await signUp(page);
    const own = (path: string, form: Record<string, string> = {}) => askAs(page, path, form);
    const [sender] = JSON.parse(String((await own('channels/listChannels')).CHANNELS)) as { SRID: number }[];
    const connection = {
      ChannelId: String(sender?.SRID),
      ChannelNumber: '+12125550111',
      inpKind: 'smpp',
      inpValues: JSON.stringify(smsc.settings),
    };
    expect(await own('channels/saveConnection', connection)).toMatchObject({ RESULT: 1 });
    const PHONE = '2125550142';
    await own('account/sendPhoneCode', { PHONE });
    const profile = { ACCOUNTNAME: 'Corner shop', TIMEZONE: 'UTC', PHONE, MFAENABLED: '0' };
    const MFACode = await codeOf('confirmation');
    expect(await own('account/saveAccount', { ...profile, MFACode })).toMatchObject({ RESULT: 1 });

    await page.goto('/session/logout');
    await page.goto('/signin?rdx=%2Flists');
    await page.getByRole('link', { name: 'Set a new one' }).click();
    // The sign-in page has a field of the same name.
    await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor();
    await page.getByLabel('Email Address').fill(email);
    await page.getByRole('button', { name: 'Text me a code' }).click();
    await page.getByLabel('Code', { exact: true }).fill(await codeOf('password'));
    await page.getByLabel(/^New password/).fill('quite another long password');
    await page.getByRole('button', { name: 'Set the password' }).click();

    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Wrong email address or password.').waitFor();
    await page.getByLabel(/^Password/).fill('quite another long password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'List Manager' }).waitFor();

    await page.goto('/account/history?show=access');
    for (const words of ['Reset a forgotten password', 'Signed out', `Wrong password for ${email}`])
      await page.getByRole('cell', { name: words }).first().waitFor();
    await page.context().close();
  });
});
