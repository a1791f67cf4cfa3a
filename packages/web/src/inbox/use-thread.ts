import { useThrottledCallback } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type AskError, ask } from '../data/ask.ts';
import { useLive } from '../data/live.ts';
import { refresh, useAction } from '../data/use-call.ts';
import { type Said, type ThreadPage, withNewest, withoutNote } from './newest-page.ts';

const FRESH_EVERY_MS = 1_000;
/** While a text is on its way its state is asked for. */
const ON_ITS_WAY = new Set(['queued', 'held', 'sending', 'sent']);
const STATUS_EVERY_MS = 3_000;
/** A receipt may never come: older texts are not asked for again and again. */
const STATUS_FOR_MS = 2 * 60_000;

const isUnsettled = ({ direction, status, at }: Said) =>
  direction === 'MT' && ON_ITS_WAY.has(status) && Date.now() - Date.parse(at) < STATUS_FOR_MS;

/** What was texted with one person, oldest first, the newest page at once; opening it marks it as read. */
export function useThread(contact: number) {
  const client = useQueryClient();
  const queryKey = [calls.inbox.thread.path, { contact }, 'pages'];
  const query = useInfiniteQuery<ThreadPage, AskError>({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      ask(calls.inbox.thread, { contact, before: pageParam as string }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ more }) => (more === '' ? undefined : more),
  });
  const { data, refetch, fetchNextPage } = query;
  const change = (changed: (pages: readonly ThreadPage[]) => readonly ThreadPage[]) =>
    client.setQueryData<InfiniteData<ThreadPage>>(
      queryKey,
      (shown) => shown && { ...shown, pages: [...changed(shown.pages)] },
    );
  const readNewest = async () => {
    const newest = await ask(calls.inbox.thread, { contact, before: '' });
    // What is on its way ends with the pages that it began with.
    if (client.isFetching({ queryKey }) > 0) freshen();
    else if (withNewest(data?.pages ?? [], newest)) change((pages) => withNewest(pages, newest) ?? pages);
    else await refetch();
  };
  const freshen = useThrottledCallback(() => void readNewest().catch(() => refetch()), FRESH_EVERY_MS);
  const phone = data?.pages[0]?.phone;
  useLive('inbox', ({ message }) => {
    if (message.phone === phone) freshen();
  });
  useLive('thread', (changed) => {
    if (changed.contact !== contact) return;
    const { note } = changed;
    if (note !== undefined) change((pages) => withoutNote(pages, note));
    freshen();
  });
  useEffect(() => {
    const mayChange = () => !document.hidden && (data?.pages[0]?.messages.some(isUnsettled) ?? false);
    const timer = setInterval(() => mayChange() && freshen(), STATUS_EVERY_MS);
    return () => clearInterval(timer);
  }, [data, freshen]);
  useLive('pictures', ({ inboundId }) => {
    if (data?.pages.some(({ messages }) => messages.some(({ id }) => id === inboundId))) freshen();
  });

  const { mutate: mark } = useAction(calls.inbox.mark, {
    onSuccess: () => refresh(client, calls.inbox.threads, calls.inbox.waiting),
  });
  // What the live connection says to everybody else is shown here without waiting for it.
  const changes = { invalidates: [calls.inbox.thread, calls.inbox.threads, calls.inbox.waiting] };
  const assign = useAction(calls.inbox.assign, changes);
  const close = useAction(calls.inbox.close, changes);
  const newest = data?.pages[0]?.messages.find(({ direction }) => direction === 'MO')?.id;
  useEffect(() => {
    if (newest !== undefined) mark({ contact, done: false });
  }, [mark, contact, newest]);

  const messages = useMemo(() => data?.pages.flatMap((page) => page.messages).reverse() ?? [], [data]);

  return {
    person: data?.pages[0],
    messages,
    error: query.error,
    retry: () => void refetch(),
    /** Something was said: what is newest is read anew. */
    freshen,
    hasEarlier: query.hasNextPage,
    isLoadingEarlier: query.isFetchingNextPage,
    /** Answers whether there are more. */
    loadEarlier: async () => (await fetchNextPage()).hasNextPage,
    /** `user` 0: to nobody. */
    assign: (user: number) => assign.mutate({ contact, user }),
    close: (closed: boolean) => close.mutate({ contact, closed }),
    isChanging: assign.isPending || close.isPending,
  };
}
