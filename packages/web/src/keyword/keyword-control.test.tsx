import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { reply } from '../testing/answering-server.ts';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, askedFor, show } from '../testing/show.tsx';
import { KeywordPanel } from './index.ts';
import { KeywordControl } from './keyword-control.tsx';

provideServer();

let further: string[];
/** What adding a keyword waits for. */
let held: Promise<void>;
const TAKEN = 'The keyword “TAKEN” is in use by another campaign on this number.';
let loadFails: boolean;
let saveFails: boolean;
let detailsFail: boolean;
let ownChannel: string;
let active: '0' | '1';
beforeEach(() => {
  sessionStorage.clear();
  loadFails = false;
  saveFails = false;
  detailsFail = false;
  ownChannel = '+12125550100';
  active = '1';
  further = ['SPRNG'];
  held = Promise.resolve();
  server.heard.length = 0;
  answerCalls(server, {
    'keyword/LoadKeyword': () =>
      loadFails ? { RESULT: 0, MESSAGE: 'The keyword is out.' } : { KEYWORD: 'SPRING' },
    'keyword/SaveKeyword': (form) => {
      const keyword = form.get('inpKeyword') ?? '';
      return saveFails || keyword === 'TAKEN' ? { RESULT: 0, MESSAGE: TAKEN } : { KEYWORD: keyword };
    },
    'keyword/LoadKeywords': () => ({ KEYWORDS: JSON.stringify(further), FIRSTWORD: 0 }),
    'keyword/AddKeywords': async (form) => {
      await held;
      const wanted = (form.get('inpKeywords') ?? '').split('\n');
      if (wanted.includes('TAKEN')) return { RESULT: 0, MESSAGE: TAKEN, DETAIL: 'inpKeywords' };
      further = [...further, ...wanted];
      return { KEYWORDS: JSON.stringify(further) };
    },
    'keyword/DeleteKeyword': (form) => {
      further = further.filter((word) => word !== form.get('inpFormerKeyword'));
      return { KEYWORDS: JSON.stringify(further) };
    },
    'keyword/SaveFirstWord': () => ({}),
    'channels/listChannels': () => ({
      CHANNELS: JSON.stringify([
        { ID: 9, NAME: 'Main', NEWINDEX: 0, SRID: 1, CHANNEL: '+12125550100', CONNECTION: 'simulator' },
        ...(ownChannel === '+12125550100'
          ? []
          : [{ ID: 10, NAME: 'Other', NEWINDEX: 1, SRID: 2, CHANNEL: ownChannel, CONNECTION: 'simulator' }]),
      ]),
    }),
    'campaign/getBatchDetails': (form) =>
      detailsFail
        ? { RESULT: 0, MESSAGE: 'No.' }
        : {
            BATCHID: Number(form.get('inpBatchId')),
            DESC: 'Spring sale',
            GROUPID: 0,
            XMLCONTROLSTRING: '',
            SHORTCODEID: 1,
            SHORTCODE: ownChannel,
            MLPID: 0,
            TEMPLATEID: 1,
            SCHEDULEOPTION: 0,
            TEMPLATETYPE: 1,
            ACTIVE: active,
          },
    'campaign/LogicalRecoverBatch': () => {
      active = '1';
      return {};
    },
  });
});

const field = async () => (await screen.findByRole('textbox', { name: 'Keyword' })) as HTMLInputElement;
const typed = async (...texts: string[]) => {
  const box = await field();
  for (const value of texts) fireEvent.change(box, { target: { value } });
};
const saves = () => askedFor(server, 'SaveKeyword').map((form) => form.get('inpKeyword'));

test("stays below 'Campaign Editor' when no campaign is open, and leads to the campaigns", () => {
  show(<KeywordControl />, '/campaign/keyword', '/campaign/keyword/:CID?');
  expect(screen.getByRole('link', { name: 'Campaign Editor' }).getAttribute('href')).toBe('/campaign/manage');
});

