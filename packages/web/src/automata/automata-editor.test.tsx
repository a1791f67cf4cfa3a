import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, askedFor, show } from '../testing/show.tsx';
import { AutomataEditor } from './automata-editor.tsx';

provideServer();

const automaton = (PKId_bi: number, Desc_vch: string) => ({
  PKId_bi,
  Desc_vch,
  Type_int: 3,
  BatchId_bi: 0,
  ListId_int: 0,
  ChannelId_bi: 0,
  DayofWeek_ti: 1,
  DayofMonth_ti: 1,
  Month_ti: 1,
  Hour_ti: 9,
  NextRun_dt: '',
  WeekEnds_ti: 0,
  Status_int: 0,
  New_ti: 0,
  Clone_ti: 0,
  Filters_vch: '[]',
  TimeToLive_int: 0,
  PROBLEM: '',
  VERSION: 1,
});

test('opening it asks for that automata, the first 5000 campaigns, the lists and the tags; another AID for that one', async () => {
  const names = new Map([
    ['5', 'Weekly news'],
    ['6', 'Birthdays'],
  ]);
  answerCalls(server, {
    'automata/loadAutomataData': (form) => {
      const id = form.get('AutomataId') ?? '';
      return { AUTOMATADATA: JSON.stringify(automaton(Number(id), names.get(id) ?? '')) };
    },
    'campaign/campaignlist': () => ({ START: 0, CAMPAIGNS: '[]' }),
    'channels/listChannels': () => ({ CHANNELS: '[]' }),
    'lists/lists': () => ({ LISTS: '[]' }),
    'tags/taglist': () => ({ TAGS: '[]' }),
  });
  const ids = () => askedFor(server, 'loadAutomataData').map((form) => form.get('AutomataId'));
  const router = show(<AutomataEditor />, '/automata/editor/5', '/automata/editor/:AID?');
  expect(await screen.findByDisplayValue('Weekly news')).toBeTruthy();
  const [campaigns] = askedFor(server, 'campaignlist');
  expect([campaigns?.get('iDisplayStart'), campaigns?.get('iDisplayLength')]).toEqual(['0', '5000']);
  await waitFor(() => expect(askedFor(server, 'lists/lists')).toHaveLength(1));
  await waitFor(() => expect(askedFor(server, 'taglist')).toHaveLength(1));
  expect(ids()).toEqual(['5']);
  await router.navigate('/automata/editor/6');
  expect(await screen.findByDisplayValue('Birthdays')).toBeTruthy();
  expect(ids()).toEqual(['5', '6']);
});
