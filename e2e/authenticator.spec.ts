/** An authenticator app on the phone: setting it up, signing in with it, and a day without it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { appCode } from '../packages/server/src/testing/app-code.ts';
import { switchCodesOn } from './codes.ts';
import { startParley } from './parley.ts';
import { PASSWORD, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
const STEP_MS = 30_000;
const NEARLY_OVER_MS = 5_000;
let page: Page;
let email: string;
let key: string;
let recoveryCodes: string[];

/**
 * A code around this moment; each signs in once, so a later one is taken each time. One that is about to be
 * too old is not given.
 */
async function codeNow(stepsOff: number): Promise<string> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < NEARLY_OVER_MS) await pause(left);
  return appCode(key, new Date(Date.now() + stepsOff * STEP_MS));
}
const heading = (name: string) => page.getByRole('heading', { level: 1, name });

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  email = await signUp(page);
});
afterAll(() => page.context().close());

async function enterPassword(): Promise<void> {
  await page.goto('/session/logout');
  await page.goto('/signin?rdx=%2Faccount');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('it is set up with a code of the app, and gives recovery codes that no key closes away', async () => {
  await page.goto('/account');
  await page.getByText('You haven’t set one up.').waitFor();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  key = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  const field = dialog.getByLabel('Enter the six digits the app shows');
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.fill(await codeNow(-9));
  await page.keyboard.press('Enter');
  await dialog.getByText('That code doesn’t fit.').waitFor();
  await field.fill(await codeNow(-1));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await codes.waitFor();
  recoveryCodes = await codes.getByRole('listitem').allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  await page.keyboard.press('Escape');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    codes.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('parley-recovery-codes.txt');
  await codes.getByRole('button', { name: 'I’ve saved them' }).click();
  const button = page.getByRole('button', { name: 'Set up another phone' });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByText('10 recovery codes left.').waitFor();
  await page.getByText('You sign in with your authenticator app, so we don’t text you codes.').waitFor();
});

test('after the password the code of the app is asked for, and none can be texted', async () => {
  await enterPassword();
  await page.waitForURL('**/mfaverify*');
  await page.getByText('Open your authenticator app').waitFor();
  expect(await page.getByText('Didn’t get a code?').count()).toBe(0);
  await page.goto('/mfarequest');
  await page.waitForURL('**/mfaverify');
  await page.getByLabel('MFA Code').fill(await codeNow(-9));
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await page.getByRole('alert').getByText('That code is wrong or was used already.').waitFor();
  const code = await codeNow(0);
  await page.getByLabel('MFA Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await heading('Campaign Lists').waitFor();
});

test('somebody else at the same browser gets their code by text', async () => {
  const other = await browser.open();
  const theirs = await signUp(other);
  await switchCodesOn(other, inject('log'));
  await other.context().close();
  await enterPassword();
  await page.getByRole('link', { name: 'Use a different account' }).click();
  await page.getByLabel('Email Address').fill(theirs);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Request MFA Code' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/mfarequest');
});

test('without the phone a recovery code lets in', async () => {
  await enterPassword();
  await page.getByRole('button', { name: 'Don’t have your phone? Use a recovery code' }).click();
  const field = page.getByLabel('Recovery code');
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.fill(recoveryCodes[0]?.toUpperCase() ?? '');
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await heading('My Account').waitFor();
  await page.getByText('9 recovery codes left.').waitFor();
});

test('a screen whose session ended takes the code of the app, and what was typed is still there', async () => {
  await page.goto('/TagManager');
  await page
    .getByRole('button', { name: /^(Add|New) tag/i })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('textbox').fill('Typed before');
  await page.request.get('/session/logout');
  await page.keyboard.press('Enter');
  const again = page.getByRole('dialog', { name: 'Sign in' });
  await again.getByLabel(/^Password/).fill(PASSWORD);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await again.getByLabel('MFA Code').fill(await codeNow(1));
  await again.getByRole('button', { name: 'Verify Code' }).click();
  await again.waitFor({ state: 'detached' });
  await page.getByText('Typed before').first().waitFor();
});

test('it is turned off, and the password alone signs in again', async () => {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Turn off', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn off the authenticator app?' });
  await dialog.getByText('your password alone signs you in').waitFor();
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('You haven’t set one up.').waitFor();
  await enterPassword();
  await heading('My Account').waitFor();
});

test('where everybody needs a code and no channel brings one, the app is set up in the first sign-in', async () => {
  const parley = await startParley({ env: { MFA: 'required', CODE_CHANNEL: '99:+18005550100' } });
  const newcomer = await browser.open({ baseURL: parley.address });
  try {
    const form = { inpEmail: 'new@example.com', inpPassword: PASSWORD, inpPhoneNumber: '2125550177' };
    await newcomer.request.post('/session/api/registration/RegisterNewUser', { form });
    await newcomer.goto('/signin?rdx=%2Flists');
    await newcomer.getByLabel('Email Address').fill('new@example.com');
    await newcomer.getByLabel(/^Password/).fill(PASSWORD);
    await newcomer.getByRole('button', { name: 'Sign in' }).click();
    await newcomer.getByRole('button', { name: 'Show me the code to scan' }).click();
    key = (await newcomer.locator('code').innerText()).replaceAll(' ', '');
    await newcomer.getByLabel('Enter the six digits the app shows').fill(await codeNow(0));
    await newcomer.getByRole('button', { name: 'Turn on' }).click();
    await newcomer.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    // Coming back from where they are kept asks nothing anew.
    await newcomer.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await newcomer.getByRole('button', { name: 'I’ve saved them' }).click();
    await newcomer.waitForURL('**/lists');
    await newcomer.getByRole('heading', { level: 1 }).waitFor();
  } finally {
    await newcomer.context().close();
    await parley.stop();
  }
});
