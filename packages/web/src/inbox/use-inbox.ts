import { useThrottledCallback } from '@mantine/hooks';
import { calls, type ReplyOf } from '@parley/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type AskError, ask } from '../data/ask.ts';
import { useLive } from '../data/live.ts';

export type IncomingMessage = ReplyOf<typeof calls.inbox.list>['messages'][number];

/** A burst of texts is shown at this pace. */
const FRESH_EVERY_MS = 1_000;

/** Incoming messages, newest first, page by page from the last one that is known; kept up to date by the live connection. */
export function useInbox(search: string) {
  const query = useInfiniteQuery<IncomingMessage[], AskError>({
    queryKey: [calls.inbox.list.path, { search }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask(calls.inbox.list, { before: pageParam as number, search }, { signal }).then(
        ({ messages }) => messages,
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => last.at(-1)?.id,
    placeholderData: keepPreviousData,
  });
  const { refetch } = query;
  const freshen = useThrottledCallback(() => void refetch(), FRESH_EVERY_MS);
  useLive('inbox', freshen);
  return {
    messages: query.data?.pages.flat() ?? [],
    isPending: query.isPending,
    error: query.error,
    retry: () => void refetch(),
    canLoadMore: query.hasNextPage && !query.isFetching && !query.isError,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}
