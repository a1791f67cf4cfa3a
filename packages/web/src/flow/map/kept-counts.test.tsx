import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { completeDom, show } from '../../testing/show.tsx';
import { KeptCounts } from './kept-counts.tsx';

completeDom();
afterEach(cleanup);

test('a map whose older answers are deleted says since when it counts; others say nothing', () => {
  show(<KeptCounts goneBefore="2026-03-15T00:00:00.000Z" />, '/campaign/editor/5');
  expect(screen.getByText(/begin on .*15.*2026.*doesn’t keep older answers/)).toBeTruthy();
  cleanup();
  show(<KeptCounts goneBefore="" />, '/campaign/editor/5');
  expect(screen.queryByText(/older answers/)).toBeNull();
});
