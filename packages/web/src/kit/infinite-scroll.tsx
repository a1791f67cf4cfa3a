import { Button, Center, Loader } from '@mantine/core';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { useEffect, useRef } from 'react';
import { wordings } from './wordings.ts';

type InfiniteScrollProps = { canLoadMore: boolean; isLoadingMore: boolean; loadMore: () => void };

/**
 * Loads the next page near the end of the page, and by a button for those who do not scroll. Takes what
 * `usePages` answers.
 */
export function InfiniteScroll({ canLoadMore, isLoadingMore, loadMore }: InfiniteScrollProps) {
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
    <Center ref={end} mih={1} py={canLoadMore || isLoadingMore ? 'md' : 0}>
      {isLoadingMore && <Loader size="sm" role="status" aria-label={wordings.infiniteScroll.loadingMore} />}
      {canLoadMore && !isLoadingMore && (
        <Button variant="subtle" onClick={loadMore}>
          {wordings.infiniteScroll.loadMore}
        </Button>
      )}
    </Center>
  );
}
