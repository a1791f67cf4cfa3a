/** How a list goes on that is read page by page; what `<InfiniteScroll>` takes. */
import { useCallback } from 'react';

export type Paging = {
  /** More may follow, and nothing is being fetched: the screen may call `loadMore`. */
  canLoadMore: boolean;
  isLoadingMore: boolean;
  /** The next page did not come: it is asked for again when somebody says so. */
  hasFailedMore: boolean;
  loadMore: () => void;
};

type PagedQuery = {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

export function usePaging(query: PagedQuery): Paging {
  const { fetchNextPage } = query;
  const hasFailedMore = query.isFetchNextPageError && !query.isFetchingNextPage;
  return {
    canLoadMore: query.hasNextPage && !query.isFetching && !hasFailedMore,
    isLoadingMore: query.isFetchingNextPage,
    hasFailedMore,
    loadMore: useCallback(() => void fetchNextPage(), [fetchNextPage]),
  };
}
