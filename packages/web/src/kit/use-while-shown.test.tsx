import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useWhileShown } from './use-while-shown.ts';

test('a dialog keeps its words while it fades out, and has the new ones when it opens again', () => {
  const { result, rerender } = renderHook(({ about }) => useWhileShown(about, about !== null), {
    initialProps: { about: 'Spring sale' as string | null },
  });
  expect(result.current).toBe('Spring sale');
  rerender({ about: 'Summer sale' });
  expect(result.current).toBe('Summer sale');
  rerender({ about: null });
  expect(result.current).toBe('Summer sale');
  rerender({ about: 'Winter sale' });
  expect(result.current).toBe('Winter sale');
});
