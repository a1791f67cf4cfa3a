import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { show } from '../testing/show.tsx';
import { BlastActions } from './blast-actions.tsx';
import type { Blast } from './states.ts';

afterEach(cleanup);

const blast = (state: Blast['state']) => ({ id: 4, campaign: 9, state, queued: 0 }) as Blast;

test('a blast that is over can be followed by another one of its campaign', () => {
  show(<BlastActions blast={blast('done')} />, '/blast/9/live/4');
  expect(screen.getByRole('link', { name: 'Send another blast' }).getAttribute('href')).toBe('/blast/9');
  expect(screen.queryByRole('button')).toBeNull();
});

test('a blast on its way is paused or cancelled first', () => {
  show(<BlastActions blast={blast('running')} />, '/blast/9/live/4');
  expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
