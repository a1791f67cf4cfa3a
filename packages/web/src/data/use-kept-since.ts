import { calls, type DataKind } from '@parley/contract';
import { useCall } from './use-call.ts';

/**
 * Since when the account has all of these kinds of data (ISO 8601, UTC); '' where nothing of them is gone,
 * and until that is known.
 */
export function useKeptSince(...kinds: readonly DataKind[]): string {
  const { data } = useCall(calls.retention.kept, {});
  const moments = data?.kinds.filter(({ kind }) => kinds.includes(kind)).map(({ since }) => since);
  return moments?.toSorted().at(-1) ?? '';
}
