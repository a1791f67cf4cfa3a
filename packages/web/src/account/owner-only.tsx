import { type ReactNode, useState } from 'react';
import { useAccount } from '../data/use-account.ts';
import { Reserved } from './reserved.tsx';
import { wordings } from './wordings.ts';

/** Whether the signed-in person may change what belongs to the whole account; true until it is known. */
export function useIsOwner(): boolean {
  const { data } = useAccount();
  return data === undefined || data.role === 'owner';
}

/**
 * Whether a screen that only owners see is shown. Who stops being one while it is open still reads what they
 * typed there: {@link OwnerOnly} belongs around it.
 */
export function useIsForOwner(): boolean {
  const { data } = useAccount();
  const isOwner = useIsOwner();
  const [wasOwner, setWasOwner] = useState(false);
  if (data?.role === 'owner' && !wasOwner) setWasOwner(true);
  return isOwner || wasOwner;
}

/** `what` is seen by members, too; where it isn’t, `why` says it. */
type OwnerOnlyProps = { children: ReactNode } & (
  | { what: string; why?: never }
  | { what?: never; why: string }
);

/** Settings that only an owner may change; a member reads them. */
export function OwnerOnly({ what, why, children }: OwnerOnlyProps) {
  return (
    <Reserved isMine={useIsOwner()} why={why ?? wordings.ownerOnly.youCanSeeButOnly(what)}>
      {children}
    </Reserved>
  );
}
