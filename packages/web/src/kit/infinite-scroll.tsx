import { Button, Center, Group, Loader, Text } from '@mantine/core';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { useEffect, useRef } from 'react';
import type { Paging } from '../data/paging.ts';
import { common, wordings } from './wordings.ts';

/** A list that is known as a whole, and drawn bit by bit, cannot fail. */
type InfiniteScrollProps = Omit<Paging, 'hasFailedMore'> & Partial<Pick<Paging, 'hasFailedMore'>>;

/**
 * Loads the next page near the end of the page, and by a button for those who do not scroll. Takes what
 * `usePages` answers.
 */
export function InfiniteScroll({
  canLoadMore,
  isLoadingMore,
  hasFailedMore = false,
  loadMore,
}: InfiniteScrollProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Looked at anew after each page: whoever has scrolled on meanwhile is still, not again, at the end.
    if (!canLoadMore || isLoadingMore || !end.current) return;
    // On a busy machine one call tells of several moments: only the last one is now.
    const look = (moments: IntersectionObserverEntry[]) => moments.at(-1)?.isIntersecting && loadMore();
    const observer = new IntersectionObserver(look, {
      rootMargin: `0px 0px ${PAGE_LIMITS.scrollPixels}px 0px`,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [canLoadMore, isLoadingMore, loadMore]);

  return (
    <Center ref={end} mih={1} py={canLoadMore || isLoadingMore || hasFailedMore ? 'md' : 0}>
      {isLoadingMore && <Loader size="sm" role="status" aria-label={wordings.infiniteScroll.loadingMore} />}
      {hasFailedMore && (
        <Group gap="xs" justify="center" role="alert">
          <Text c="dimmed">{wordings.infiniteScroll.couldntLoadMore}</Text>
          <Button variant="subtle" onClick={loadMore}>
            {common.retry}
          </Button>
        </Group>
      )}
      {canLoadMore && !isLoadingMore && (
        <Button variant="subtle" onClick={loadMore}>
          {wordings.infiniteScroll.loadMore}
        </Button>
      )}
    </Center>
  );
}
