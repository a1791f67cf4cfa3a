/**
 * Signing in and up, the second factor, the carrier look-up, the styling tool, the inbox and the team, as a
 * person meets them.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { codeAfter, switchCodesOn } from './codes.ts';
import { PASSWORD, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Asks a call with the page's own session. */
async function ask(page: Page, path: string, form: Record<string, string> = {}) {
  const answer = await page.request.post(`/session/api/${path}`, { form });
  return (await answer.json()) as Record<string, string> & { RESULT: number };
}

test('Sign in and Sign Up: their titles, fields and what is required; Remember me is checked', async () => {
  const page = await browser.open();
  for (const address of ['/signin', '/login']) {
    await page.goto(address);
    await heading(page, 'Sign in').waitFor();
    expect(await page.getByLabel('Remember me').isChecked()).toBe(true);
    for (const field of ['Email Address', 'Password'])
      expect(await page.getByLabel(field, { exact: true }).getAttribute('required')).not.toBeNull();
  }
  await page.getByLabel('Email Address').fill('nobody@example.com');
  await page.getByLabel(/^Password/).fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Wrong email address or password.').waitFor();
  await page.goto('/signup');
  await heading(page, 'Sign Up').waitFor();
  for (const field of ['Email Address', 'Phone Number', 'Password'])
    expect(await page.getByLabel(field, { exact: true }).getAttribute('required')).not.toBeNull();
  await signUp(page);
  expect(new URL(page.url()).pathname).toBe('/');
  await page.context().close();
});

test('who forgot a password asks for a code, and learns nothing about other people’s addresses', async () => {
  const page = await browser.open();
  await page.goto('/signin?rdx=%2Flists');
  await page.getByRole('link', { name: 'Set a new one' }).click();
  await heading(page, 'Forgot your password?').waitFor();
  await page.getByLabel('Email Address').fill('nobody-at-all@example.com');
  await page.getByRole('button', { name: 'Text me a code' }).click();
  await heading(page, 'Set a new password').waitFor();
  await page.getByText('If there’s an account for nobody-at-all@example.com').waitFor();
  await page.getByLabel('Code').fill('123456');
  await page.getByLabel(/^New password/).fill('another good long password');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('That code is wrong or has expired. Please request a new one.').waitFor();
  await page.getByRole('link', { name: 'Back to Sign in' }).click();
  expect(new URL(page.url()).search).toBe('?rdx=%2Flists');
  await page.context().close();
});

