/** Calls as TanStack queries and mutations, keyed by path and form. */
import type { Call, FieldMap, ValuesOf } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import {
  type InfiniteData,
  keepPreviousData,
  type MutateOptions,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type AskError, type AskOptions, ask, askInWords } from './ask.ts';
import { confirming } from './confirm.ts';
import { kept } from './kept.ts';
import { createLatch } from './latch.ts';
import { type Paging, usePaging } from './paging.ts';
import { showFailure, showSuccess } from './toasts.ts';

// biome-ignore lint/suspicious/noExplicitAny: any call may be named, whatever its fields
type AnyCall = Call<any, any>;

/** The key of a call's answers; without a form, of all of them. */
export function keyOf<F extends FieldMap>(call: Call<F>, form?: Partial<ValuesOf<F>>): readonly unknown[] {
  return form === undefined ? [call.path] : [call.path, form];
}

/** Marks every answer of these calls as stale and fetches those on the screen again. */
export function refresh(client: QueryClient, ...stale: AnyCall[]): Promise<void> {
  return Promise.all(stale.map((call) => client.invalidateQueries({ queryKey: keyOf(call) }))).then(
    () => undefined,
  );
}

export type UseCallOptions = {
  /** False: not asked yet (an id is missing). */
  enabled?: boolean;
  /** Ask again after this many milliseconds, while it is shown; a function is told what was answered last. */
  refetchInterval?: number | false | ((query: { state: { data: unknown } }) => number | false);
  staleTime?: number;
  /** Keep showing the answer before while a changed form is asked (search, paging). */
  keepPrevious?: boolean;
};

/**
 * Reads: `const { data, error, isPending, refetch } = useCall(calls.tags.list, { filter: '' })`.
 * Reading again that fails is no error ({@link kept}).
 */
export function useCall<F extends FieldMap, R extends FieldMap>(
  call: Call<F, R>,
  form: ValuesOf<F>,
  { keepPrevious, ...options }: UseCallOptions = {},
): UseQueryResult<ValuesOf<R>, AskError> {
  return kept(
    useQuery<ValuesOf<R>, AskError>({
      queryKey: keyOf(call, form),
      queryFn: ({ signal }) => ask(call, form, { signal }),
      ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
      ...options,
    }),
  );
}

export type Pages<T> = Paging & {
  items: T[];
  isPending: boolean;
  error: AskError | null;
  retry: () => void;
};

/**
 * Reads page by page with iDisplayStart: offset 0 replaces, later offsets append, an empty page ends the
 * list. `rowsOf` picks the rows of a reply, `idOf` keeps a row that moved between two pages from showing
 * twice.
 */
