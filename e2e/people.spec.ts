/**
 * Tags, lists, members, channels and credentials as their screens show them: the wordings of the
 * specification, by hand and by keyboard.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { askAs } from './ask.ts';
import { signUp, useBrowser } from './person.ts';

const browser = useBrowser();
let page: Page;
/** Calls of the session API that the page made, by their path. */
const heard: { path: string; body: string }[] = [];

beforeAll(async () => {
  page = await browser.open({ reducedMotion: 'reduce' });
  page.on('request', (request) => {
    const path = /\/session\/api\/(.+)$/.exec(request.url())?.[1];
    if (path) heard.push({ path, body: request.postData() ?? '' });
  });
  await signUp(page);
});

const ask = (path: string, form: Record<string, string>) => askAs(page, path, form);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const field = (name: string) => page.getByRole('dialog').getByLabel(name);
const calls = (path: string) => heard.filter((call) => call.path === path);

async function choose(of: string, name: string) {
  await button(`Options for ${of}`).click();
  await item(name).click();
}

async function addBy(open: () => Promise<void>, title: string, label: string, name: string) {
  await open();
  await dialog(title).waitFor();
  await field(label).fill(name);
  await button('Add Now').click();
  await dialog(title).waitFor({ state: 'hidden' });
}

test('the Tag Manager opens in either casing; tags are added, renamed with a warning and deleted with one', async () => {
  await page.goto('/TagManager');
  await page.getByRole('heading', { name: 'Tag Manager' }).waitFor();
  await page.goto('/tagmanager');
  await page.getByText('No tags yet').waitFor();
  for (const name of ['First name', 'City', 'Store']) {
    await addBy(() => button('Add Tag').click(), 'Add Tag', 'Tag Name', name);
    await page.getByText(name, { exact: true }).first().waitFor();
  }
  await choose('City', 'Rename');
  await dialog('Rename Tag')
    .getByText(/data of this tag moves to the new name, but references to the old name .* stop working/)
    .waitFor();
  await field('Tag Name').fill('Town');
  await button('Rename Now').click();
  await page.getByText('Town', { exact: true }).waitFor();
  await choose('Store', 'Delete');
  await page.getByText('Are you sure you want to delete this tag?').waitFor();
  await page
    .getByText(/“Store” will be removed from every contact, along with its values. This can’t be undone./)
    .waitFor();
  await button('Cancel').click();
  await choose('Store', 'Delete');
  await button('OK to Delete').click();
  await page.getByText('Store', { exact: true }).waitFor({ state: 'detached' });
});

test('a dialog sends whatever was typed; a blank or taken name is refused in words at the field', async () => {
  await button('Add Tag').click();
  await button('Add Now').click();
  await dialog('Add Tag')
    .getByText(/enter a name|must not be empty|name/i)
    .nth(1)
    .waitFor();
  await field('Tag Name').fill('TOWN');
  await button('Add Now').click();
  await page.getByText('You already have a tag named “TOWN”.').waitFor();
  await button('Cancel').click();
  // Three that were added, the blank one, and the one that is taken.
  expect(calls('tags/addTag')).toHaveLength(5);
});

