import { calls, type ReplyOf } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AskError, ask } from '../data/ask.ts';
import { kept } from '../data/kept.ts';
import { useLive } from '../data/live.ts';
import { usePaging } from '../data/paging.ts';

export type TimelineEvent = ReplyOf<typeof calls.members.timeline>['events'][number];

/**
 * What happened with a contact, newest first, page by page; a message that comes in meanwhile is asked for.
 */
export function useTimeline(contact: number, phone: string) {
  const query = useInfiniteQuery<TimelineEvent[], AskError>({
    queryKey: [calls.members.timeline.path, { contact }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask(calls.members.timeline, { contact, before: pageParam as string }, { signal }).then(
        ({ events }) => events,
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.at(-1)?.at,
  });
  const { refetch } = query;
  const askAgain = (about: string) => {
    if (about === phone) void refetch();
  };
  useLive('inbox', ({ message }) => askAgain(message.phone));
  useLive('phone', ({ phone: about }) => askAgain(about));
  const pages = query.data?.pages;
  return {
    events: useMemo(() => pages?.flat() ?? [], [pages]),
    isPending: query.isPending,
    error: kept(query).error,
    retry: () => void refetch(),
    ...usePaging(query),
  };
}
