import { notificationsStore } from '@mantine/notifications';
import { calls } from '@parley/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useCall } from '../data/use-call.ts';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, show, WithNews } from '../testing/show.tsx';
import { BlastActions } from './blast-actions.tsx';
import type { Blast } from './states.ts';

provideServer();
afterEach(cleanup);

const blast = (state: Blast['state']) => ({ id: 4, campaign: 9, state, queued: 0 }) as Blast;

test('a blast that is over can be followed by another one of its campaign', () => {
  show(<BlastActions blast={blast('done')} asOf={0} />, '/blast/9/live/4');
  expect(screen.getByRole('link', { name: 'Send another blast' }).getAttribute('href')).toBe('/blast/9');
  expect(screen.queryByRole('button')).toBeNull();
});

test('a blast on its way is paused or cancelled first', () => {
  show(<BlastActions blast={blast('running')} asOf={0} />, '/blast/9/live/4');
  expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('one that is resumed and pauses again for the same reason says so', async () => {
  const reason = 'It needs 1,200 credits now. The balance is 760 credits.';
  let state = { STATE: 'paused', PAUSEREASON: reason };
  answerCalls(server, {
    'blast/setBlastState': () => {
      state = { STATE: 'scheduled', PAUSEREASON: '' };
      return {};
    },
    'blast/blastProgress': () => ({ ...PROGRESS, ...state }),
  });
  show(<WithNews of={<Watched />} />, '/blast/9/live/4');
  fireEvent.click(await screen.findByRole('button', { name: 'Resume' }));
  await screen.findByRole('button', { name: 'Pause' });
  expect(notificationsStore.getState().notifications).toEqual([]);

  state = { STATE: 'paused', PAUSEREASON: reason };
  fireEvent.click(screen.getByRole('button', { name: 'News' }));
  await screen.findByRole('button', { name: 'Resume' });
  await waitFor(() =>
    expect(JSON.stringify(notificationsStore.getState().notifications)).toContain('It still can’t start'),
  );
  expect(JSON.stringify(notificationsStore.getState().notifications)).toContain(reason);
});

function Watched() {
  const { data, dataUpdatedAt } = useCall(calls.blast.progress, { blast: 4 });
  return data ? <BlastActions blast={data} asOf={dataUpdatedAt} /> : null;
}

const NONE = Object.fromEntries(
  'TOTAL QUEUED SENT DELIVERED FAILED UNKNOWN SKIPPED REPLIED OPTEDOUT CREDITSSPENT'
    .split(' ')
    .map((name) => [name, 0]),
);
const PROGRESS = {
  ...NONE,
  BLASTID: 4,
  BATCHID: 9,
  NAME: 'Autumn market',
  SCHEDULED_DT: '2026-03-10T12:00:00Z',
  STARTED_DT: '',
  FINISHED_DT: '',
  TIMETOLIVEMINUTES: 240,
  NEXT_DT: '',
  CHANNELID: 2,
  TROUBLECODE: '',
  TROUBLEREASON: '',
};
