import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useSession } from '../data/session.ts';
import { reply } from '../testing/answering-server.ts';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, askedFor, show } from '../testing/show.tsx';
import { TemplatePicker } from './template-picker.tsx';

provideServer();

const template = (KEY: number, NAME: string, TYPE: number, OWN = 0) => ({
  KEY,
  NAME,
  DESC: 'What it is for',
  TYPE,
  SVGICON: 1001,
  LEGACYID: 0,
  OWN,
});
beforeEach(() => {
  server.heard.length = 0;
  useSession.setState(useSession.getInitialState());
  answerCalls(server, {
    'control-flow-template/TemplateList': (form) => ({
      START: 0,
      TEMPLATES: JSON.stringify(
        Number(form.get('iDisplayStart')) > 0
          ? []
          : [template(2000, 'Ours', 1, 1), template(2, 'Customer survey', 100), template(4, 'Flash sale', 1)],
      ),
    }),
    'control-flow-template/LoadTemplateIcons': () => ({ ICONS: '[]' }),
    'campaign/LogicalDeleteBatch': () => ({}),
    'campaign/SaveBatchDesc': (form) => ({ DESC: form.get('inpDesc') }),
  });
});

const PATH = '/campaign/templates/:TEID?';
const target = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');

test('each card shows NAME and leads where its TYPE says', async () => {
  show(<TemplatePicker />, '/campaign/templates', PATH);
  expect(await target('Customer survey')).toBe('/campaign/edit/0/2');
  expect(await target('Flash sale')).toBe('/campaign/editor/0/4');
});

test('who has not named their account is told in whose name templates speak', async () => {
  useSession.setState({ status: 'in' });
  const account = {
    EMAIL: 'maya@example.com',
    PHONE: '',
    PHONEPROVEN: 0,
    MFAENABLED: 0,
    MFASETTING: 'optional',
    ACCOUNTNAME: 'maya',
    CONTACTINFO: '',
    TIMEZONE: 'UTC',
    ROLE: 'owner',
    BALANCENUMBER: 0,
    RESERVEDNUMBER: 0,
    LINKBASE: '',
    TEAM: [],
  };
  answerCalls(server, { 'account/loadAccount': () => account });
  show(<TemplatePicker />, '/campaign/templates', PATH);
  await screen.findByText('Your texts will come from “maya”');
  expect(screen.getByRole('link', { name: 'Give it your business’s name' }).getAttribute('href')).toBe(
    '/account',
  );
});

test('with TEID every card leads to the template in Guided Configuration', async () => {
  show(<TemplatePicker />, '/campaign/templates/9', PATH);
  expect(await target('Customer survey')).toBe('/campaign/edit/2/0/9');
  expect(await target('Flash sale')).toBe('/campaign/edit/4/0/9');
});

test("templates that cannot be loaded say 'Failed Load', with Retry", async () => {
  server.answer(() => ({ body: reply({ RESULT: 0, MESSAGE: 'The shelf is empty.' }) }));
  show(<TemplatePicker />, '/campaign/templates', PATH);
  await screen.findByText('Failed Load');
  screen.getByText(/The shelf is empty\./);
  screen.getByRole('button', { name: /Retry|Try again/ });
});

test('own templates stand first, with a menu that edits, renames and deletes them', async () => {
  show(<TemplatePicker />, '/campaign/templates', PATH);
  await target('Ours');
  screen.getByRole('heading', { name: 'Your templates' });
  expect(screen.queryByRole('button', { name: 'Options for Flash sale' })).toBeNull();
  const menuOf = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Options for Ours' }));
    return within(await screen.findByRole('menu'));
  };
  const menu = await menuOf();
  expect(menu.getByRole('menuitem', { name: 'Edit template' }).getAttribute('href')).toBe(
    '/campaign/editor/2000/0/2000',
  );
  fireEvent.click(menu.getByRole('menuitem', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this template?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'OK to Delete' }));
  await waitFor(() => expect(askedFor(server, 'LogicalDeleteBatch')).toHaveLength(1));
  expect(Object.fromEntries(askedFor(server, 'LogicalDeleteBatch')[0] ?? [])).toEqual({
    inpBatchId: '2000',
    inpTemplateFlag: '1',
  });
});
