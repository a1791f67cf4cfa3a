import type { Finding } from '@parley/engine/finding.ts';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { openFlow } from '../store/open-flows.ts';
import { FlowContext } from '../store/use-flow.ts';
import { FindingsContext, useFindingsOf, useSpoken } from './findings.ts';
import { resetUi, useEditorUi } from './ui-state.ts';

const missing = (step: number): Finding => ({
  step,
  code: 'empty-text',
  severity: 'error',
  message: `Step ${step} has no text.`,
});
const open = { flow: openFlow(1, 31, false), campaign: 31, isTemplate: false };
const inFlow = ({ children }: { children: ReactNode }) => <FlowContext value={open}>{children}</FlowContext>;

afterEach(() => act(resetUi));

test('to go from card to card draws no marks again: the faults that are told stay the same', () => {
  const found = [missing(1), missing(2)];
  const { result } = renderHook(() => useSpoken(found), { wrapper: inFlow });
  const before = result.current;
  act(() => useEditorUi.setState({ writing: 'a' }));
  expect(result.current).toBe(before);
  act(() => useEditorUi.setState({ writing: 'b' }));
  expect(result.current).toBe(before);
});

test('a fault that comes or goes in one step leaves those of the other steps as they are', () => {
  let findings = [missing(1)];
  const { result, rerender } = renderHook(() => useFindingsOf(1), {
    wrapper: ({ children }) => <FindingsContext value={findings}>{children}</FindingsContext>,
  });
  const before = result.current;
  findings = [missing(1), missing(2)];
  rerender();
  expect(result.current).toBe(before);
  findings = [missing(2)];
  rerender();
  expect(result.current).toEqual([]);
});
