import type { ReactNode } from 'react';
import { useAccount } from '../data/use-account.ts';
import { Reserved } from './reserved.tsx';

/**
 * Whether the signed-in person may do what reaches people; true until it is known. Authors prepare it, and
 * members and owners do it.
 */
export function useMaySend(): boolean {
  return useAccount().data?.role !== 'author';
}

/** What members and owners do: an author sees it, and reads `why` nothing moves. */
export function SenderOnly({ why, children }: { why: string; children: ReactNode }) {
  return (
    <Reserved isMine={useMaySend()} why={why}>
      {children}
    </Reserved>
  );
}