describe('with a second factor', () => {
  let page: Page;
  /** Works in the same account, and sees its pretend phones. */
  let colleague: Page;
  let code = '';
  beforeAll(async () => {
    page = await browser.open();
    const email = await signUp(page);
    const invitation = await ask(page, 'account/inviteMember', {
      inpEmail: `with-${email}`,
      inpRole: 'member',
    });
    colleague = await browser.open();
    const joined = await ask(colleague, 'registration/joinAccount', {
      inpInvitation: invitation.LINK?.split('/join/')[1] ?? '',
      inpPassword: PASSWORD,
      inpPhoneNumber: '2125550143',
    });
    expect(joined.RESULT).toBe(1);
    await switchCodesOn(page, inject('log'));
    await page.goto('/session/logout');
    await page.goto('/signin');
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Request MFA Code' }).waitFor();
  });
  afterAll(async () => {
    await page.context().close();
    await colleague.context().close();
  });

  test('the code page shows the last four digits, wants a code, and refuses a wrong one in words', async () => {
    expect(new URL(page.url()).pathname).toBe('/mfarequest');
    code = await codeAfter(inject('log'), 'sign-in', () =>
      page.getByRole('button', { name: 'Request MFA Code' }).click(),
    );
    await page.waitForURL('**/mfaverify');
    await page.getByText('We’d text it to the number ending in 0142.').waitFor();
    const heard = await ask(colleague, 'simulator/phoneMessages', { inpContactString: '2125550142' });
    expect(heard.MESSAGES).toBe('[]');
    const field = page.getByLabel('MFA Code');
    expect(await field.getAttribute('required')).not.toBeNull();
    await field.fill(code === '000000' ? '000001' : '000000');
    await page.getByRole('button', { name: 'Verify Code' }).click();
    await page.getByRole('alert').waitFor();
  });

  test('when no code can be sent, a full-screen dialog explains six reasons', async () => {
    for (let sent = 1; sent < 5; sent += 1)
      code = await codeAfter(inject('log'), 'sign-in', () => ask(page, 'authentication/sendMFACode'));
    await page.getByRole('link', { name: 'Request a new code' }).click();
    await page.getByRole('button', { name: 'Request MFA Code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unable to send verification code' });
    await dialog.waitFor();
    const size = await dialog.boundingBox();
    expect([size?.width, size?.height].map((length) => Math.round(length ?? 0))).toEqual([1440, 900]);
    const reasons = await dialog.getByRole('listitem').allInnerTexts();
    expect(reasons).toHaveLength(6);
    for (const [index, words] of [
      'The number must be a mobile number',
      'Delivery takes seconds, up to a minute for small carriers',
      'Short codes may be blocked',
      'Google Voice numbers are unsupported',
      'Codes work only in the US',
      'Contact support',
    ].entries())
      expect(reasons[index]).toContain(words);
    expect(reasons[2]).toContain('fewer than 3%');
    expect(reasons[2]).toContain('keyword HELP');
    expect(await dialog.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toMatch(
      /^mailto:/,
    );
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Request MFA Code');
  });

  test('the right code opens the session and leads to /', async () => {
    await page.goto('/mfaverify');
    // As it is read from a phone.
    await page.getByLabel('MFA Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.getByRole('button', { name: 'Verify Code' }).click();
    await heading(page, 'Campaign Lists').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

describe('signed in', () => {
  let page: Page;
  let email: string;
  beforeAll(async () => {
    page = await browser.open({ reducedMotion: 'reduce' });
    email = await signUp(page);
  });
  afterAll(() => page.context().close());

  test('the carrier lookup wants ten digits and shows what is known, and from where', async () => {
    await page.goto('/admin/phone/lookup');
    await heading(page, 'Lookup Carrier Info Tool').waitFor();
    const field = page.getByLabel('Phone Number');
    expect(await field.getAttribute('required')).not.toBeNull();
    await field.fill('555-0100');
    await page.getByRole('button', { name: 'Lookup Info' }).click();
    await page.getByText('Enter the 10 digits of a phone number.').waitFor();
    await field.fill('212 555 0100');
    await page.getByRole('button', { name: 'Lookup Info' }).click();
    await page.getByRole('heading', { name: '(212) 555-0100' }).waitFor();
    const facts = (await page.getByRole('term').allInnerTexts()).join(' ');
    expect(facts).toBe('Number type Country Region Carrier Time zone');
    await page.getByText('Source: Based on the number alone.').waitFor();
  });

  test('the styling tool shows the text in six styles; a selection turns bold, Sample does the same', async () => {
    await page.goto('/char/format');
    const box = page.getByLabel('Message');
    await box.fill('Big sale');
    const styles = page.getByRole('listitem');
    expect(await styles.getByRole('heading').allInnerTexts()).toEqual([
      'Bold',
      'Bold Sans',
      'Italic',
      'Italic Sans',
      'Bold Italic',
      'Bold Italic Sans',
    ]);
    await page.getByText('𝐁𝐢𝐠 𝐬𝐚𝐥𝐞').waitFor();
    await page.getByText('𝘽𝙞𝙜 𝙨𝙖𝙡𝙚').waitFor();
    await page.getByText('152 characters left in this part · 1 credit').waitFor();
    const select = (from: number, to: number) =>
      box.evaluate((field, range) => (field as HTMLTextAreaElement).setSelectionRange(...range), [
        from,
        to,
      ] as [number, number]);
    await select(0, 3);
    await page.getByRole('button', { name: 'Bold', exact: true }).click();
    expect(await box.inputValue()).toBe('𝐁𝐢𝐠 sale');
    const end = '𝐁𝐢𝐠 sale'.length;
    await select(end - 4, end);
    await page.getByRole('button', { name: 'Sample' }).click();
    expect(await box.inputValue()).toBe('𝐁𝐢𝐠 𝐬𝐚𝐥𝐞');
  });

  test('a text appears in the inbox by itself, is answered there, and reaches the phone', async () => {
    await page.goto('/inbox');
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
    const phone = '+12125550166';
    await ask(page, 'simulator/phoneSend', { inpContactString: phone, inpText: 'Are you open on Sunday?' });
    const people = page.getByRole('region', { name: 'People' });
    await people.getByText('Are you open on Sunday?').waitFor();
    await people.getByText('Waiting for a reply').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByLabel('1 waiting').waitFor();
    await people.getByRole('link').click();
    const reply = page.getByLabel('Your reply');
    await reply.fill('Yes, from nine.');
    // What is not sent yet outlives another screen.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lists' }).click();
    await heading(page, 'List Manager').waitFor();
    await page.goBack();
    await reply.waitFor();
    expect(await reply.inputValue()).toBe('Yes, from nine.');
    await reply.press('Control+Enter');
    await page.getByRole('log').getByText('Yes, from nine.').waitFor();
    await page.getByRole('log').getByText('Delivered').waitFor();
    expect(await reply.inputValue()).toBe('');
    await people.getByText('Waiting for a reply').waitFor({ state: 'detached' });
    const heard = await ask(page, 'simulator/phoneMessages', { inpContactString: phone });
    expect(heard.MESSAGES).toContain('Yes, from nine.');
  });

  test('an owner invites by a link; the colleague joins with it and is listed; a session is signed out', async () => {
    await page.goto('/account');
    await page.getByLabel('Invite a colleague').fill('colleague-of@example.com');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const link = await page.getByText(/\/join\/\d+-/).innerText();
    const colleague = await browser.open();
    await colleague.goto(new URL(link).pathname);
    await colleague.getByLabel('Phone Number').fill('212 555 0143');
    await colleague.getByLabel(/^Password/).fill(PASSWORD);
    await colleague.getByRole('button', { name: 'Join' }).click();
    await heading(colleague, 'Welcome').waitFor();
    await colleague.goto('/account');
    const people = colleague.getByRole('list', { name: 'People' });
    await people.getByText(email).waitFor();
    expect(await colleague.getByLabel('Invite a colleague').count()).toBe(0);
    await page.reload();
    await page.getByRole('button', { name: 'Remove colleague-of@example.com' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const team = page.getByRole('list', { name: 'People' });
    await team.getByText('colleague-of@example.com').waitFor({ state: 'detached' });
    await colleague.goto('/lists');
    await heading(colleague, 'Sign in').waitFor();
    await colleague.context().close();
    const sessions = page.getByRole('list', { name: 'Sessions' });
    await sessions.getByText('This device').waitFor();
    await ask(await browser.open(), 'authentication/validateUser', {
      inpUserID: email,
      inpPassword: PASSWORD,
    });
    await page.reload();
    await sessions.getByRole('button', { name: /^Sign out/ }).click();
    await page.getByText('Signed out there').waitFor();
    await sessions.getByRole('button', { name: /^Sign out/ }).waitFor({ state: 'detached' });
  });

  test('owners see who did what, and choose what of it', async () => {
    await page.goto('/account');
    await page.getByRole('link', { name: 'History' }).click();
    await heading(page, 'History').waitFor();
    await page.getByRole('cell', { name: /^Removed from the team colleague-of@example\.com/ }).waitFor();
    await page.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: 'Sign-ins' }).click();
    await page.waitForURL('**/account/history?show=access');
    await page
      .getByRole('cell', { name: /^Signed in · from / })
      .first()
      .waitFor();
    await page.getByRole('cell', { name: /^Removed/ }).waitFor({ state: 'detached' });
  });

  test('the Quick Start ticks itself off, and Welcome shows what waits', async () => {
    await page.goto('/quickstart');
    await heading(page, 'Quick Start').waitFor();
    await page.getByText('1 of 6 done').waitFor();
    await ask(page, 'control-point/AddNewBatchFromTemplate', { TID: '2' });
    await page.reload();
    await page.getByText('2 of 6 done').waitFor();
    await ask(page, 'simulator/phoneSend', { inpContactString: '+12125550167', inpText: 'Hello?' });
    await page.goto('/welcome');
    await page.getByRole('link', { name: '1 person is waiting for a reply' }).click();
    await page.waitForURL('**/inbox?show=waiting');
  });
});
