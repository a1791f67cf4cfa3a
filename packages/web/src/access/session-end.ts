import { calls, type EndReason } from '@parley/contract';
import { useCall } from '../data/use-call.ts';
import { wordings } from './wordings.ts';

type SessionEnd = {
  /** False: the screens of before are not this person’s any more. */
  canGoOn: boolean;
  why: EndReason;
  /** Null: there is nothing particular to say. */
  words: string | null;
};

/** Why the session of this browser ended; undefined until it is known. */
export function useSessionEnd(): SessionEnd | undefined {
  const { data, isFetchedAfterMount } = useCall(calls.access.whyEnded, {});
  // What was answered for a session before this one is of no use.
  if (!isFetchedAfterMount) return undefined;
  const { why, account } = data ?? { why: 'unknown', account: '' };
  const canGoOn = why !== 'removed' && why !== 'removed-from-last';
  return { canGoOn, why, words: why === 'unknown' ? null : wordings.sessionEnd[why](account) };
}
