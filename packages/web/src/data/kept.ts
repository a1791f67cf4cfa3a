import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { AskError } from './ask.ts';

type Read = { data: unknown; error: unknown; isError: boolean; isSuccess: boolean; status: string };

/** A failure that says nothing of what was asked for: no answer, or none for now. */
const isPassing = (error: unknown): error is AskError =>
  error instanceof AskError && (error.kind === 'network' || error.kind === 'throttled');

/**
 * An answer that is there stays, when asking for it again finds nobody: a screen that somebody looks at, or
 * types into, does not turn into a failure because the window came to the front at a bad moment. That it is
 * from a while ago is said once for the whole screen ({@link useOutdated}). That a thing is gone, or no
 * longer for this person, is told in its place.
 */
export function kept<R extends Read>(result: R): R {
  const isKept = () => result.data !== undefined && isPassing(result.error);
  const instead: Record<PropertyKey, unknown> = {
    error: null,
    isError: false,
    isSuccess: true,
    status: 'success',
  };
  // What is read of a query decides when its component is drawn anew: nothing may be read before that.
  return new Proxy(result, {
    get: (read, name) => (name in instead && isKept() ? instead[name] : Reflect.get(read, name)),
  });
}

/** The next page of a list that does not come says so at the list's end. */
const isFurtherPage = ({ fetchMeta }: Query['state']) => fetchMeta?.fetchMore?.direction !== undefined;

/** Something on the screen that was read once, and could not be read again. */
const isOutdated = (query: Query): boolean =>
  query.state.data !== undefined &&
  isPassing(query.state.error) &&
  !isFurtherPage(query.state) &&
  query.isActive();

export type Outdated = {
  /** When the oldest of what is shown was read, in milliseconds; null while all is as new as can be. */
  since: number | null;
  isTrying: boolean;
  retry: () => void;
};

/** Whether anything on the screen is older than it should be, whichever part of it. */
export function useOutdated(): Outdated {
  const client = useQueryClient();
  const listen = useCallback(
    (hear: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(hear)),
    [client],
  );
  const outdated = () => client.getQueryCache().findAll({ predicate: isOutdated });
  const since = useSyncExternalStore(listen, () => {
    const read = outdated().map(({ state }) => state.dataUpdatedAt);
    return read.length === 0 ? null : Math.min(...read);
  });
  const isTrying = useSyncExternalStore(listen, () =>
    outdated().some(({ state }) => state.fetchStatus === 'fetching'),
  );
  const retry = () => void client.refetchQueries({ predicate: isOutdated });
  return { since, isTrying, retry };
}
