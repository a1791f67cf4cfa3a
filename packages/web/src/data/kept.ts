import { AskError } from './ask.ts';

type Read = { data: unknown; error: unknown; isError: boolean; isSuccess: boolean; status: string };
export type Kept<R> = R & {
  /** What is shown was true a while ago: reading it again has failed. */
  isOutdated: boolean;
};

/** A failure that says nothing of what was asked for: no answer, or none for now. */
const isPassing = (error: unknown): error is AskError =>
  error instanceof AskError && (error.kind === 'network' || error.kind === 'throttled');

/**
 * An answer that is there stays, when asking for it again finds nobody: a screen that somebody looks at, or
 * types into, does not turn into a failure because the window came to the front at a bad moment. That a thing
 * is gone, or no longer for this person, is told.
 */
export function kept<R extends Read>(result: R): Kept<R> {
  const isKept = () => result.data !== undefined && isPassing(result.error);
  const instead: Record<PropertyKey, unknown> = {
    error: null,
    isError: false,
    isSuccess: true,
    status: 'success',
  };
  // What is read of a query decides when its component is drawn anew: nothing may be read before that.
  return new Proxy(result, {
    get: (read, name) => {
      if (name === 'isOutdated') return isKept();
      return name in instead && isKept() ? instead[name] : Reflect.get(read, name);
    },
  }) as Kept<R>;
}