test('tags are put in order by drag and by keyboard; the order is sent only when it changed', async () => {
  const order = () => page.locator('li', { has: button(/^Move /) }).allInnerTexts();
  const before = calls('tags/ReorderTagList').length;
  const handle = button('Move First name');
  await handle.focus();
  // Picked up and dropped where it was: nothing is sent.
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  expect(calls('tags/ReorderTagList').length).toBe(before);
  await choose('First name', 'Move down');
  await expect.poll(() => calls('tags/ReorderTagList').length).toBe(before + 1);
  expect(await order()).toEqual(['Town', 'First name']);
  const [from, to] = await Promise.all([handle.boundingBox(), button('Move Town').boundingBox()]);
  if (!from || !to) throw new Error('The handles are not on the screen.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  for (let part = 1; part <= 8; part += 1)
    await page.mouse.move(to.x + to.width / 2, from.y + ((to.y - 6 - from.y) * part) / 8 + from.height / 2);
  await page.mouse.up();
  await expect.poll(() => calls('tags/ReorderTagList').length).toBe(before + 2);
  expect(await order()).toEqual(['First name', 'Town']);
  await handle.focus();
  await page.keyboard.press('Space');
  await page.getByText(/First name.*place 1 of 2/).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.getByText(/First name.*place 2 of 2/).waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await expect.poll(() => calls('tags/ReorderTagList').length).toBe(before + 3);
  await page.reload();
  await button('Move Town').waitFor();
  expect(await order()).toEqual(['Town', 'First name']);
});

test('the List Manager: options, search after a pause, rename and delete with their warning', async () => {
  await page.goto('/lists');
  // Also while there is nothing to find.
  await page.getByText('No lists yet').waitFor();
  await page.getByPlaceholder('Search Lists...').waitFor();
  await button('List Options').click();
  await item('Tag Manager').waitFor();
  await addBy(() => item('Add List').click(), 'Add List', 'List Name', 'Regulars');
  for (const name of ['Tourists', 'Staff'])
    await addBy(() => button('New list').click(), 'Add List', 'List Name', name);
  await page.getByPlaceholder('Search Lists...').fill('tour');
  await page.getByText('1 list', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('tour');
  await button('Clear search').click();
  await page.getByText('3 lists', { exact: true }).waitFor();
  const staff = await page.getByRole('link', { name: 'Staff', exact: true }).getAttribute('href');
  await button('List Options').click();
  await item('Tag Manager').click();
  await page.getByRole('heading', { name: 'Tag Manager' }).waitFor();
  // Elsewhere: the screen is loaded anew when it opens, however lately it was shown.
  await page.request.post('/session/api/lists/renameList', {
    form: { ListId: String(staff?.split('/').pop()), ListName: 'Crew' },
  });
  await page.goBack();
  await page.getByRole('link', { name: 'Crew', exact: true }).waitFor();
  await choose('Crew', 'Rename');
  await dialog('Rename List').waitFor();
  await field('List Name').fill('Team');
  await button('Rename Now').click();
  await page.getByRole('link', { name: 'Team', exact: true }).waitFor();
  await choose('Team', 'Delete');
  await page.getByText('Are you sure you want to delete this list?').waitFor();
  await page.getByText(/The list “Team” and its .* will be removed. This can’t be undone/).waitFor();
  await button('OK to Delete').click();
  await page.getByText('2 lists', { exact: true }).waitFor();
});

let regulars = '';
let tourists = '';

test('List Members: three cards, add a member, search, and pages that load near the end of the page', async () => {
  await page.getByRole('link', { name: 'Regulars', exact: true }).click();
  await page.getByRole('heading', { name: 'Regulars' }).waitFor();
  regulars = /members\/(\d+)/.exec(page.url())?.[1] ?? '';
  const lists = JSON.parse(String((await ask('lists/lists', { ListFilters: 'tour' })).LISTS));
  tourists = String(lists[0].ID);
  await page.getByText('No one’s on this list yet').waitFor();
  await page.getByPlaceholder('Search Members...').waitFor();
  await button('Options').click();
  await item('Import Contacts').waitFor();
  await item('Add member').click();
  await field('Phone Number').fill('212 555 0100');
  await button('Add Now').click();
  await page.getByRole('link', { name: '(212) 555-0100' }).waitFor();
  for (let n = 1; n < 40; n += 1)
    await ask('members/addMemberToList', {
      ContactString: `21255501${String(n).padStart(2, '0')}`,
      ListId: regulars,
    });
  await page.reload();
  await page.getByRole('link', { name: '(212) 555-0100' }).waitFor();
  const cards = page.locator('dl').first();
  await cards.getByText('40', { exact: true }).first().waitFor();
  expect((await cards.innerText()).split('\n').filter((words) => /[A-Za-z]/.test(words))).toEqual([
    'List Count',
    'Opt In',
    'Opt Out',
  ]);
  await page.mouse.wheel(0, 20_000);
  await page.getByRole('link', { name: '(212) 555-0139' }).waitFor();
  const starts = calls('members/ListMembers').map(
    ({ body }) => /iDisplayStart"?\s*=?\s*(\d+)/.exec(body)?.[1],
  );
  expect(starts).toEqual(expect.arrayContaining(['0', '15', '30']));
  await page.mouse.wheel(0, -20_000);
  await page.getByPlaceholder('Search Members...').fill('0137');
  await page.getByRole('link', { name: '(212) 555-0100' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '(212) 555-0137' }).waitFor();
  await page.getByPlaceholder('Search Members...').fill('999999');
  await button(/Clear/).last().click();
  await page.getByRole('link', { name: '(212) 555-0100' }).waitFor();
});

test('a member is copied, moved and removed, each with its notice', async () => {
  const target = async (name: string) => {
    await page.getByRole('combobox', { name: 'Target list' }).click();
    await page.getByRole('option', { name }).click();
  };
  await choose('(212) 555-0100', 'Copy to another list');
  await target('Tourists');
  await button('Copy Now').click();
  await page.getByText('(212) 555-0100 Copied OK').waitFor();
  await choose('(212) 555-0101', 'Move to another list');
  await target('Tourists');
  await button('Move Now').click();
  await page.getByText('(212) 555-0101 Moved from this list OK').waitFor();
  await choose('(212) 555-0102', 'Remove from this list');
  await page.getByText('Removing a contact from a list can’t be undone.').waitFor();
  await button('OK to Delete').click();
  await page.getByText('(212) 555-0102 Deleted from this list OK').waitFor();
  await page.getByRole('link', { name: '(212) 555-0102' }).waitFor({ state: 'detached' });
  await page.locator('dl').first().getByText('38', { exact: true }).first().waitFor();
  const info = await ask('lists/loadListInfo', { ListId: tourists });
  expect(JSON.parse(JSON.stringify(info.LISTINFO))).toMatchObject({ COUNT: 2 });
});

test('several members are marked with the keyboard and tagged, and all of them are copied', async () => {
  const box = page.getByRole('checkbox', { name: 'Select (212) 555-0103' });
  await box.focus();
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: 'Select (212) 555-0106' }).click({ modifiers: ['Shift'] });
  await page.getByText('4 selected').waitFor();
  await button('Tag').click();
  await page.getByRole('combobox', { name: 'Tag', exact: true }).click();
  await page.getByRole('option', { name: 'Town' }).click();
  await field('Value').fill('Rome');
  await button('Save for all').click();
  await page.getByText('4 contacts Tagged OK').waitFor();
  await page.reload();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await button('Select all 38 members').click();
  await button('Copy').click();
  await page.getByRole('combobox', { name: 'Target list' }).click();
  await page.getByRole('option', { name: 'Tourists' }).click();
  await button('Copy Now').click();
  await page.getByText('38 contacts Copied OK').waitFor();
});