test("is a page of its own, below 'Campaign Editor'", async () => {
  show(<KeywordControl />, '/campaign/keyword/12', '/campaign/keyword/:CID?');
  expect(screen.getByRole('heading', { level: 1, name: 'Keyword Control' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Campaign Editor' }).getAttribute('href')).toBe(
    '/campaign/editor/12',
  );
  await screen.findByText('Spring sale');
  await waitFor(async () => expect((await field()).value).toBe('SPRING'));
  expect(Object.fromEntries(askedFor(server, 'LoadKeyword')[0] ?? [])).toMatchObject({
    inpBatchId: '12',
    inpShortCode: '+12125550100',
  });
});

test("details that cannot be loaded show the description 'ERROR'", async () => {
  detailsFail = true;
  show(<KeywordControl />, '/campaign/keyword/13', '/campaign/keyword/:CID?');
  await screen.findByText('ERROR');
});

test('opens on the channel where the campaign has its keyword, be it the first or not', async () => {
  ownChannel = '+12125550111';
  show(<KeywordPanel campaign={25} />, '/somewhere');
  await waitFor(async () => expect((await field()).value).toBe('SPRING'));
  const asked = askedFor(server, 'LoadKeyword').filter((form) => form.get('inpBatchId') === '25');
  expect(asked.map((form) => form.get('inpShortCode'))).toEqual([ownChannel]);
  expect((screen.getByRole('combobox', { name: 'Channel' }) as HTMLInputElement).value).toContain('Other');
});

test('one of many channels is found by typing a part of its name', async () => {
  ownChannel = '+12125550111';
  show(<KeywordPanel campaign={26} />, '/somewhere');
  await waitFor(async () => expect((await field()).value).toBe('SPRING'));
  const channel = screen.getByRole('combobox', { name: 'Channel' });
  channel.focus();
  fireEvent.input(channel, { target: { value: 'mai' } });
  await waitFor(() =>
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Main, (212) 555-0100',
    ]),
  );
});

test('works without a route when a batch id is given, and saves after a pause', async () => {
  show(<KeywordPanel campaign={21} />, '/somewhere');
  await waitFor(async () => expect((await field()).value).toBe('SPRING'));
  await typed('S', 'SU', 'SUN');
  await waitFor(() => expect(saves().at(-1)).toBe('SUN'));
  expect(askedFor(server, 'SaveKeyword')[0]?.get('inpBatchId')).toBe('21');
});

test("a keyword that cannot be had shows the server's text and 'Auto Save Keyword Failed', and stays typed", async () => {
  show(<KeywordPanel campaign={22} />, '/somewhere');
  await waitFor(async () => expect((await field()).value).toBe('SPRING'));
  await typed('TAKEN');
  await screen.findByText(TAKEN);
  expect(screen.getByRole('alert').textContent).toContain('Auto Save Keyword Failed');
  expect((await field()).value).toBe('TAKEN');
});

test('saving an empty keyword after a failure is a success', async () => {
  show(<KeywordPanel campaign={23} />, '/somewhere');
  await waitFor(async () => expect((await field()).value).toBe('SPRING'));
  saveFails = true;
  await typed('TAKEN');
  await screen.findByText(TAKEN);
  await typed('   ');
  await waitFor(() => expect(saves()).toHaveLength(2));
  await waitFor(() => expect(screen.queryByText(TAKEN)).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a load that fails marks the keyword with the error text', async () => {
  loadFails = true;
  show(<KeywordPanel campaign={24} />, '/somewhere');
  await screen.findByText('The keyword is out.');
  screen.getByText(/Couldn’t load the keyword\./);
  expect(screen.queryByText(/Auto Save Keyword Failed/)).toBeNull();
});

test('a deleted campaign says so, and is restored from here', async () => {
  active = '0';
  show(<KeywordControl />, '/campaign/keyword/12', '/campaign/keyword/:CID?');
  await screen.findByText('This campaign is deleted');
  fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(screen.queryByText('This campaign is deleted')).toBeNull());
  expect(Object.fromEntries(askedFor(server, 'LogicalRecoverBatch')[0] ?? [])).toEqual({
    inpBatchId: '12',
    inpTemplateFlag: '0',
  });
});

