import { Fieldset, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAccount } from '../data/use-account.ts';
import { Notice } from '../kit/notice.tsx';
import classes from './owner-only.module.css';
import { wordings } from './wordings.ts';

/** Whether the signed-in person may change what belongs to the whole account; true until it is known. */
export function useIsOwner(): boolean {
  const { data } = useAccount();
  return data === undefined || data.role === 'owner';
}

/** Settings that only an owner may change: a member reads them, and is told why nothing moves. */
export function OwnerOnly({ what, children }: { what: string; children: ReactNode }) {
  const isOwner = useIsOwner();
  if (isOwner) return children;
  return (
    <Stack>
      <Notice>{wordings.ownerOnly.youCanSeeButOnly(what)}</Notice>
      <Fieldset disabled className={classes.readable ?? ''}>
        {children}
      </Fieldset>
    </Stack>
  );
}