test('member details: a field for each tag that saves itself, the timeline, and the ways back', async () => {
  await page.getByRole('link', { name: '(212) 555-0103' }).click();
  await page.getByRole('heading', { name: '(212) 555-0103' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/lists/member/details/${regulars}/\\d+$`));
  expect(await page.getByLabel('Town').inputValue()).toBe('Rome');
  await page.getByLabel('First name').fill('Ann');
  await page.getByText('Saved').waitFor();
  await page.reload();
  await page.getByLabel('First name').waitFor();
  expect(await page.getByLabel('First name').inputValue()).toBe('Ann');
  await page.getByText('Added to list').first().waitFor();
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  expect(await trail.getByRole('link').allInnerTexts()).toEqual(['Lists', 'List Members']);
  await button('Options').click();
  await item('Tag Manager').click();
  await page.getByRole('heading', { name: 'Tag Manager' }).waitFor();
});

test('an import that was prepared survives a reload, runs, and is taken back in the background', async () => {
  await page.goto(`/lists/import/${tourists}`);
  const rows = Array.from({ length: 30 }, (_, n) => `21255502${String(n).padStart(2, '0')},Paris`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'tourists.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Phone,Town', ...rows].join('\n')),
  });
  await button('Check').waitFor();
  await page.reload();
  await page.getByText('tourists.csv').waitFor();
  await button('Check').click();
  await button('Import 30 contacts').waitFor();
  await page.reload();
  await button('Import 30 contacts').click();
  await page.getByText('Confirm this before you import.').waitFor();
  await page.getByRole('checkbox', { name: 'These people agreed to get texts from us' }).check();
  await page.getByLabel('How did they agree?').fill('Ferry desk, May');
  await button('Import 30 contacts').click();
  await page.getByRole('heading', { name: 'Imported' }).waitFor();
  await button('Undo').click();
  await button('Undo the import').click();
  await page.getByRole('heading', { name: 'Undone' }).waitFor();
  await page.goto('/account/history');
  await page.getByText('30 rows; confirmed their consent: Ferry desk, May').waitFor();
});

test('a person is erased after the last digits of the number, by keyboard, and is on no list any more', async () => {
  const added = await ask('lists/addList', { ListName: 'Leavers' });
  const list = String(added.NEWListID);
  await ask('members/addMemberToList', { ContactString: '2125550177', ListId: list });
  const { CONTACTADDRESSID: contact } = await ask('members/addMemberToList', {
    ContactString: '2125550178',
    ListId: list,
  });
  await page.goto(`/lists/member/details/${list}/${contact}`);
  await page.getByRole('heading', { name: '(212) 555-0178' }).waitFor();
  await button('Options').click();
  const file = await page.request.get(String(await item('Download all data').getAttribute('href')));
  expect(await file.json()).toMatchObject({ phone: '+12125550178', lists: [{ name: 'Leavers' }] });
  await item('Erase this person…').click();
  await dialog('Erase (212) 555-0178?').waitFor();
  const confirm = field('Type the last 4 digits of the number to confirm');
  await expect.poll(() => confirm.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('0177');
  expect(await button('Erase for Good').isDisabled()).toBe(true);
  await confirm.fill('0178');
  await page.keyboard.press('Enter');
  await page.getByText('(212) 555-0178 was erased').waitFor();
  await page.getByRole('heading', { name: 'Leavers' }).waitFor();
  await page.getByRole('link', { name: '(212) 555-0177' }).waitFor();
  expect(await page.getByRole('link', { name: '(212) 555-0178' }).count()).toBe(0);
  await page.goto(`/lists/member/details/${list}/${contact}`);
  await page.getByRole('link', { name: 'Show the list' }).waitFor();
  const again = await ask('members/addMemberToList', { ContactString: '2125550178', ListId: list });
  expect(Number(again.CONTACTADDRESSID)).not.toBe(Number(contact));
  await page.goto(`/lists/member/details/${list}/${again.CONTACTADDRESSID}`);
  await page.getByText('None: this number opted out').waitFor();
});

test('the Channel Manager: search, options, rows that lead to their people, rename, and delete with its question', async () => {
  await page.goto('/channels');
  await page.getByRole('heading', { name: 'Channel Manager' }).waitFor();
  await page.getByPlaceholder('Search Channels...').waitFor();
  await button('Channel Options').click();
  await addBy(() => item('Add Channel').click(), 'Add List', 'List Name', 'Second');
  await page.getByRole('link', { name: 'Second', exact: true }).waitFor();
  await button('Move Second').waitFor();
  const before = calls('channels/ReorderChannelsList').length;
  await choose('Second', 'Move up');
  await expect.poll(() => calls('channels/ReorderChannelsList').length).toBe(before + 1);
  await choose('Second', 'Rename');
  await dialog('Rename List').waitFor();
  await field('List Name').fill('Third');
  await button('Rename Now').click();
  const link = page.getByRole('link', { name: 'Third', exact: true });
  await link.waitFor();
  expect(await link.getAttribute('href')).toMatch(/^\/lists\/members\/\d+$/);
  await choose('Third', 'Delete');
  await page.getByText('Are you sure you want to delete this channel?').waitFor();
  await button('OK to Delete').click();
  await link.waitFor({ state: 'detached' });
});

test('the Credentials Manager: the warning, a masked secret with show and hide, rename, and delete with its question', async () => {
  await page.goto('/account/credentials');
  await page.getByText(/Both must be sent with every API request/).waitFor();
  await page.getByText(/Keep these credentials secret. .* don’t share them publicly/).waitFor();
  await button('Add Credentials').click();
  await page.getByText('New API Credentials Added').waitFor();
  await page.getByText('Client Id', { exact: true }).waitFor();
  const stored = await ask('credentials/Credentialslist', { CredentialsFilters: '' });
  const [pair] = JSON.parse(String(stored.CREDENTIALS));
  expect(await page.getByText(pair.SecretKey_vch).count()).toBe(0);
  await button('Show Client Secret of API Credentials').click();
  await page.getByText(pair.SecretKey_vch).waitFor();
  await button('Hide Client Secret of API Credentials').click();
  await page.getByText(pair.SecretKey_vch).waitFor({ state: 'detached' });
  await button('Copy Client Secret of API Credentials').click();
  await choose('API Credentials', 'Rename');
  await field('Credentials Name').fill('Shop');
  await button('Rename Now').click();
  await page.getByRole('heading', { name: 'Shop' }).waitFor();
  await choose('Shop', 'Delete');
  await page.getByText('Are you sure you want to delete these Credentials?').waitFor();
  await button('OK to Delete').click();
  await page.getByText('No API credentials yet').waitFor();
});

test('a Hebrew name stands at the edge of its neighbours, and its exclamation mark at its own end', async () => {
  await ask('lists/addList', { ListName: 'Walkers' });
  await ask('lists/addList', { ListName: 'לקוחות חדשים!' });
  await page.goto('/lists');
  const placed = (name: string) =>
    page.getByText(name, { exact: true }).evaluate(({ firstChild }) => {
      const leftOf = (from: number, to: number) => {
        const range = document.createRange();
        range.setStart(firstChild as Text, from);
        range.setEnd(firstChild as Text, to);
        return Math.round(range.getBoundingClientRect().left);
      };
      const end = firstChild?.textContent?.length ?? 0;
      return { left: leftOf(0, end), first: leftOf(0, 1), last: leftOf(end - 1, end) };
    });
  const latin = await placed('Walkers');
  const hebrew = await placed('לקוחות חדשים!');
  expect(hebrew.left).toBe(latin.left);
  expect(hebrew.last).toBeLessThan(hebrew.first);
});

test('a choice with a long name breaks it: the number behind it is seen', async () => {
  await ask('channels/addChannel', { ChannelName: 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk' });
  await page.goto('/tools/phone');
  await page.getByLabel('Channel', { exact: true }).first().click();
  const option = page.getByRole('option', { name: /^Donaudampf/ });
  await option.waitFor();
  const [inner, outer] = await Promise.all([option.boundingBox(), page.getByRole('listbox').boundingBox()]);
  if (!inner || !outer) throw new Error('The choices are not shown.');
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
});

test('a name that reads from right to left and is cut ends with dots, left of its edge', async () => {
  const { NEWListID } = await ask('lists/addList', { ListName: 'Autumn' });
  const [of, list] = ['2125550177', String(NEWListID)];
  await ask('members/addMemberToList', { ContactString: of, ListId: list });
  const { MEMBERS } = await ask('members/ListMembers', { ListId: list });
  const [member] = JSON.parse(String(MEMBERS)) as { ContactAddressId_bi: number }[];
  const [first] = JSON.parse(String((await ask('tags/taglist', {})).TAGS)) as { TAG: string }[];
  const Tag = String(first?.TAG);
  await page.setViewportSize({ width: 360, height: 740 });
  /** What is drawn left of the value of the person's tag. */
  const beside = async (Value: string) => {
    const ContactAddressId = String(member?.ContactAddressId_bi);
    await ask('tags/updateTag', { ContactAddressId, Tag, Value });
    await page.goto(`/lists/members/${list}`);
    const box = await page.getByText(Value).boundingBox();
    if (!box) throw new Error('The value is not shown.');
    return page.screenshot({ clip: { x: box.x - 12, y: box.y, width: 11, height: box.height } });
  };
  const whole = await beside('عرض الخريف');
  expect((await beside('عرض الصيف')).equals(whole)).toBe(true);
  expect((await beside('عرض الخريف: خصم عشرون بالمئة على كل شيء')).equals(whole)).toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });
});
