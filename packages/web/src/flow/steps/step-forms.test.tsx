import type { StepOnWire } from '@parley/contract';
import { calls } from '@parley/contract';
import { flowOf, type StepShorthand } from '@parley/engine';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../../testing/answering-server.ts';
import { answerCalls, askedFor, completeDom, formOf, show } from '../../testing/show.tsx';
import { createFlowStore } from '../store/flow-store.ts';
import { FlowContext } from '../store/use-flow.ts';
import { flowWire } from '../store/wire.ts';
import { StepForm } from './step-form.tsx';

const CAMPAIGN = 50;
let server: AnsweringServer;
let steps: StepOnWire[];
beforeAll(async () => {
  completeDom();
  server = await startAnsweringServer();
});
afterAll(() => server.stop());
afterEach(cleanup);
beforeEach(() => {
  sessionStorage.clear();
  server.heard.length = 0;
  let version = 1;
  answerCalls(server, {
    'control-point/ReadCPs': () => ({
      CPOBJ: calls.flow.read.reply.steps.codec.encode(steps),
      FLOWVERSION: 1,
    }),
    'control-point/SaveCPData': (form) => {
      version += 1;
      return { CPOBJ: { ...JSON.parse(form.get('controlPoint') ?? ''), VERSION: version }, VERSION: version };
    },
    'tags/taglist': () => ({ TAGS: JSON.stringify([{ ID: 1, TAG: 'First name', NEWINDEX: 0 }]) }),
    'tags/addTag': () => ({ NEWTAGID: 2 }),
    'lists/lists': () => ({
      LISTS: JSON.stringify([{ ID: 3, NAME: 'VIPs', COUNT: 1, OPTOUTCOUNT: 0, NEWINDEX: 0 }]),
    }),
    'lists/addList': () => ({ NEWListID: 4 }),
    'campaign/campaignlist': () => ({ START: 0, CAMPAIGNS: '[]' }),
    'campaign/LoadBatchDesc': () => ({ DESC: 'Spring', ACTIVE: '1' }),
    'keyword/LoadKeyword': () => ({ KEYWORD: 'SPRING' }),
    'channels/listChannels': () => ({
      CHANNELS: JSON.stringify([
        { ID: 9, NAME: 'Main', NEWINDEX: 0, SRID: 1, CHANNEL: '+12125550100', CONNECTION: 'simulator' },
      ]),
    }),
    'credentials/Credentialslist': () => ({ CREDENTIALS: '[]' }),
    'control-point/UnmatchedAnswers': () => ({ ANSWERS: '[]', PARTIAL: 0 }),
  });
});

/** The form of the first step of a flow, others behind it. */
async function open(...short: StepShorthand[]) {
  steps = flowOf(CAMPAIGN, short).steps.map((step) => ({ step, version: 1 }));
  const told: string[] = [];
  const flow = createFlowStore({
    wire: flowWire(CAMPAIGN, false),
    storageKey: 'test',
    tell: (call) => told.push(call.fails),
    clock: () => 0,
  });
  await flow.load();
  const key = flow.store.getState().entries[0]?.key ?? '';
  show(
    <FlowContext value={{ flow, campaign: CAMPAIGN, isTemplate: false }}>
      <StepForm entryKey={key} />
    </FlowContext>,
    '/campaign/editor/50',
  );
  return { told };
}

const saves = () =>
  askedFor(server, 'SaveCPData').map(
    (form) => JSON.parse(form.get('controlPoint') ?? '') as Record<string, unknown>,
  );
