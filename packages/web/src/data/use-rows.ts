/**
 * Rows of a long list from anywhere in it: only the pages near those that are shown are asked for, and kept.
 */
import type { Call, FieldMap, ValuesOf } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { type AskError, ask } from './ask.ts';
import { kept } from './kept.ts';

const PAGE = PAGE_LIMITS.pageSize;
/**
 * A scrollbar that is pulled passes thousands of rows: what is in sight for less than this is not asked for.
 */
const PASSING_MS = 80;
/** A page that nobody looks at is kept for this long. */
const KEPT_MS = 30_000;

/** Pages that are shown, and the one of the row that has the focus. */
type Span = { first: number; last: number; kept: number };
const FIRST: Span = { first: 0, last: 0, kept: 0 };

export type PagedRows<T> = {
  /** How many rows there are, as far as is known; one more page while the end is not known. */
  count: number;
  /** Undefined while its page is on its way. */
  rowAt: (index: number) => T | undefined;
  /** Those that are loaded, in order. */
  loaded: T[];
  isPending: boolean;
  error: AskError | null;
  retry: () => void;
  /** Loads what is near these rows, and keeps the one that has the focus. */
  onShown: (first: number, last: number, focused: number | null) => void;
};

/**
 * `total`: how many rows there are, when that is known; without it the list grows page by page. A page that
 * is not full ends it anyhow. `rowsOf`: declare it outside the component.
 */
export function useRows<F extends FieldMap & { start: unknown }, R extends FieldMap, T>(
  call: Call<F, R>,
  form: Omit<ValuesOf<F>, 'start'>,
  { rowsOf, total }: { rowsOf: (reply: ValuesOf<R>) => T[]; total: number | undefined },
): PagedRows<T> {
  const [pages, show] = usePassing();
  const queryOf = (page: number) => ({
    queryKey: [call.path, form, 'page', page],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<T[]> =>
      ask(call, { ...form, start: page * PAGE } as unknown as ValuesOf<F>, { signal }).then(rowsOf),
    staleTime: 0,
    gcTime: KEPT_MS,
  });
  const list = JSON.stringify(form);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another list nothing is known
  const extent = useMemo<Extent>(() => ({ rows: PAGE, end: undefined }), [list]);
  const top = useQuery<T[], AskError>({ ...queryOf(0), placeholderData: keepPreviousData });
  const wanted = top.isPlaceholderData ? [] : pagesOf(pages);
  const further = useQueries({ queries: wanted.map(queryOf) });

  const loaded = new Map<number, T[]>();
  if (top.data) loaded.set(0, top.data);
  for (const [n, page] of wanted.entries()) {
    const rows = further[n]?.data;
    if (rows) loaded.set(page, rows);
  }
  if (!top.isPlaceholderData) learn(extent, loaded);
  const failed = [top, ...further].filter((page) => kept(page).error !== null);
  return {
    count: top.isPlaceholderData ? (top.data?.length ?? 0) : (extent.end ?? total ?? extent.rows),
    rowAt: (index) => loaded.get(Math.floor(index / PAGE))?.[index % PAGE],
    loaded: [...loaded.values()].flat(),
    isPending: top.isPending,
    error: (failed[0]?.error as AskError | undefined) ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
    onShown: useCallback(
      (first, last, focused) =>
        show({ first: pageOf(first), last: pageOf(last), kept: pageOf(focused ?? 0) }),
      [show],
    ),
  };
}

const pageOf = (row: number) => Math.floor(row / PAGE);

/** Those to be asked for beside the first one, in order. */
function pagesOf({ first, last, kept }: Span): number[] {
  const pages = Array.from({ length: last - first + 1 }, (_, n) => first + n);
  return [...new Set([...pages, kept])].filter((page) => page > 0).sort((one, other) => one - other);
}

/** What is known of a list's length: pages that were seen are forgotten, this is not. */
type Extent = { rows: number; end: number | undefined };

/** The first page that is not full ends the list. */
function learn(extent: Extent, loaded: Map<number, unknown[]>): void {
  for (const [page, { length }] of loaded) {
    const start = page * PAGE;
    if (length < PAGE && start <= (extent.end ?? start)) extent.end = start + length;
    if (length === PAGE && start + PAGE > (extent.end ?? Infinity)) extent.end = undefined;
    extent.rows = Math.max(extent.rows, start + length + PAGE);
  }
}

const isSame = (one: Span, other: Span) =>
  one.first === other.first && one.last === other.last && one.kept === other.kept;

/** The pages that are shown: at once when they lie beside those before, else as soon as they stay. */
function usePassing(): [Span, (span: Span) => void] {
  const [pages, setPages] = useState(FIRST);
  const now = useRef(FIRST);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const show = useCallback((next: Span) => {
    clearTimeout(waiting.current);
    const take = () => {
      now.current = next;
      setPages((before) => (isSame(before, next) ? before : next));
    };
    if (next.first <= now.current.last + 1 && next.last >= now.current.first - 1) take();
    else waiting.current = setTimeout(take, PASSING_MS);
  }, []);
  return [pages, show];
}
