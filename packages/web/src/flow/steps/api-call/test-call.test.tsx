/** The API step in the editor: its test call, the values picked from the answer, its further tries. */
import { calls, type StepOnWire } from '@parley/contract';
import { flowOf } from '@parley/engine';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../../../testing/answering-server.ts';
import { answerCalls, askedFor, completeDom, show } from '../../../testing/show.tsx';
import { createFlowStore } from '../../store/flow-store.ts';
import { FlowContext } from '../../store/use-flow.ts';
import { flowWire } from '../../store/wire.ts';
import { StepForm } from '../step-form.tsx';
import { usePreviewAnswers } from './preview-answers.ts';

const CAMPAIGN = 50;
let server: AnsweringServer;
let steps: StepOnWire[];
let answer: Record<string, unknown>;
const WORKS = {
  OK: '1',
  STATUS: 200,
  MILLISECONDS: 42,
  CONTENTTYPE: 'application/json',
  API_DATA: '{"order":{"status":"shipped"}}',
  CUT: '0',
  PROBLEM: '',
};
beforeAll(async () => {
  completeDom();
  server = await startAnsweringServer();
});
afterAll(() => server.stop());
afterEach(cleanup);
beforeEach(() => {
  sessionStorage.clear();
  server.heard.length = 0;
  answer = WORKS;
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
    'control-point/TestApiCall': () => answer,
    'tags/taglist': () => ({ TAGS: JSON.stringify([{ ID: 1, TAG: 'Order status', NEWINDEX: 0 }]) }),
    'lists/lists': () => ({ LISTS: '[]' }),
    'campaign/campaignlist': () => ({ START: 0, CAMPAIGNS: '[]' }),
  });
});

async function open(part: object = {}): Promise<void> {
  const short = [
    {
      type: 'api-call' as const,
      id: 5,
      url: 'https://x.example/{%Town%}',
      headers: 'Authorization: Bearer s3cret',
      ...part,
    },
    { type: 'final-message' as const, id: 6, text: 'Bye' },
  ];
  steps = flowOf(CAMPAIGN, short).steps.map((step) => ({ step, version: 1 }));
  const flow = createFlowStore({
    wire: flowWire(CAMPAIGN, false),
    storageKey: 'test',
    tell: () => undefined,
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
  for (const name of [/^Test call/, /^Values from the answer/, /^Try again/])
    fireEvent.click(await screen.findByRole('button', { name }));
}
const saved = async (part: Record<string, unknown>) =>
  waitFor(() =>
    expect(JSON.parse(askedFor(server, 'SaveCPData').at(-1)?.get('controlPoint') ?? '{}')).toMatchObject(
      part,
    ),
  );
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('it sends what is shown, secrets covered, and a click on a value uses it', async () => {
  await open();
  fireEvent.change(screen.getByLabelText('Value for Town'), { target: { value: 'Ulm' } });
  const shown = screen.getByRole('region', { name: 'What will be sent' });
  expect(shown.textContent).toContain('GET https://x.example/Ulm');
  expect(shown.textContent).not.toContain('s3cret');
  press('Make the test call');
  const value = await screen.findByRole('button', { name: 'Use $.order.status: "shipped"' });
  const sent = askedFor(server, 'TestApiCall')[0];
  expect(sent?.get('API_URL')).toBe('https://x.example/Ulm');
  expect(JSON.parse(sent?.get('API_HEAD') ?? '')).toEqual({ Authorization: 'Bearer s3cret' });
  screen.getByText('Status 200');
  screen.getByText('42 ms');
  fireEvent.click(value);
  await saved({ API_PICKS: [{ ID: 1, PATH: '$.order.status', NAME: 'Status', TAG: 0 }] });
  expect(value.getAttribute('aria-pressed')).toBe('true');
  screen.getByText('Status: shipped');
  // A second click takes it no second time.
  fireEvent.click(value);
  expect(screen.getAllByRole('group', { name: /^Value \d/ })).toHaveLength(1);
});

test('a failed call says so, and where people would go; its answer can be what the preview gets', async () => {
  answer = {
    ...WORKS,
    OK: '0',
    STATUS: 503,
    API_DATA: 'down',
    PROBLEM: 'The service answered with status 503.',
  };
  await open();
  press('Make the test call');
  await screen.findByText('Status 503');
  screen.getByText('Take the path for failed calls. The service answered with status 503.');
  press('Use this answer in the preview');
  expect(usePreviewAnswers.getState()[5]).toEqual({
    ok: false,
    text: 'The service answered with status 503.',
  });
  screen.getByText('The preview uses this answer now');
});

test('without an address there is nothing to call', async () => {
  await open({ url: '' });
  expect((screen.getByRole('button', { name: 'Make the test call' }) as HTMLButtonElement).disabled).toBe(
    true,
  );
});

test('values by hand: a path and a name, or a tag; the last one removed leaves nothing on the wire', async () => {
  await open();
  press('Add a value');
  const row = await screen.findByRole('group', { name: 'Value 1' });
  fireEvent.change(within(row).getByLabelText('Path'), { target: { value: '$.total' } });
  fireEvent.change(within(row).getByLabelText('Name'), { target: { value: 'Total' } });
  await saved({ API_PICKS: [{ ID: 1, PATH: '$.total', NAME: 'Total', TAG: 0 }] });
  fireEvent.click(within(row).getByRole('radio', { name: 'In a tag' }));
  await saved({ API_PICKS: [{ ID: 1, PATH: '$.total', NAME: 'Total', TAG: 1 }] });
  press('Remove Total');
  await waitFor(() =>
    expect(askedFor(server, 'SaveCPData').at(-1)?.get('controlPoint')).not.toContain('API_PICKS'),
  );
});

test('tries: a POST says that it is not made twice, until its author says that it may be', async () => {
  await open({ verb: 'POST' });
  fireEvent.change(screen.getByLabelText('Try a failed call again'), { target: { value: '2' } });
  await saved({ API_RETRY: 2 });
  screen.getByText(/^A POST isn’t tried again/);
  fireEvent.change(screen.getByLabelText('Try again when'), { target: { value: 'no-answer' } });
  await saved({ API_RETRYON: 'NOANSWER' });
  fireEvent.click(screen.getByLabelText('Safe to repeat'));
  await saved({ API_IDEMPOTENT: 1 });
  expect(screen.queryByText(/^A POST isn’t tried again/)).toBeNull();
});