test('of a campaign that does not exist there is no keyword to type, but a way to the others', async () => {
  server.answer(() => ({ status: 404, body: reply({ RESULT: 0, MESSAGE: 'That was not found.' }) }));
  show(<KeywordControl />, '/campaign/keyword/999', '/campaign/keyword/:CID?');
  await screen.findByText('This campaign doesn’t exist');
  expect(screen.queryByLabelText('Keyword')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Blast' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Show all campaigns' }).getAttribute('href')).toBe(
    '/campaign/manage',
  );
});

const more = async () =>
  (await screen.findByRole('combobox', { name: 'Other words that start it' })) as HTMLInputElement;
const enter = async (word: string) => {
  const box = await more();
  box.focus();
  fireEvent.change(box, { target: { value: word } });
  fireEvent.keyDown(box, { key: 'Enter' });
};

test('further keywords are added and taken one by one, at once', async () => {
  show(<KeywordPanel campaign={31} />, '/somewhere');
  await enter('FRÜHLING');
  await screen.findByText('FRÜHLING');
  await waitFor(() => expect(further).toHaveLength(2));
  expect(Object.fromEntries(askedFor(server, 'AddKeywords')[0] ?? [])).toEqual({
    inpBatchId: '31',
    inpShortCode: '+12125550100',
    inpKeywords: 'FRÜHLING',
  });
  fireEvent.keyDown(await more(), { key: 'Backspace' });
  await waitFor(() => expect(screen.queryByText('FRÜHLING')).toBeNull());
  await waitFor(() => expect(further).toHaveLength(1));
  expect(askedFor(server, 'DeleteKeyword').map((form) => form.get('inpFormerKeyword'))).toEqual(['FRÜHLING']);
  screen.getByText('SPRNG');
});

test('a further keyword that is taken away while it is being added is gone in the end, and others stay', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  show(<KeywordPanel campaign={34} />, '/somewhere');
  await enter('FRÜHLING');
  await screen.findByText('FRÜHLING');
  await enter('LENZ');
  await screen.findByText('LENZ');
  fireEvent.keyDown(await more(), { key: 'Backspace' });
  await waitFor(() => expect(screen.queryByText('LENZ')).toBeNull());
  screen.getByText('FRÜHLING');
  resolve();
  await waitFor(() => expect(askedFor(server, 'DeleteKeyword')).toHaveLength(1));
  await waitFor(() => expect(further).toEqual(['SPRNG', 'FRÜHLING']));
  expect(askedFor(server, 'AddKeywords').map((form) => form.get('inpKeywords'))).toEqual([
    'FRÜHLING',
    'LENZ',
  ]);
});

test('a further keyword that cannot be had is said to be, and stays typed', async () => {
  show(<KeywordPanel campaign={32} />, '/somewhere');
  await enter('TAKEN');
  await screen.findByText(TAKEN);
  expect((await more()).value).toBe('TAKEN');
  expect(screen.queryByText('Auto Save Keyword Failed', { exact: false })).toBeNull();
});

test('first words are switched on for the campaign', async () => {
  show(<KeywordPanel campaign={33} />, '/somewhere');
  const box = (await screen.findByRole('switch', { name: /^Also start when a text/ })) as HTMLInputElement;
  expect(box.checked).toBe(false);
  fireEvent.click(box);
  await waitFor(() => expect(askedFor(server, 'SaveFirstWord')).toHaveLength(1));
  expect(Object.fromEntries(askedFor(server, 'SaveFirstWord')[0] ?? [])).toEqual({
    inpBatchId: '33',
    inpFirstWord: '1',
  });
});
