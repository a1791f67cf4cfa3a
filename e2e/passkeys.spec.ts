/** Passkeys, with an authenticator that Chromium pretends to have: adding one, signing in and confirming. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { appCode } from '../packages/server/src/testing/app-code.ts';
import { askAs } from './ask.ts';
import { PASSWORD, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
let email: string;

/** Browsers have passkeys at names, and the tests' server is reached by an address otherwise. */
const named = () => inject('address').replace('127.0.0.1', 'localhost');

/** A device that verifies its person by itself, keeps what it makes, and answers whatever it is asked. */
async function addDevice(at: Page): Promise<void> {
  const devices = await at.context().newCDPSession(at);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The device would answer before anybody presses the button: while this is set the browser asks it then. */
const ASKS_LATER = 'asks later';

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce', baseURL: named() });
  await page.addInitScript((name) => {
    if (localStorage.getItem(name)) PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  }, ASKS_LATER);
  await addDevice(page);
  email = await signUp(page);
});
afterAll(() => page.context().close());

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const list = () => page.getByRole('list', { name: 'Your passkeys' });

test('a passkey is added in My Account, named after its browser, and gets another name', async () => {
  await page.goto('/account');
  await page.getByText('You haven’t added one yet.').waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Passkey added').waitFor();
  const item = list().getByRole('listitem');
  expect(await item.innerText()).toMatch(/^Chrome on Linux\n+Added .+, not used yet$/);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('This device already has a passkey of yours.').waitFor();
  await item.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename passkey' });
  await dialog.getByLabel('Passkey name').fill('My laptop');
  await page.keyboard.press('Enter');
  await item.getByText('My laptop').waitFor();
});

const press = (at: Page | Locator) => at.getByRole('button', { name: 'Sign in with a passkey' }).click();
const askLater = () => page.evaluate((name) => localStorage.setItem(name, '1'), ASKS_LATER);

test('it signs in without a password, by the button and where the browser offers it at the field', async () => {
  await askLater();
  await page.goto('/session/logout');
  await page.goto('/signin?rdx=%2Faccount');
  await press(page);
  await heading('My Account').waitFor();
  await list().getByText('last used').waitFor();
  expect(await list().getByRole('listitem').count()).toBe(1);
  await page.evaluate((name) => localStorage.removeItem(name), ASKS_LATER);
  await page.goto('/session/logout');
  await page.goto('/signin?rdx=%2Faccount');
  await heading('My Account').waitFor();
});

test('it shows that it is them where more than a session is needed', async () => {
  // An app that is set up elsewhere asks all other sessions for more than they have shown.
  const other = await browser.open({ baseURL: named() });
  await other.goto('/signin');
  const inp = { inpUserID: email, inpPassword: PASSWORD };
  expect(await askAs(other, 'authentication/validateUser', inp)).toMatchObject({ RESULT: 1, MFAREQ: 0 });
  const { KEY, OFFER } = await askAs(other, 'account/beginAuthenticator', {});
  const code = { OFFER: String(OFFER), MFACode: appCode(String(KEY), new Date()) };
  expect(await askAs(other, 'account/turnOnAuthenticator', code)).toMatchObject({ RESULT: 1 });
  await other.context().close();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Set up another phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await page.keyboard.press('Escape');
});

test('it signs in again above a screen whose session has ended, and stands for the code, too', async () => {
  await page.goto('/TagManager');
  await askLater();
  await page.reload();
  await page
    .getByRole('button', { name: /^(Add|New) tag/i })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('textbox').fill('City');
  await page.request.get('/session/logout');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await press(dialog);
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('City').first().waitFor();
});

test('where no passkey fits it says so, and the password is still there', async () => {
  const other = await browser.open({ baseURL: named() });
  await addDevice(other);
  await other.goto('/signin');
  await other.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await other.getByRole('alert').getByText('No passkey was used.').waitFor();
  await other.getByLabel('Email Address').fill(email);
  await other.getByLabel(/^Password/).fill(PASSWORD);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.waitForURL('**/mfaverify');
  await other.context().close();
});

test('at a bare address there are none, and My Account says why', async () => {
  const other = await browser.open();
  await other.goto('/signin');
  await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(await other.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
  await signUp(other);
  await other.goto('/account');
  await other.getByText('Passkeys don’t work at this address.').waitFor();
  await other.context().close();
});

test('a removed one signs in no more', async () => {
  await page.goto('/account');
  await list().getByRole('listitem').getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Remove this passkey?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await page.getByText('You haven’t added one yet.').waitFor();
  await page.goto('/session/logout');
  await page.goto('/signin');
  await press(page);
  await page.getByRole('alert').getByText('That passkey no longer works here.').waitFor();
});
