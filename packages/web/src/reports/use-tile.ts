/** A tile's data. Its errors are silent: the data before stays, and a quiet mark offers to try again. */
import type { Metric, ReportTile, TableData } from '@parley/contract';
import { useCall } from '../data/use-call.ts';
import type { Scope } from './range.ts';

/** A table that is being put in order works while it is asked; the pause is for others. */
const SORTING_MS = 250;

export type TileQuery<T> = {
  data: T | undefined;
  isFirstLoad: boolean;
  isFetching: boolean;
  hasFailed: boolean;
  retry: () => void;
};

/** What a tile asks for; whom it is limited to only where it is. */
export const askedOf = ({ datapointId }: ReportTile, { segment, ...days }: Scope) => ({
  ...days,
  datapoint: datapointId,
  ...(segment > 0 && { segment }),
});

export function useTile<T>(
  metric: Metric,
  tile: ReportTile,
  scope: Scope,
  more: { limit: number; page: number; order: 'asc' | 'desc'; orderBy: string } | null = null,
): TileQuery<T> {
  const query = useCall(
    metric.report,
    { ...askedOf(tile, scope), ...more },
    {
      keepPrevious: true,
      refetchInterval: ({ state }) =>
        (state.data as { data: Partial<TableData> } | undefined)?.data.sorting === undefined
          ? false
          : SORTING_MS,
    },
  );
  // The catalogue's calls differ in their data; each display type knows its own.
  const data = query.data as { data: T } | undefined;
  return {
    data: data?.data,
    isFirstLoad: query.isPending,
    isFetching: query.isFetching,
    hasFailed: query.isError,
    retry: () => void query.refetch(),
  };
}
