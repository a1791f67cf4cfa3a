import { useDebouncedValue } from '@mantine/hooks';
import { calls, type ReplyOf } from '@parley/contract';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import type { SegmentGroup } from '@parley/rules/segment.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AskError, ask } from '../data/ask.ts';
import { kept } from '../data/kept.ts';
import { keyOf } from '../data/use-call.ts';

export type Counted = ReplyOf<typeof calls.segments.count>;
export type LiveCount = {
  /** The figures of the tree, or of the one before while they are on their way; undefined: none yet. */
  counted: Counted | undefined;
  /** They are not of what stands there now. */
  isStale: boolean;
  /** About how many it will be, until the figures are there; null: nobody knows. */
  estimate: number | null;
  error: AskError | null;
  retry: () => void;
};

/**
 * How many people a tree finds, a moment after it was last changed. Null: it is not finished, and nothing is
 * asked. A later question ends the one before on the server. Of many contacts an estimate comes first.
 */
export function useCount(tree: SegmentGroup | null, own: number): LiveCount {
  const [ticket] = useState(() => crypto.randomUUID());
  const text = tree === null ? '' : JSON.stringify(tree);
  const [asked] = useDebouncedValue(text, PAUSES_MS.searchDebounce);
  const query = useQuery<Counted, AskError>({
    queryKey: keyOf(calls.segments.count, { own, tree: asked as unknown as SegmentGroup }),
    queryFn: ({ signal }) =>
      ask(calls.segments.count, { tree: JSON.parse(asked) as SegmentGroup, ticket, own }, { signal }),
    enabled: asked !== '',
    staleTime: 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isStale = asked !== text || query.isFetching || query.data?.superseded === 1;
  const estimated = useQuery({
    queryKey: keyOf(calls.segments.estimate, { own, tree: asked as unknown as SegmentGroup }),
    queryFn: ({ signal }) =>
      ask(calls.segments.estimate, { tree: JSON.parse(asked) as SegmentGroup, own }, { signal }),
    enabled: asked !== '' && query.isFetching,
    staleTime: 0,
    retry: false,
  });
  const estimate = estimated.data?.estimate ?? -1;
  return {
    counted: query.data,
    estimate: isStale && asked === text && estimate >= 0 ? estimate : null,
    isStale,
    error: asked === text && !query.isFetching ? kept(query).error : null,
    retry: () => void query.refetch(),
  };
}
