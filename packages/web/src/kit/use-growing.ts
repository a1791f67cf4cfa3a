import { useCallback, useState } from 'react';

const STEP = 30;

/**
 * Shows a long list bit by bit as the page is scrolled: `shown` for the rows, the rest for
 * `<InfiniteScroll>`.
 */
export function useGrowing<T>(items: T[]) {
  const [count, setCount] = useState(STEP);
  return {
    shown: count < items.length ? items.slice(0, count) : items,
    canLoadMore: count < items.length,
    isLoadingMore: false,
    loadMore: useCallback(() => setCount((now) => now + STEP), []),
  };
}
