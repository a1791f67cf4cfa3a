/**
 * What all tiles of a report obey: its days, and whose figures they are. Those of the people of the segment
 * that the address names, else of the one that the report was saved with, else everyone's.
 */
import { calls } from '@parley/contract';
import { useCall } from '../data/use-call.ts';
import { useQueryParam } from '../data/use-query-param.ts';
import { namedSegment } from '../segments/index.ts';
import { type Scope, useRange } from './range.ts';

export type Limits = ReturnType<typeof useLimits>;

/** `report`: its id and what it was saved with; 0: it is not saved, or for everyone. */
export function useLimits(report: { id: number; segment: number }) {
  const [named, setNamed] = useQueryParam('segment');
  const { range } = useRange();
  const segment = namedSegment(named) ?? report.segment;
  const { data, error } = useCall(
    calls.reports.segment,
    { segment, report: report.id },
    { enabled: segment > 0, staleTime: 0 },
  );
  const isGone = error?.kind === 'unknown';
  const scope: Scope = { ...range, segment };
  return {
    /** 0: everyone. */
    segment,
    scope,
    setSegment: (chosen: number) => setNamed(chosen === report.segment ? '' : String(chosen)),
    /** Saved: what the report has now is what is shown. */
    settle: () => setNamed(''),
    name: data?.name ?? '',
    /** It was saved with this segment, which means something else since. */
    changedAt: data?.changed ? data.updatedAt : '',
    /** Why nobody is found by it. */
    problem: isGone ? ('gone' as const) : (data?.problem ?? ''),
  };
}
