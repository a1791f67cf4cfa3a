import { useThrottledCallback } from '@mantine/hooks';
import { calls, type FormOf, type ReplyOf } from '@parley/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type AskError, ask } from '../data/ask.ts';
import { kept } from '../data/kept.ts';
import { useLive } from '../data/live.ts';
import { usePaging } from '../data/paging.ts';

type Reply = ReplyOf<typeof calls.inbox.threads>;
export type Thread = Reply['threads'][number];
type Form = FormOf<typeof calls.inbox.threads>;
export type ThreadFilter = Form['filter'];
/** Who is shown. */
export type Shown = Pick<Form, 'search' | 'filter' | 'segment'>;

/** A burst of texts is shown at this pace. */
const FRESH_EVERY_MS = 1_000;

/** Each time so many pages had nobody, a person is asked whether to look further back. */
const QUIET_PAGES = 10;

/**
 * People who texted, the last text first, page by page from the last one that is known; kept up to date by
 * the live connection.
 */
export function useThreads(shown: Shown) {
  const query = useInfiniteQuery<Reply, AskError>({
    queryKey: [calls.inbox.threads.path, shown, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask(calls.inbox.threads, { before: pageParam as number, ...shown }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData,
  });
  const { refetch } = query;
  const freshen = useThrottledCallback(() => void refetch(), FRESH_EVERY_MS);
  useLive('inbox', freshen);
  useLive('thread', freshen);
  const paging = usePaging(query);
  const pages = query.data?.pages ?? [];
  const quiet = pages.length - 1 - pages.findLastIndex(({ threads }) => threads.length > 0);
  const isLooking = query.hasNextPage && (quiet === 0 || quiet % QUIET_PAGES > 0);
  return {
    threads: pages.flatMap((page) => page.threads),
    /**
     * Where nobody was found for long: how far back that was. '': it went to the first text, or still goes
     * on.
     */
    since: query.hasNextPage && !isLooking && !query.isFetchingNextPage ? (pages.at(-1)?.since ?? '') : '',
    /** Nobody is shown, but older texts are looked at. */
    isLooking: query.isFetchingNextPage || isLooking,
    isPending: query.isPending,
    error: kept(query).error,
    retry: () => void refetch(),
    ...paging,
    canLoadMore: isLooking && paging.canLoadMore,
  };
}
