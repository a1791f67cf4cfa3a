import { type Call, type Datapoint, METRICS, type Metric } from '@parley/contract';
import { useCall } from '../data/use-call.ts';

/** The choices of a metric that has a list; none for one that is about the whole account. */
export function useDatapoints(metric: Metric | null): { datapoints: Datapoint[]; isLoading: boolean } {
  const list = metric?.list ?? null;
  // A query needs some call even while it is switched off.
  const query = useCall(list ?? (METRICS[0]?.list as Call), {}, { enabled: list !== null });
  const reply = query.data as { data: Datapoint[] } | undefined;
  return {
    datapoints: list === null ? [] : (reply?.data ?? []),
    isLoading: list !== null && query.isPending,
  };
}