const saved = async (part: Record<string, unknown>) =>
  waitFor(() => expect(saves().at(-1)).toMatchObject(part));
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const options = (label: string) =>
  [...(screen.getByLabelText(label) as HTMLSelectElement).options].map((option) => option.value);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('Message', () => {
  test("has 'Step Description', a message box and Randomize alternatives", async () => {
    await open({ type: 'message', text: 'Hello' });
    expect(screen.getByPlaceholderText('Step Description')).toBeTruthy();
    expect((screen.getByLabelText('Message') as HTMLTextAreaElement).value).toBe('Hello');
    press(/^Randomize/);
    await saved({ RTEXT: [{ TID: 1, TEXT: '' }] });
    type('Alternative 1', 'Hi');
    await saved({ RTEXT: [{ TID: 1, TEXT: 'Hi' }] });
    press('Remove alternative 1');
    await saved({ RTEXT: [] });
  });

  test('what is typed is saved after a pause', async () => {
    await open({ type: 'message', text: '' });
    for (const text of ['H', 'He', 'Hey']) type('Message', text);
    await saved({ TEXT: 'Hey', T64: 0 });
  });
});

test('a text that costs more than one credit is told in the colour of errors', async () => {
  await open({ type: 'message', text: 'a'.repeat(160) });
  const box = screen.getByRole('textbox', { name: 'Message' });
  const colour = () => document.getElementById(box.getAttribute('aria-describedby') ?? '')?.style.color;
  expect(colour()).not.toBe('var(--mantine-color-error)');
  fireEvent.change(box, { target: { value: 'a'.repeat(161) } });
  await waitFor(() => expect(colour()).toBe('var(--mantine-color-error)'));
});

