import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { provideServer } from '../testing/serve.ts';
import { show } from '../testing/show.tsx';
import { CountPanel } from './count-panel.tsx';
import type { LiveCount } from './use-count.ts';

provideServer();

const COUNTED = { count: 412_345, optedOut: 0, examples: [], superseded: 0 };

test.each([
  ['an estimate while it is counted', { isStale: true, estimate: 414_150 }, /^About 410,000 people$/],
  ['the exact figure afterwards', { isStale: false, estimate: null }, /^412,345 people$/],
] satisfies [string, Pick<LiveCount, 'isStale' | 'estimate'>, RegExp][])(
  'shows %s',
  async (_, state, words) => {
    const count: LiveCount = { counted: COUNTED, error: null, retry: () => undefined, ...state };
    show(<CountPanel count={count} isFinished isEmpty={false} />, '/segments/edit');
    const status = await screen.findByRole('status');
    await expect.poll(() => status.textContent).toMatch(words);
  },
);
