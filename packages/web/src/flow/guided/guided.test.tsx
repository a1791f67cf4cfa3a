import { calls } from '@parley/contract';
import { flowOf, type StepShorthand } from '@parley/engine';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { provideServer, server } from '../../testing/serve.ts';
import { answerCalls, askedFor, show } from '../../testing/show.tsx';
import { GuidedConfiguration } from './guided.tsx';

provideServer();

let short: StepShorthand[];
let saving: (stored: Record<string, unknown>) => Record<string, unknown>;
beforeEach(() => {
  sessionStorage.clear();
  server.heard.length = 0;
  short = [
    { type: 'message', text: 'Hello', description: 'Greeting' },
    { type: 'tag', tag: 'Town', description: 'Behind the scenes', inGuide: false },
    { type: 'final-message', text: 'Bye', description: 'Farewell' },
  ];
  answerCalls(server, {
    'control-point/ReadCPs': (form) => {
      const { steps } = flowOf(Number(form.get('inpBatchId')), short);
      const points = steps.map((step) => ({ step, version: 1 }));
      return { CPOBJ: calls.flow.read.reply.steps.codec.encode(points), FLOWVERSION: 1 };
    },
    'control-point/SaveCPData': (form) => saving(JSON.parse(form.get('controlPoint') ?? '')),
    'campaign/LoadBatchDesc': () => ({ DESC: 'Spring sale', ACTIVE: '1' }),
    'campaign/campaignlist': () => ({ START: 0, CAMPAIGNS: '[]' }),
    'tags/taglist': () => ({ TAGS: '[]' }),
    'lists/lists': () => ({ LISTS: '[]' }),
  });
});

const PATH = '/campaign/edit/:CID?/:TID?/:TEID?';
// The page keeps its flows while it is open: each test opens another campaign.
let campaign = 100;
const open = () => {
  campaign += 1;
  openAt(`/campaign/edit/${campaign}`);
};
const openAt = (path: string) => show(<GuidedConfiguration />, path, PATH);
const message = () => screen.getByRole('textbox', { name: 'Message' }) as HTMLTextAreaElement;
const type = async (text: string) => {
  await screen.findByRole('textbox', { name: 'Message' });
  fireEvent.change(message(), { target: { value: text } });
};
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('shows only steps with SWT 1, one after the other; Back and Next, and Finish on the last', async () => {
  open();
  await screen.findByRole('textbox', { name: 'Message' });
  expect(screen.queryByText('Behind the scenes')).toBeNull();
  expect((screen.getByRole('button', { name: 'Back' }) as HTMLButtonElement).disabled).toBe(true);
  await press('Next');
  await screen.findByRole('textbox', { name: 'Final message' });
  await press('Back');
  await screen.findByRole('textbox', { name: 'Message' });
  await press('Next');
  await press('Finish');
  await screen.findByText('Finished!');
  await press('Start over?');
  await screen.findByRole('textbox', { name: 'Message' });
});

test('comes back to the step it was at, after a reload or from another screen', async () => {
  campaign += 1;
  openAt(`/campaign/edit/${campaign}?step=2`);
  await screen.findByRole('textbox', { name: 'Final message' });
  await press('Back');
  await screen.findByRole('textbox', { name: 'Message' });
  expect(location.search).toBe('');
  await press('Next');
  expect(location.search).toBe('?step=2');
  await press('Finish');
  await screen.findByText('Finished!');
});

test.each(['?step=0', '?step=x', '?step=-3', '?step=1.9'])(
  'begins at the first step with %s',
  async (query) => {
    campaign += 1;
    openAt(`/campaign/edit/${campaign}${query}`);
    await screen.findByRole('textbox', { name: 'Message' });
  },
);

test('a step that somebody else saved first shows both texts; until it is settled nothing says that all is saved', async () => {
  saving = (stored) => ({
    RESULT: 0,
    MESSAGE: 'It was changed in another window.',
    DETAIL: 'VERSION',
    CPOBJ: { ...stored, TEXT: 'Theirs', VERSION: 9 },
    VERSION: 9,
  });
  open();
  await type('Mine');
  await screen.findByText('Someone else changed this step');
  await screen.findByText('Some changes aren’t saved');
  await press('Next');
  await screen.findByText('Not saved yet');
  await press('Finish');
  await screen.findByText(/not everything is saved yet/);
  await press('Start over?');
  await press('Take theirs');
  await waitFor(() => expect(message().value).toBe('Theirs'));
});

test('a step that cannot be saved says so beside its text and can be tried again', async () => {
  saving = () => ({ RESULT: 0, MESSAGE: 'Not today.' });
  open();
  await type('Mine');
  await screen.findByText(/^Auto Save Changes Failed: Not today\./);
  saving = (stored) => ({ CPOBJ: { ...stored, VERSION: 2 }, VERSION: 2 });
  await press('Retry');
  await screen.findByText('All changes saved');
});

test('its options menu leads back to the Flow Editor', async () => {
  open();
  await press('Options');
  const menu = within(await screen.findByRole('menu'));
  expect(menu.getByRole('menuitem', { name: 'Flow Editor' }).getAttribute('href')).toBe(
    `/campaign/editor/${campaign}`,
  );
});

test('with TEID the template itself is edited: every call carries inpTemplateFlag 1', async () => {
  campaign += 1;
  openAt(`/campaign/edit/${campaign}/0/${campaign}`);
  await screen.findByRole('textbox', { name: 'Message' });
  for (const path of ['ReadCPs', 'LoadBatchDesc'])
    expect(askedFor(server, path).map((form) => Object.fromEntries(form))).toContainEqual({
      inpBatchId: String(campaign),
      inpTemplateFlag: '1',
    });
});

test("steps that cannot be loaded say 'Failed Load'; a name that cannot, its own wording", async () => {
  server.answer(() => ({ body: { RESULT: 0, MESSAGE: 'Not today.', DETAIL: '', SUSER: 7 } }));
  open();
  await screen.findByText('Couldn’t load the steps');
  await waitFor(() => screen.getByText('Not today.'));
});

test('a campaign with a fault is never called ready, not even for the moment in which its steps arrive', async () => {
  const said: string[] = [];
  const watcher = new MutationObserver(() => {
    const text = document.body.textContent ?? '';
    for (const word of ['Ready', 'No steps yet', 'Add a step to see'])
      if (text.includes(word)) said.push(word);
  });
  watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
  open();
  // The tag of the step behind the scenes does not exist.
  await screen.findByRole('button', { name: /1 thing to fix/ });
  watcher.disconnect();
  expect(said).toEqual([]);
});
