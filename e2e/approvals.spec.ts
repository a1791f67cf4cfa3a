/** Two colleagues: an author prepares a blast and asks, the owner looks at it and sends or declines. */
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { PASSWORD, signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let owner: Page;
let author: Page;
let email: string;
let campaign: string;
let list: string;

beforeAll(async () => {
  owner = await browser.open();
  email = `author-${await signUp(owner)}`;
  await owner.goto('/account');
  await owner.getByLabel('Invite a colleague').fill(email);
  await owner.getByRole('combobox', { name: 'Role', exact: true }).click();
  await owner.getByRole('option', { name: 'Author' }).click();
  await owner.getByRole('button', { name: 'Invite' }).click();
  const link = await owner.getByText(/\/join\/\d+-/).innerText();
  author = await browser.open();
  await author.goto(new URL(link).pathname);
  await author.getByText('You’ve been invited as an author.').waitFor();
  await author.getByLabel('Phone Number').fill('2125550143');
  await author.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await author.getByRole('button', { name: /^(Join|Create)/ }).click();
  await author.waitForURL(/\/welcome/);
});

beforeEach(async () => {
  campaign = String((await askAs(owner, 'control-point/AddNewBatchFromTemplate', { TID: '99' })).BATCHID);
  await askAs(owner, 'control-point/AddCPData', {
    inpBatchId: campaign,
    controlPoint: JSON.stringify({ ID: 0, RQ: 0, TYPE: 'TRAILER', TEXT: 'The doors open at nine.' }),
  });
  list = String((await askAs(owner, 'lists/addList', { ListName: 'Regulars' })).NEWListID);
  for (const ContactString of ['2125550171', '2125550172'])
    await askAs(owner, 'members/addMemberToList', { ContactString, ListId: list });
});

/** To the last step of the wizard. */
async function chooseInTheWizard(): Promise<void> {
  await author.goto(`/blast/${campaign}`);
  await author.getByPlaceholder('Choose a list').click();
  await author
    .getByRole('option', { name: /Regulars/ })
    .first()
    .click();
  for (let step = 0; step < 3; step += 1)
    await author.getByRole('button', { name: 'Next', exact: true }).click();
}

async function askInTheWizard(note: string): Promise<void> {
  await chooseInTheWizard();
  expect(await author.getByRole('button', { name: 'Send Now' }).count()).toBe(0);
  await author.getByRole('button', { name: 'Ask for approval' }).click();
  await author.getByRole('dialog').getByLabel('Note for your team').fill(note);
  await author.getByRole('button', { name: 'Ask now' }).click();
  await author.waitForURL(/\/approvals\/\d+/);
  await author.getByText('You’ve asked your team to send this').waitFor();
}

test('a blast that an author asks for is sent once the owner approves, and the author sees it', async () => {
  await askInTheWizard('Before ten, please');
  await owner.goto('/welcome');
  await owner.getByRole('link', { name: 'blast waits for approval' }).click();
  await owner.getByText(`${email} asked`).waitFor();
  await owner.getByText('Waiting', { exact: true }).waitFor();
  await owner.goto(new URL(author.url()).pathname);
  await owner.getByText(`${email} asks to send this`).waitFor();
  await owner.getByText('Before ten, please').waitFor();
  await owner.getByText('The doors open at nine.').first().waitFor();
  await owner.getByRole('button', { name: 'Approve and send' }).click();
  await owner.getByRole('dialog').getByText('2 people').waitFor();
  await owner.getByRole('button', { name: 'Yes, send it' }).click();
  await owner.waitForURL(/\/live\/\d+/);
  await author.getByText(/approved this/).waitFor();
  await author.getByRole('link', { name: 'Open the blast' }).click();
  await author.getByText('Done', { exact: true }).waitFor();
  expect(await author.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
});

test('the owner declines with an answer; what was changed since it was opened is not approved', async () => {
  await askInTheWizard('');
  const path = new URL(author.url()).pathname;
  await owner.goto(path);
  await owner.getByRole('button', { name: 'Approve and send' }).click();
  await askAs(owner, 'control-point/AddCPData', {
    inpBatchId: campaign,
    controlPoint: JSON.stringify({ ID: 0, RQ: 1, TYPE: 'STATEMENT', TEXT: 'Good morning!' }),
  });
  await owner.getByRole('button', { name: 'Yes, send it' }).click();
  await owner.getByText(/The campaign was changed since you opened this/).waitFor();
  await owner.getByText('Good morning!').first().waitFor();
  await owner.getByRole('button', { name: 'Decline', exact: true }).click();
  await owner.getByRole('dialog').getByLabel('Tell them why').fill('Not on a Sunday');
  await owner.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await author.getByText(/declined this/).waitFor();
  await author.getByText('Not on a Sunday').waitFor();
});

test('what was looked at before is shown anew when it was changed since, and approved as it is shown', async () => {
  await askInTheWizard('');
  await owner.goto(new URL(author.url()).pathname);
  await owner.getByText('The doors open at nine.').first().waitFor();
  await owner.getByRole('link', { name: 'Approvals' }).first().click();
  await owner.getByText('Waiting', { exact: true }).first().waitFor();
  await askAs(author, 'control-point/AddCPData', {
    inpBatchId: campaign,
    controlPoint: JSON.stringify({ ID: 0, RQ: 1, TYPE: 'STATEMENT', TEXT: 'Good evening!' }),
  });
  await owner.goBack();
  await owner.locator('[aria-labelledby=preflight]').getByText('Good evening!').first().waitFor();
  await owner.getByRole('button', { name: 'Approve and send' }).click();
  await owner.getByRole('button', { name: 'Yes, send it' }).click();
  await owner.waitForURL(/\/live\/\d+/);
});

test('whoever becomes a member while they ask keeps what they have written, and asks', async () => {
  await chooseInTheWizard();
  await author.getByRole('button', { name: 'Ask for approval' }).click();
  const note = author.getByRole('dialog').getByLabel('Note for your team');
  await note.fill('Half a sentence');
  const user = await author.request.get('/session/api/authentication/checklogin');
  const USERID = await user.text();
  const told = author.waitForResponse(/account\/loadAccount/);
  await askAs(owner, 'account/setMemberRole', { USERID, inpRole: 'member' });
  await told;
  await note.pressSequentially(', and the rest');
  expect(await note.inputValue()).toBe('Half a sentence, and the rest');
  await author.getByRole('button', { name: 'Ask now' }).click();
  await author.waitForURL(/\/approvals\/\d+/);
  await author.getByText('Half a sentence, and the rest').waitFor();
  await author.getByText('Someone else has to approve what you asked for.').waitFor();
  await askAs(owner, 'account/setMemberRole', { USERID, inpRole: 'author' });
});

test('an author withdraws, and finds no way to publish, reply or turn on', async () => {
  await askInTheWizard('Oops');
  await author.getByRole('button', { name: 'Withdraw' }).click();
  await author.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await author.getByText(/withdrew this/).waitFor();
  await author.goto(`/campaign/editor/${campaign}`);
  await author.getByRole('button', { name: 'Publish' }).first().click();
  await author.getByText(/Members and owners publish/).waitFor();
  await author.goto(`/campaign/keyword/${campaign}`);
  expect(await author.getByRole('textbox', { name: 'Keyword', exact: true }).isDisabled()).toBe(true);
  const automata = (await askAs(author, 'automata/addautomata', { AutomataName: 'Weekly' })).NEWAUTOMATAID;
  await author.goto(`/automata/editor/${automata}?step=4`);
  expect(await author.getByRole('switch', { name: 'Enabled?' }).isDisabled()).toBe(true);
  await askAs(owner, 'simulator/phoneSend', { inpContactString: '+12125550171', inpText: 'Hello?' });
  await author.goto('/inbox');
  await author.getByRole('region', { name: 'People' }).getByRole('link', { name: /Hello/ }).click();
  await author.getByText('Members and owners reply. You can leave them a note.').waitFor();
});