describe('API Call', () => {
  test('has verb, URL, headers, content type, body, form and result action', async () => {
    await open({ type: 'api-call' });
    expect(options('Verb')).toEqual(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']);
    expect((screen.getByLabelText('Verb') as HTMLSelectElement).value).toBe('GET');
    type('URL', 'https://x.example');
    await saved({ API_DOM: 'https://x.example', API_TYPE: 'GET' });
    // What a GET does not send can be filled in all the same, before another verb is chosen.
    for (const field of ['Content type', 'Body', 'Form']) screen.getByLabelText(field);
    type('Verb', 'POST');
    await saved({ API_TYPE: 'POST' });
    expect(options('Content type')).toEqual(['text', 'json', 'xml']);
    type('Content type', 'xml');
    type('Headers', 'X-Key: 1');
    type('Body', '<a/>');
    type('Form', 'a: b');
    type('Path', '/orders');
    type('Port', '8443');
    fireEvent.click(screen.getByRole('radio', { name: 'Store the result' }));
    await saved({
      API_ACT: 'XML',
      API_HEAD: 'X-Key: 1',
      API_DATA: '<a/>',
      API_FORM: 'a: b',
      API_DIR: '/orders',
      API_PORT: 8443,
      API_RA: 'STORE',
    });
  });
});

describe('Tag', () => {
  test("stores the last response or a value; the 'Add Tag' dialog has Tag Name, Cancel and Add Now", async () => {
    await open({ type: 'tag' });
    fireEvent.click(screen.getByRole('radio', { name: 'Specify a value' }));
    type('Value', 'Gold');
    await saved({ BOV: 'Gold' });
    fireEvent.click(screen.getByRole('radio', { name: 'Store the last response' }));
    await saved({ BOV: '' });
    press('Add Tag');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Tag' }));
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    fireEvent.change(dialog.getByLabelText('Tag Name'), { target: { value: 'Town' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Add Now' }));
    await saved({ SCDF: 'Town' });
    expect(askedFor(server, 'tags/addTag')[0]?.get('TagName')).toBe('Town');
  });
});

describe.each([
  ['Capture Opt In', { type: 'opt-in' }],
  ['Notification', { type: 'notification' }],
] as [string, StepShorthand][])('%s', (_name, short) => {
  test("chooses a list; the 'Add List' dialog has List Name, Cancel and Add Now", async () => {
    await open(short);
    press('Add List');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add List' }));
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    fireEvent.change(dialog.getByLabelText('List Name'), { target: { value: 'New' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Add Now' }));
    await saved({ OIG: 4 });
  });
});

test('Notification has a text too', async () => {
  await open({ type: 'notification' });
  type('Notification', 'We are full');
  await saved({ TEXT: 'We are full' });
});

test('MMS has a picture and a text', async () => {
  await open({ type: 'mms' });
  type('Picture address', 'https://x.example/a.png');
  type('Text', 'Look');
  await saved({ TEXT: 'Look', STEXT: [{ LINK: 'https://x.example/a.png' }] });
});

test('Drip Marketing Reset / Loop Security Reset has no settings', async () => {
  await open({ type: 'drip-reset' });
  expect(screen.getByText(/Nothing to set/)).toBeTruthy();
});

test('Switch Context chooses a campaign', async () => {
  await open({ type: 'switch' });
  expect(screen.getByRole('combobox', { name: 'Continue in campaign' })).toBeTruthy();
});

test('a picker of campaigns asks for the first 5000', async () => {
  await open({ type: 'switch' });
  await waitFor(() =>
    expect(
      askedFor(server, 'campaignlist').map((form) => [form.get('iDisplayStart'), form.get('iDisplayLength')]),
    ).toEqual([['0', '5000']]),
  );
});

describe('Auxiliary Campaign Item', () => {
  test('KEYWORD shows Keyword Control of the campaign', async () => {
    await open({ type: 'auxiliary', panel: 'keyword' });
    const field = await screen.findByRole('textbox', { name: 'Keyword' });
    await waitFor(() => expect((field as HTMLInputElement).value).toBe('SPRING'));
    expect(askedFor(server, 'keyword/LoadKeyword')[0]?.get('inpBatchId')).toBe(String(CAMPAIGN));
  });

  test('ACTIONS shows the tabs Keyword, Blast and API with the real controls', async () => {
    await open({ type: 'auxiliary', panel: 'actions' });
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Keyword',
      'Blast',
      'API',
    ]);
    await screen.findByRole('textbox', { name: 'Keyword' });
    fireEvent.click(screen.getByRole('tab', { name: 'API' }));
    await screen.findByRole('button', { name: 'Build your own API Trigger URL' });
    server.heard.length = 0;
    fireEvent.click(screen.getByRole('tab', { name: 'Blast' }));
    await waitFor(() =>
      expect(
        server.heard
          .filter(({ url }) => /campaign\/LoadBatchDesc/i.test(url))
          .map((heard) => formOf(heard).get('inpBatchId')),
      ).toContain(String(CAMPAIGN)),
    );
  });
});

describe('Wait Interval', () => {
  test('counts 0 to 60 in seconds, minutes or hours, without a target time', async () => {
    await open({ type: 'wait' });
    expect(options('Wait Time')).toEqual(Array.from({ length: 61 }, (_, count) => String(count)));
    expect((screen.getByLabelText('Wait Time') as HTMLSelectElement).value).toBe('0');
    for (const unit of ['seconds', 'minutes', 'hours']) {
      type('Resolution', unit);
      expect(screen.queryByLabelText('Wait Time')).not.toBeNull();
      expect(screen.queryByRole('combobox', { name: 'Target Time' })).toBeNull();
    }
  });

  test('TODAY hides the count and offers times of 15 minutes; an hour of 12 or more is stored minus 12 with INOON 01', async () => {
    await open({ type: 'wait' });
    type('Resolution', 'today');
    expect(screen.queryByLabelText('Wait Time')).toBeNull();
    fireEvent.click(screen.getByRole('combobox', { name: 'Target Time' }));
    const times = () =>
      [...document.querySelectorAll('[role=option]')].filter((option) => /[AP]M$/.test(option.textContent));
    await waitFor(() => expect(times()).toHaveLength(96));
    fireEvent.click(screen.getByRole('option', { name: '5:45 PM', hidden: true }));
    await saved({ ITYPE: 'TODAY', IHOUR: 5, INOON: '01', IMIN: 45 });
  });
});

describe('Wait Interval that lasts longer', () => {
  test('waits up to 90 days or 12 weeks, and comes back to hours', async () => {
    await open({ type: 'wait' });
    expect(options('Wait for')).toEqual(['short', 'days', 'weeks', 'date']);
    type('Wait for', 'days');
    await saved({ ILTYPE: 'DAYS', ILVALUE: 1 });
    type('Days', '90');
    await saved({ ILTYPE: 'DAYS', ILVALUE: 90 });
    type('Wait for', 'weeks');
    type('Weeks', '3');
    await saved({ ILTYPE: 'WEEKS', ILVALUE: 3 });
    expect(screen.queryByLabelText('Wait Time')).toBeNull();
    type('Wait for', 'short');
    expect(screen.queryByLabelText('Wait Time')).not.toBeNull();
    await waitFor(() => expect(saves().at(-1)).not.toHaveProperty('ILTYPE'));
  });

  test('waits until days before or after the date in a tag, with another way for those without one', async () => {
    await open({ type: 'wait' }, { type: 'final-message', text: 'Bye' });
    type('Wait for', 'date');
    await saved({ ILTYPE: 'DATE', ILVALUE: -1, ILHOUR: 9, ILMIN: 0, ILELSE: 0 });
    type('How many days', '3');
    await saved({ ILVALUE: -3 });
    type('Which day', 'after');
    await saved({ ILVALUE: 3 });
    type('Which day', 'on');
    await saved({ ILVALUE: 0 });
    expect(screen.queryByLabelText('How many days')).toBeNull();
    fireEvent.click(screen.getByRole('combobox', { name: 'At (their time)' }));
    fireEvent.click(await screen.findByRole('option', { name: '5:45 PM', hidden: true }));
    await saved({ ILHOUR: 17, ILMIN: 45 });
    const other = screen.getByRole('combobox', { name: /no date/ });
    fireEvent.click(other);
    const choices = await waitFor(() => {
      const list = document.getElementById(other.getAttribute('aria-controls') ?? '');
      if (!list) throw new Error('The choices are not shown.');
      return within(list);
    });
    fireEvent.click(choices.getByRole('option', { name: /^2\. /, hidden: true }));
    await saved({ ILELSE: 2 });
  });
});

describe('Rules Engine', () => {
  test('a new rule compares with =; the comparators and the data sources are those of the specification', async () => {
    await open(
      { type: 'branch' },
      { type: 'open-question', text: 'Name?', description: 'Asks the name' },
      { type: 'final-message', text: 'Bye' },
    );
    press('Add Rule');
    await saved({ CONDITIONS: [{ CID: 1, BOC: '=', TYPE: 'CDF', BOTNQ: 0 }] });
    const labels = [...(screen.getByLabelText('Compare') as HTMLSelectElement).options];
    expect(labels.map(({ value, textContent }) => `${textContent} ${value}`)).toEqual([
      'Equals =',
      'Similar LIKE',
      '< <',
      '> >',
      '<= <=',
      '>= >=',
    ]);
    fireEvent.click(screen.getByRole('combobox', { name: 'Check' }));
    await screen.findByText('Tag First name');
    const sources = (await screen.findAllByRole('option', { hidden: true })).map(
      ({ textContent }) => textContent,
    );
    expect(sources).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Raw answer of .*Asks the name/),
        expect.stringMatching(/^Intent answer of .*Asks the name/),
        'Tag First name',
      ]),
    );
    fireEvent.click(screen.getByRole('option', { name: /^Raw answer of/, hidden: true }));
    await saved({ CONDITIONS: [{ BOCDV: '{%answer:Asks the name%}' }] });
    fireEvent.click(screen.getByRole('option', { name: 'Tag First name', hidden: true }));
    await saved({ CONDITIONS: [{ BOCDV: '{%First name%}' }] });
  });
});

describe('Question', () => {
  const question: StepShorthand = { type: 'choice-question', text: 'Tea?', intents: ['Yes'] };

  test('has an Answer Intent List: text, option panel, score, training phrases', async () => {
    await open(question);
    screen.getByRole('heading', { name: 'Answer Intent List' });
    press('Add Answer');
    await saved({
      OPTIONS: [
        { ID: 1, TEXT: 'Yes' },
        { ID: 2, TEXT: '' },
      ],
    });
    press('Options for Yes');
    type('Score', '5');
    await saved({ OPTIONS: [{ AVAL: '5' }, {}] });
    expect(screen.getByLabelText('Training phrases', { selector: 'input' })).toBeTruthy();
    press('Remove answer 2');
    await saved({ OPTIONS: [{ ID: 1 }] });
  });

  test('the action of an answer is exclusive: a simple response clears the next step', async () => {
    await open({ ...question, intents: [{ text: 'Yes', next: 2 }] }, { type: 'final-message', text: 'Bye' });
    press('Options for Yes');
    fireEvent.click(screen.getByRole('radio', { name: 'Simple response', hidden: true }));
    const response = screen.getByLabelText('Simple response', { selector: 'textarea' });
    fireEvent.change(response, { target: { value: 'Great' } });
    await saved({ OPTIONS: [{ AVALNEXT: 0, AVALRESP: 'Great', AVALREDIR: 0 }] });
  });

  test('says what counts as an answer: a number that other clients chose stays until another is chosen', async () => {
    await open({ ...question, threshold: 55 });
    press(/^Matching/);
    expect(options('What counts as an answer')).toEqual(['100', '42', '30', '55']);
    type('What counts as an answer', '100');
    await saved({ ANSMATCH: 100 });
    type('What counts as an answer', '42');
    await waitFor(() => expect(saves().at(-1)).not.toHaveProperty('ANSMATCH'));
  });

  test('Interval Options: retry 0 to 3 with No Retry, expired action NEXT or END', async () => {
    await open(question);
    press(/^Interval Options/);
    expect(options('Retry on Invalid/No Response')).toEqual(['0', '1', '2', '3']);
    const [none] = (screen.getByLabelText('Retry on Invalid/No Response') as HTMLSelectElement).options;
    expect(none?.textContent).toBe('No Retry');
    expect(options('Interval expired action')).toEqual(['next', 'end']);
    type('Retry on Invalid/No Response', '2');
    type('Interval expired action', 'end');
    type('Resolution', 'minutes');
    type('Wait Time', '15');
    await saved({ IMRNR: 2, INRMO: 'END', ITYPE: 'MINUTES', IVALUE: 15 });
  });

  test('a required answer has an error message; both flags are kept', async () => {
    await open(question);
    press(/^Required answer/);
    fireEvent.click(screen.getByRole('switch', { name: 'An answer is required', hidden: true }));
    fireEvent.click(screen.getByRole('switch', { name: /^Validate the response/, hidden: true }));
    type('Error message', 'Sorry?');
    await saved({ REQANS: 1, VALIDATESMSRESPONSE: 1, ERRMSGTXT: 'Sorry?' });
  });
});

test('more options: guide text, default next step, most visits with where to go and what to say', async () => {
  await open({ type: 'message', text: 'Hi' }, { type: 'final-message', text: 'Bye' });
  press(/^More options/);
  type('Guide text', 'Say who you are');
  type('Maximum visits', '3');
  await saved({ TGUIDE: 'Say who you are', LMAX: 3 });
  type('And say', 'Enough');
  await saved({ LMSG: 'Enough' });
  expect(screen.getByRole('combobox', { name: 'Default next step' })).toBeTruthy();
});

test("a save that is refused says 'Auto Save Changes Failed' and keeps what was typed", async () => {
  const { told } = await open({ type: 'message', text: 'Hello' });
  server.answer(() => ({ body: { RESULT: 0, MESSAGE: 'No.', DETAIL: '', SUSER: 7 } }));
  type('Message', 'Kept');
  await waitFor(() => expect(told).toEqual(['Auto Save Changes Failed']));
  expect((screen.getByLabelText('Message') as HTMLTextAreaElement).value).toBe('Kept');
});
