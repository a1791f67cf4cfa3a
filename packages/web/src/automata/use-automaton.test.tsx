import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { saveOnLeave } from '../data/use-save.ts';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, askedFor, show } from '../testing/show.tsx';
import { useAutomaton, useAutomatonName } from './use-automaton.ts';

provideServer();
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function NameField() {
  const save = useAutomatonName(7);
  return <input aria-label="Automata Name" onChange={(event) => save.change(event.currentTarget.value)} />;
}

test('a name that is typed just before the page is left goes out in a request that outlives the page', async () => {
  answerCalls(server, { 'automata/renameautomata': () => ({}) });
  saveOnLeave();
  const fetched = vi.spyOn(globalThis, 'fetch');
  show(<NameField />, '/automata/editor/7');
  fireEvent.change(screen.getByLabelText('Automata Name'), { target: { value: 'Left behind' } });
  fireEvent(window, new Event('pagehide'));
  await waitFor(() =>
    expect(askedFor(server, 'renameautomata').map((form) => form.get('AutomataName'))).toEqual([
      'Left behind',
    ]),
  );
  const asked = fetched.mock.calls.filter(([url]) => /renameautomata/i.test(String(url)));
  expect(asked.map(([, init]) => init?.keepalive)).toEqual([true]);
});

test('a name is saved 300 ms after its last letter', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
  vi.useFakeTimers();
  show(<NameField />, '/automata/editor/7');
  for (const value of ['N', 'Ne']) {
    fireEvent.change(screen.getByLabelText('Automata Name'), { target: { value } });
    await vi.advanceTimersByTimeAsync(299);
  }
  expect(fetched).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(fetched).toHaveBeenCalledOnce();
});

function Hour() {
  const { data, change } = useAutomaton(8);
  if (!data) return null;
  return (
    <button type="button" onClick={() => change({ hour: 14 })}>
      {data.enabled ? 'On' : 'Off'}
    </button>
  );
}

test('a change sends only what was changed, with the version that was seen: a tab that shows an older state brings none of it back', async () => {
  const data = {
    PKId_bi: 8,
    Desc_vch: 'News',
    Type_int: 3,
    BatchId_bi: 1,
    ListId_int: 2,
    ChannelId_bi: 0,
    DayofWeek_ti: 1,
    DayofMonth_ti: 1,
  };
  const more = {
    Month_ti: 1,
    Hour_ti: 9,
    NextRun_dt: '',
    WeekEnds_ti: 0,
    Status_int: 1,
    New_ti: 0,
    Clone_ti: 0,
  };
  const whole = { ...data, ...more, Filters_vch: '[]', TimeToLive_int: 0, PROBLEM: '', VERSION: 4 };
  const AUTOMATADATA = JSON.stringify(whole);
  answerCalls(server, {
    'automata/loadAutomataData': () => ({ AUTOMATADATA }),
    'automata/updateAutomataData': () => ({ AUTOMATADATA }),
    'automata/automatalist': () => ({ AUTOMATA: '[]' }),
  });
  show(<Hour />, '/automata/editor/8');
  fireEvent.click(await screen.findByText('On'));
  await waitFor(() =>
    expect(
      askedFor(server, 'updateAutomataData').map((form) => JSON.parse(String(form.get('AutomataData')))),
    ).toEqual([{ Hour_ti: 14, SEENVERSION: 4 }]),
  );
});
