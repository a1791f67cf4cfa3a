import { notifications, notificationsStore } from '@mantine/notifications';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, askedFor, show } from '../testing/show.tsx';
import { CampaignList } from './campaign-list.tsx';

provideServer();

const LIST = 'campaign/campaignlist';
const campaign = (BATCHID: number, part: object = {}) => ({
  BATCHID,
  NAME: `Campaign ${BATCHID}`,
  KEYWORD: '',
  GROUPNAME: '',
  TEMPNAME: 'Flash sale',
  TEMPID: 4,
  SVGICON: 1005,
  ISFINISHED: 1,
  ACTIVE: '1',
  ...part,
});
const FINISHED = campaign(12, { NAME: 'Spring sale', KEYWORD: 'SPRING' });
const UNFINISHED = campaign(11, { NAME: 'Draft', ISFINISHED: 0, SVGICON: 7777 });
const DELETED = campaign(10, { NAME: 'Old one', ACTIVE: '0' });
const draw = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`;

const blast = (BLASTID: number, STATE: string, at: string) => ({
  BLASTID,
  CHANNELID: 3,
  TROUBLECODE: '',
  TROUBLEREASON: '',
  BATCHID: 12,
  NAME: 'Spring sale',
  STATE,
  SCHEDULED_DT: at,
  STARTED_DT: at,
  FINISHED_DT: '',
  TOTAL: 40,
  QUEUED: 30,
  SENT: 10,
  DELIVERED: 0,
  FAILED: 0,
  UNKNOWN: 0,
  SKIPPED: 0,
  REPLIED: 0,
  OPTEDOUT: 0,
  CREDITSSPENT: 10,
  PAUSEREASON: '',
  TIMETOLIVEMINUTES: 240,
});

let rows: object[];
let blasts: object[];
let uses: object[];
beforeEach(() => {
  uses = [];
  blasts = [];
  rows = [FINISHED, UNFINISHED, DELETED];
  server.heard.length = 0;
  notifications.clean();
  const changed = () => ({});
  answerCalls(server, {
    [LIST]: (form) => ({
      START: Number(form.get('iDisplayStart')),
      CAMPAIGNS: JSON.stringify(Number(form.get('iDisplayStart')) === 0 ? rows : []),
    }),
    'control-flow-template/LoadTemplateIcons': () => ({
      ICONS: JSON.stringify([
        { PKId_int: 1001, SVGIcon_vch: draw('<circle/>') },
        { PKId_int: 1005, SVGIcon_vch: draw('<rect/>') },
      ]),
    }),
    'blast/blastList': () => ({ BLASTS: JSON.stringify(blasts) }),
    'campaign/CloneCampaign': () => ({ BATCHID: 13 }),
    'campaign/LogicalDeleteBatch': changed,
    'campaign/campaignUses': () => ({ USES: JSON.stringify(uses), BLASTCOUNT: uses.length }),
    'campaign/LogicalRecoverBatch': changed,
  });
});

const open = (at = '/campaign/manage') => show(<CampaignList />, at);
const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('li') as HTMLElement);
};
const openMenu = async (name: string) => {
  fireEvent.click((await card(name)).getByRole('button', { name: `Options for ${name}` }));
  return screen.findByRole('menu');
};
const choose = async (name: string, item: string) => {
  fireEvent.click(within(await openMenu(name)).getByRole('menuitem', { name: item }));
};

describe('the list', () => {
  test("is called 'Campaign Lists'; its first tile 'Add Campaign' leads to the templates", async () => {
    open();
    await card('Spring sale');
    expect(screen.getByRole('heading', { level: 1, name: 'Campaign Lists' })).toBeTruthy();
    const [first] = screen.getAllByRole('listitem');
    const link = within(first as HTMLElement).getByRole('link', { name: 'Add Campaign' });
    expect(link.getAttribute('href')).toBe('/campaign/templates');
  });

  test('a card shows name, keyword and the icon of its template, 1001 for one that is unknown', async () => {
    open();
    const sale = await card('Spring sale');
    expect(sale.getByText('SPRING')).toBeTruthy();
    const pictureOf = (shown: typeof sale) =>
      decodeURIComponent(shown.getByRole('presentation').getAttribute('src') ?? '');
    await waitFor(() => expect(pictureOf(sale)).toContain('<rect/>'));
    expect(pictureOf(await card('Draft'))).toContain('<circle/>');
  });

  test('a row needs no more than the fields of the specification', async () => {
    const { SVGICON: _, ...bare } = FINISHED;
    rows = [bare];
    open();
    const sale = await card('Spring sale');
    const picture = () => decodeURIComponent(sale.getByRole('presentation').getAttribute('src') ?? '');
    await waitFor(() => expect(picture()).toContain('<circle/>'));
  });

  test.each([
    ['the one that is going out', ['done', 'scheduled', 'running'], 'Sending, 25%', 3],
    ['else the next one', ['done', 'scheduled', 'cancelled'], 'Nov 2, 12:30 PM', 2],
    ['else the last one', ['failed', 'done', 'done'], 'Sent Nov 3', 3],
  ])('a card tells of the blast of its campaign: %s', async (_name, states, words, id) => {
    // Of this year; in the browser's zone, which is taken until the account's is known.
    const noon = (day: number) => new Date(new Date().getFullYear(), 10, day, 12, 30).toISOString();
    blasts = states.map((state, index) => blast(index + 1, state, noon(index + 1)));
    open();
    const link = (await card('Spring sale')).findByRole('link', { name: words });
    expect((await link).getAttribute('href')).toBe(`/blast/12/live/${id}`);
    expect((await card('Draft')).getAllByRole('link')).toHaveLength(1);
  });

  test("the banner 'You're almost there!' stands on unfinished campaigns only", async () => {
    open();
    expect((await card('Draft')).getByText("You're almost there!")).toBeTruthy();
    expect((await card('Spring sale')).queryByText("You're almost there!")).toBeNull();
  });

  test('deleted campaigns stand behind a switch of their own', async () => {
    open('/campaign/manage?show=deleted');
    await card('Old one');
    expect(screen.queryByRole('heading', { name: 'Spring sale' })).toBeNull();
  });

  test('asks for 15 active ones from the first one; for deleted ones where those are shown', async () => {
    open();
    await card('Spring sale');
    expect(Object.fromEntries(askedFor(server, LIST)[0] ?? [])).toEqual({
      iDisplayStart: '0',
      iSearchStr: '',
      iDisplayLength: '15',
      inpShow: 'active',
      inpRunsOf: '0',
    });
    fireEvent.click(screen.getByRole('radio', { name: 'Deleted' }));
    await card('Old one');
    expect(askedFor(server, LIST).at(-1)?.get('inpShow')).toBe('deleted');
  });

  test('searches after a pause, from the first row again; the clear button brings all back', async () => {
    open();
    await card('Spring sale');
    const box = screen.getByPlaceholderText('Search Campaigns...');
    fireEvent.change(box, { target: { value: 'spr' } });
    fireEvent.change(box, { target: { value: 'spring' } });
    await waitFor(() => expect(askedFor(server, LIST).at(-1)?.get('iSearchStr')).toBe('spring'));
    expect(askedFor(server, LIST).map((form) => form.get('iSearchStr'))).not.toContain('spr');
    expect(askedFor(server, LIST).at(-1)?.get('iDisplayStart')).toBe('0');
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect((box as HTMLInputElement).value).toBe(''));
    await waitFor(() =>
      expect(
        askedFor(server, LIST).map((form) => [form.get('iDisplayStart'), form.get('iSearchStr')]),
      ).toEqual([
        ['0', ''],
        ['0', 'spring'],
        ['0', ''],
      ]),
    );
  });
});

describe('the menu of a card', () => {
  test('leads to both editors and to the report of the campaign', async () => {
    open();
    const menu = within(await openMenu('Spring sale'));
    const href = (name: string) => menu.getByRole('menuitem', { name }).getAttribute('href');
    expect(href('Guided Tour Edit')).toBe('/campaign/edit/12');
    expect(href('Advanced Flow Edit')).toBe('/campaign/editor/12');
    expect(href('Reports')).toBe('/report/template/1/12');
  });

  test('offers Delete for active campaigns, Restore for deleted ones', async () => {
    open();
    expect(within(await openMenu('Spring sale')).queryByRole('menuitem', { name: 'Restore' })).toBeNull();
    cleanup();
    open('/campaign/manage?show=deleted');
    const menu = within(await openMenu('Old one'));
    expect(menu.getByRole('menuitem', { name: 'Restore' })).toBeTruthy();
    expect(menu.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  });

  test('Delete asks in the words of the specification, with the id, and then the card is gone', async () => {
    open();
    await choose('Spring sale', 'Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this campaign?' }));
    dialog.getByText(
      'Any keywords or active API calls using this campaign id (12) will also be disabled when this campaign is deleted.',
    );
    expect(askedFor(server, 'LogicalDeleteBatch')).toEqual([]);
    rows = [UNFINISHED, { ...FINISHED, ACTIVE: '0' }, DELETED];
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Spring sale' })).toBeNull());
    expect(askedFor(server, 'LogicalDeleteBatch').map((form) => form.get('inpBatchId'))).toEqual(['12']);
  });

  test('Delete names what sends the campaign or switches to it, and counts the blasts that are cancelled', async () => {
    uses = [{ KIND: 'automata', ID: 4, NAME: 'Weekly news', STEPS: [] }];
    open();
    await choose('Spring sale', 'Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this campaign?' }));
    await dialog.findByText('1 blast not finished yet');
    expect(dialog.getByRole('link', { name: 'Weekly news' }).getAttribute('href')).toBe('/automata/editor/4');
  });

  test('after Restore the search is cleared', async () => {
    const router = open('/campaign/manage?show=deleted&q=old');
    await choose('Old one', 'Restore');
    await waitFor(() => expect(askedFor(server, 'LogicalRecoverBatch')).toHaveLength(1));
    await waitFor(() => expect(askedFor(server, LIST).at(-1)?.get('iSearchStr')).toBe(''));
    expect(router.state.location.search).not.toContain('q=');
  });

  test('after Duplicate the list is loaded from the start, its empty search written as a space in turn', async () => {
    open();
    await choose('Spring sale', 'Duplicate');
    await waitFor(() => expect(askedFor(server, LIST).at(-1)?.get('iSearchStr')).toBe(' '));
    expect(Object.fromEntries(askedFor(server, LIST).at(-1) ?? [])).toMatchObject({
      iDisplayStart: '0',
      iDisplayLength: '15',
    });
    // Another one: the same press soon after the first would count as a double click.
    await choose('Draft', 'Duplicate');
    await waitFor(() => expect(askedFor(server, 'CloneCampaign')).toHaveLength(2));
    await waitFor(() => expect(askedFor(server, LIST).at(-1)?.get('iSearchStr')).toBe(''));
    const said = notificationsStore.getState().notifications.map(({ message }) => message);
    expect(said).toContain('“Draft” duplicated');
  });
});