export function usePages<F extends FieldMap & { start: unknown }, R extends FieldMap, T>(
  call: Call<F, R>,
  form: Omit<ValuesOf<F>, 'start'>,
  { rowsOf, idOf, pageSize = PAGE_LIMITS.pageSize, enabled = true }: PagesOptions<R, T>,
): Pages<T> {
  const query = useInfiniteQuery<T[], AskError, InfiniteData<T[]>, readonly unknown[], number>({
    queryKey: [call.path, form, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask(call, { ...form, start: pageParam } as unknown as ValuesOf<F>, { signal }).then(rowsOf),
    initialPageParam: 0,
    getNextPageParam: (last: T[], pages: T[][]) =>
      last.length < pageSize ? undefined : pages.reduce((sum, page) => sum + page.length, 0),
    placeholderData: keepPreviousData,
    // A search that is cleared loads the list anew, however lately that was done.
    staleTime: 0,
    enabled,
  });
  const { data, refetch } = query;
  const items = useMemo(() => distinct(data?.pages.flat() ?? [], idOf), [data, idOf]);
  return {
    items,
    isPending: query.isPending,
    error: kept(query).error,
    ...usePaging(query),
    retry: useCallback(() => void refetch(), [refetch]),
  };
}

type PagesOptions<R extends FieldMap, T> = {
  rowsOf: (reply: ValuesOf<R>) => T[];
  /** Declare it outside the component: it must stay the same function. */
  idOf: (row: T) => number | string;
  pageSize?: number;
  enabled?: boolean;
};

function distinct<T>(rows: T[], idOf: (row: T) => number | string): T[] {
  return [...new Map(rows.map((row) => [idOf(row), row])).values()];
}

export type UseActionOptions<F extends FieldMap, R extends FieldMap> = {
  /** May be asynchronous: the action stays pending, and fails when this fails. */
  onSuccess?: (reply: ValuesOf<R>, form: ValuesOf<F>) => void | Promise<void>;
  /** Instead of the error toast; the catalogue's wording is then yours to show. */
  onFailure?: (error: AskError, form: ValuesOf<F>) => void;
  /** Calls whose answers this action changes. */
  invalidates?: AnyCall[];
  /**
   * Success toast; `message` is what the server says about it, often nothing. An empty text shows no toast.
   */
  notice?: string | ((reply: ValuesOf<R>, form: ValuesOf<F>, message: string) => string);
  send?: AskOptions;
  /** What is asked is made up at each press (a free name): any two presses are the same. */
  isOneButton?: boolean;
};

type Mutation<F extends FieldMap, R extends FieldMap> = UseMutationResult<ValuesOf<R>, AskError, ValuesOf<F>>;
type Press<F extends FieldMap, R extends FieldMap, T> = (
  form: ValuesOf<F>,
  options?: MutateOptions<ValuesOf<R>, AskError, ValuesOf<F>>,
) => T;
/** One by one of a union, so that what is known of a state stays known. */
type Without<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never;
export type Action<F extends FieldMap, R extends FieldMap> = Without<
  Mutation<F, R>,
  'mutate' | 'mutateAsync'
> & { mutate: Press<F, R, void>; mutateAsync: Press<F, R, Promise<ValuesOf<R>>> };

/** Browsers keep 64 KB for all requests that outlive their page (Fetch standard), so these are small. */
const OUTLIVING_CHARACTERS = 2_000;

/** Whoever presses a button and leaves at once has pressed it: many screens show it as done already. */
const outlivesPage = (form: unknown, send: AskOptions | undefined): boolean =>
  !send?.file && JSON.stringify(form).length <= OUTLIVING_CHARACTERS;

/**
 * Writes: `const add = useAction(calls.tags.add, { invalidates: [calls.tags.list] }); add.mutate({ name })`.
 * A second press of the same button is the first one ({@link createLatch}), here and on the server.
 */
export function useAction<F extends FieldMap, R extends FieldMap>(
  call: Call<F, R>,
  { onSuccess, onFailure, invalidates = [], notice, send, isOneButton = false }: UseActionOptions<F, R> = {},
): Action<F, R> {
  const client = useQueryClient();
  const [latch] = useState(() => createLatch<ValuesOf<R>>());
  const [keys] = useState(() => new WeakMap<object, string>());
  const mutation = useMutation<ValuesOf<R>, AskError, ValuesOf<F>>({
    mutationFn: async (form) => {
      const intent = keys.get(form);
      const asked = { keepalive: outlivesPage(form, send), ...send, ...(intent && { intent }) };
      const { values, message } = await confirming(() => askInWords(call, form, asked));
      const told = typeof notice === 'function' ? notice(values, form, message) : notice;
      if (told) showSuccess(told);
      return values;
    },
    onSuccess: async (reply, form) => {
      await onSuccess?.(reply, form);
      await refresh(client, ...invalidates);
    },
    onError: async (error, form) => {
      if (onFailure) onFailure(error, form);
      else showFailure(call, error);
      // Deleted by somebody else: the screen stops showing it.
      if (error.kind === 'unknown') await refresh(client, ...invalidates);
    },
  });
  const { mutateAsync: start } = mutation;
  const file = send?.file;
  const mutateAsync: Press<F, R, Promise<ValuesOf<R>>> = useCallback(
    (form, options) =>
      latch.press(
        JSON.stringify([form, file?.name, file?.size, file?.lastModified]),
        (key) => {
          keys.set(form, key);
          return start(...([form, options] as Parameters<typeof start>));
        },
        ...(isOneButton ? ['any'] : []),
      ),
    [start, latch, keys, file, isOneButton],
  );
  const mutate: Press<F, R, void> = useCallback(
    // The failure is shown by `onError`.
    (form, options) => void mutateAsync(form, options).catch(() => undefined),
    [mutateAsync],
  );
  return { ...mutation, mutate, mutateAsync };
}
