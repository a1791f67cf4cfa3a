import { useThrottledCallback } from '@mantine/hooks';
import { calls, type FormOf, type ReplyOf } from '@parley/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { AskError } from '../data/ask.ts';
import { useLive } from '../data/live.ts';
import { askPatiently } from '../data/use-call.ts';

type Reply = ReplyOf<typeof calls.inbox.threads>;
export type Thread = Reply['threads'][number];
export type ThreadFilter = FormOf<typeof calls.inbox.threads>['filter'];

/** A burst of texts is shown at this pace. */
const FRESH_EVERY_MS = 1_000;

/** People who texted, the last text first, page by page from the last one that is known; kept up to date by the live connection. */
export function useThreads(search: string, filter: ThreadFilter) {
  const query = useInfiniteQuery<Reply, AskError>({
    queryKey: [calls.inbox.threads.path, { search, filter }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      askPatiently(calls.inbox.threads, { before: pageParam as number, search, filter }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ threads }) => threads.at(-1)?.id,
    placeholderData: keepPreviousData,
  });
  const { refetch } = query;
  const freshen = useThrottledCallback(() => void refetch(), FRESH_EVERY_MS);
  useLive('inbox', freshen);
  return {
    threads: query.data?.pages.flatMap((page) => page.threads) ?? [],
    /** Texts of before this moment were not looked at; '': all were. */
    since: query.data?.pages[0]?.since ?? '',
    isAtEnd: !query.hasNextPage && !query.isFetching,
    isPending: query.isPending,
    error: query.error,
    retry: () => void refetch(),
    canLoadMore: query.hasNextPage && !query.isFetching && !query.isError,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}
