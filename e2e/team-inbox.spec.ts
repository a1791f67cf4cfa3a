/**
 * Two colleagues and one inbox: who takes care, what is closed, notes, and texts kept ready, as they meet
 * them in two browsers.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { PASSWORD, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
const PHONE = '+12125550161';
let owner: Page;
let colleague: Page;
let email: string;

const texts = (text: string) =>
  askAs(owner, 'simulator/phoneSend', { inpContactString: PHONE, inpText: text });
const people = (page: Page) => page.getByRole('region', { name: 'People' });
const log = (page: Page) => page.getByRole('log');

beforeAll(async () => {
  owner = await browser.open();
  const own = await signUp(owner);
  email = `with-${own}`;
  const invited = await askAs(owner, 'account/inviteMember', { inpEmail: email, inpRole: 'member' });
  colleague = await browser.open();
  await askAs(colleague, 'registration/joinAccount', {
    inpInvitation: String(invited.LINK).split('/join/')[1] ?? '',
    inpPassword: PASSWORD,
    inpPhoneNumber: '2125550143',
  });
  await askAs(owner, 'tags/addTag', { TagName: 'First name' });
  const list = String((await askAs(owner, 'lists/addList', { ListName: 'Guests' })).NEWListID);
  const { CONTACTADDRESSID } = await askAs(owner, 'members/addMemberToList', {
    ContactString: PHONE,
    ListId: list,
  });
  await askAs(owner, 'tags/updateTag', {
    ContactAddressId: String(CONTACTADDRESSID),
    Tag: 'First name',
    Value: 'Ada',
  });
  await texts('Do you have a table for six?');
});

test('a colleague takes a conversation: the other sees it at once, and it is under Mine', async () => {
  for (const page of [owner, colleague]) {
    await page.goto('/inbox?show=unassigned');
    await people(page)
      .getByRole('link', { name: /table for six/ })
      .click();
    await log(page).getByText('table for six').waitFor();
  }
  await colleague.getByRole('button', { name: 'Assign' }).click();
  await colleague.getByRole('option', { name: 'Assign to me' }).click();
  await colleague.getByRole('button', { name: 'Assigned to You. Change' }).waitFor();
  await people(colleague).getByText('Nothing to pick up').waitFor();
  await colleague.getByText('Mine', { exact: true }).click();
  await people(colleague)
    .getByRole('link', { name: /table for six/ })
    .waitFor();
  const name = email.split('@')[0] ?? '';
  await owner.getByRole('button', { name: `Assigned to ${name}. Change` }).waitFor();
  await people(owner).getByText('Nothing to pick up').waitFor();
});

test('who it is assigned to is chosen on a phone, too: the list is no wider than the screen', async () => {
  const size = owner.viewportSize();
  await owner.setViewportSize({ width: 360, height: 740 });
  await owner.getByRole('button', { name: /^Assigned to/ }).click();
  const list = owner.getByRole('listbox', { name: 'Colleagues' });
  await list.getByRole('option', { name: 'Unassign' }).waitFor();
  const { x, width } = (await list.boundingBox()) ?? { x: -1, width: 0 };
  expect([x >= 0, x + width <= 360]).toEqual([true, true]);
  await owner.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  if (size) await owner.setViewportSize(size);
});

test('a note shows to colleagues in place, is told apart from texts, and goes out to nobody', async () => {
  await owner.getByText('Note', { exact: true }).click();
  await owner.getByLabel('Note for your team').fill('Regular guest: the corner table');
  await owner.getByLabel('Note for your team').press('Control+Enter');
  for (const page of [owner, colleague]) {
    await log(page).getByText('Regular guest: the corner table').waitFor();
    await log(page)
      .getByText(/^Note by /)
      .waitFor();
  }
  // A member deletes their own notes only.
  expect(await colleague.getByRole('button', { name: /^Delete the note/ }).count()).toBe(0);
  const heard = await askAs(owner, 'simulator/phoneMessages', { inpContactString: PHONE });
  expect(heard.MESSAGES).not.toContain('corner table');
  await owner.getByRole('button', { name: /^Delete the note/ }).click();
  await log(colleague).getByText('Regular guest').waitFor({ state: 'detached' });
});

test('a canned answer is kept in place, found by typing / and filled in for the person', async () => {
  await owner.getByText('Reply', { exact: true }).click();
  await owner.getByRole('button', { name: 'Canned answers' }).click();
  await owner.getByRole('option', { name: 'Manage canned answers' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Canned answers' });
  await dialog.getByRole('button', { name: 'New answer' }).click();
  const form = owner.getByRole('dialog', { name: 'New canned answer' });
  await form.getByLabel('Short name').fill('table');
  await form.getByLabel('Text').fill('Hi {%First name|there%}, your table is kept.');
  await form.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('your table is kept').waitFor();
  await owner.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  const reply = owner.getByLabel('Your reply');
  await reply.fill('');
  await reply.pressSequentially('/tab');
  await owner.getByRole('option', { name: /table/ }).waitFor();
  expect(await reply.getAttribute('aria-activedescendant')).toBeTruthy();
  await reply.press('Enter');
  await expect.poll(() => reply.inputValue()).toBe('Hi Ada, your table is kept.');
  await reply.pressSequentially(' /zz');
  expect(await owner.getByRole('option').count()).toBe(0);
  await reply.fill('Hi Ada, your table is kept.');
  await reply.press('Control+Enter');
  await log(colleague).getByText('Hi Ada, your table is kept.').waitFor();
});

test('Escape leaves the slash as it is', async () => {
  const reply = owner.getByLabel('Your reply');
  await reply.pressSequentially('/');
  await owner.getByRole('option', { name: /table/ }).waitFor();
  await reply.press('Escape');
  await owner.getByRole('option').waitFor({ state: 'detached' });
  expect(await reply.inputValue()).toBe('/');
  await reply.fill('');
});

test('closed, a conversation is told as such; a new text opens it for whom it belongs to', async () => {
  await colleague.getByRole('button', { name: 'Close', exact: true }).click();
  await colleague.getByRole('button', { name: 'Reopen' }).waitFor();
  await people(colleague).getByText('Nothing assigned to you').waitFor();
  await owner.getByRole('button', { name: 'Reopen' }).waitFor();
  await texts('And a chair for a child?');
  await people(colleague)
    .getByRole('link', { name: /chair for a child/ })
    .waitFor();
  await colleague.getByRole('button', { name: 'Close', exact: true }).waitFor();
});

test('who answers takes over from the campaign: the list says so to everybody until it is handed back', async () => {
  await askAs(owner, 'simulator/phoneSend', { inpContactString: '+12125550162', inpText: 'And at eight?' });
  for (const page of [owner, colleague]) await page.goto('/inbox');
  const row = (page: Page) => people(page).getByRole('link', { name: /And at eight/ });
  await row(colleague).waitFor();
  expect(await row(colleague).getByText('Campaign paused').count()).toBe(0);
  await row(owner).click();
  await owner.getByLabel('Your reply').fill('At eight, too.');
  await owner.getByRole('button', { name: 'Send', exact: true }).click();
  await row(colleague).getByText('Campaign paused').waitFor();
  await owner.getByText('You’re chatting. The campaign is paused.').waitFor();
  await owner.getByRole('button', { name: 'Hand back to campaign' }).click();
  await row(colleague).getByText('Campaign paused').waitFor({ state: 'detached' });
  await row(owner).getByText('Campaign paused').waitFor({ state: 'detached' });
});

test('who reads far back hears of a new message, gets there by a button, and the rest is not read anew', async () => {
  const contact = /\/inbox\/(\d+)/.exec(owner.url())?.[1] ?? '';
  const notes = Array.from({ length: 60 }, (_, n) => `Note ${n} of many`);
  await Promise.all(
    notes.map((inpText) => askAs(colleague, 'inbox/addNote', { ContactAddressId: contact, inpText })),
  );
  await owner.reload();
  const earlier = owner.getByRole('button', { name: 'Earlier messages' });
  await log(owner).getByText('of many').first().waitFor();
  while ((await earlier.count()) > 0) {
    const shown = await log(owner).locator('[data-index]').count();
    await earlier.click();
    await expect.poll(() => log(owner).locator('[data-index]').count()).toBeGreaterThan(shown);
  }
  await expect.poll(() => log(owner).evaluate((element) => element === document.activeElement)).toBe(true);
  await owner.getByRole('button', { name: 'Newest messages' }).waitFor();
  const asked: string[] = [];
  owner.on('request', (request) => {
    if (request.url().endsWith('/inbox/loadThread')) asked.push(request.postData() ?? '');
  });
  await askAs(colleague, 'inbox/addNote', { ContactAddressId: contact, inpText: 'The one that is new' });
  await owner.getByRole('button', { name: '1 new message' }).click();
  await log(owner).getByText('The one that is new').waitFor();
  await expect
    .poll(() =>
      log(owner).evaluate(
        ({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - clientHeight - scrollTop,
      ),
    )
    .toBeLessThan(2);
  await expect
    .poll(() => owner.getByRole('button', { name: /newest messages|new message/i }).count())
    .toBe(0);
  expect(asked).toHaveLength(1);
});

test('who is removed from the team while they write reads why, there and on the sign-in page', async () => {
  await colleague.goto('/inbox?show=all');
  await people(colleague).getByRole('link').first().click();
  await colleague.getByLabel('Your reply').fill('See you at eight');
  const { MEMBERS } = await askAs(owner, 'account/loadTeam', {});
  const member = (JSON.parse(String(MEMBERS)) as { USERID: number; EMAIL: string }[]).find(
    ({ EMAIL }) => EMAIL === email,
  );
  await askAs(owner, 'account/removeMember', { USERID: String(member?.USERID) });
  const told = colleague.getByRole('dialog', { name: 'You’ve been signed out' });
  await told.getByText('What you typed here can’t be saved.').waitFor();
  await told.getByRole('button', { name: 'Go to the sign-in page' }).click();
  await colleague.getByRole('heading', { name: 'Sign in' }).waitFor();
  await colleague.getByText(/your sign-in is gone, too/).waitFor();
  await colleague.goto('/lists');
  await colleague.getByText(/ask an owner to invite you again/).waitFor();
});
