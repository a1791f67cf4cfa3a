/** How far people got, of the version and the days that were chosen. */
import { calls, type ReplyOf } from '@parley/contract';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { isDay } from '@parley/rules/time-zone.ts';
import { useMemo } from 'react';
import { useCall } from '../../data/use-call.ts';
import { useQueryParam } from '../../data/use-query-param.ts';
import { useFlow } from '../store/use-flow.ts';
import { stepNode } from './graph.ts';

export type StepCount = ReplyOf<typeof calls.stepCounts.count>['counts'][number];
export type MapCounts = {
  byStep: ReadonlyMap<number, StepCount>;
  /** By step: the intents of its answers ('': none) with how many there were. */
  intents: ReadonlyMap<number, readonly { intent: string; count: number }[]>;
  /** By the id of the line on the map. */
  byWay: ReadonlyMap<string, number>;
  mostOfWay: number;
  isPartial: boolean;
  hasEarlier: boolean;
  since: string;
  goneBefore: string;
};

export const NO_COUNT: Omit<StepCount, 'step'> = {
  reached: 0,
  waiting: 0,
  answered: 0,
  timedOut: 0,
  optedOut: 0,
};

/** `version` null: all; 0: of none. Days are both there or both ''. */
export type CountScope = {
  version: number | null;
  from: string;
  to: string;
  setVersion: (version: number | null) => void;
  setDays: (from: string, to: string) => void;
};

/** It lives in the address: `?counted=3&from=…&to=…`. */
export function useCountScope(): CountScope {
  const [version, setVersion] = useQueryParam('counted');
  const [from, setFrom] = useQueryParam('from');
  const [to, setTo] = useQueryParam('to');
  const isRange = isDay(from) && isDay(to) && from <= to;
  return {
    version: /^\d{1,9}$/.test(version) ? Number(version) : null,
    from: isRange ? from : '',
    to: isRange ? to : '',
    setVersion: (chosen) => setVersion(chosen === null ? '' : String(chosen)),
    setDays: (first, last) => {
      setFrom(first);
      setTo(last);
    },
  };
}

/** The fields of the calls that a scope means. */
export const scopeFields = ({ version, from, to }: CountScope) => ({
  version: version ?? undefined,
  from: from || undefined,
  to: to || undefined,
});

/** Asked again while the map is shown. A template has no conversations. */
export function useStepCounts(scope: CountScope) {
  const { campaign, isTemplate } = useFlow();
  const { data, error, refetch } = useCall(
    calls.stepCounts.count,
    { campaign, ...scopeFields(scope) },
    { enabled: !isTemplate, refetchInterval: PAUSES_MS.flowCounts, keepPrevious: true },
  );
  const counts = useMemo(() => (data ? countsOf(data) : null), [data]);
  return { counts, failed: data ? null : error, retry: () => void refetch() };
}

function countsOf(data: ReplyOf<typeof calls.stepCounts.count>): MapCounts {
  const { isPartial, hasEarlier, since, goneBefore } = data;
  return {
    byStep: new Map(data.counts.map((each) => [each.step, each])),
    intents: Map.groupBy(data.intents, ({ step }) => step),
    byWay: new Map(data.ways.map(({ from, to, count }) => [`${stepNode(from)}>${stepNode(to)}`, count])),
    mostOfWay: Math.max(0, ...data.ways.map(({ count }) => count)),
    isPartial,
    hasEarlier,
    since,
    goneBefore,
  };
}
