import { Fieldset } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from '../kit/notice.tsx';
import classes from './reserved.module.css';

type ReservedProps = { isMine: boolean; why: string; children: ReactNode };

/**
 * What not everybody of the account may do: where it isn’t theirs they read it, and are told why nothing
 * moves. The elements are the same for all, so that what somebody types stays when their role is changed.
 */
export function Reserved({ isMine, why, children }: ReservedProps) {
  return (
    <div className={isMine ? classes.whole : classes.told}>
      {!isMine && <Notice>{why}</Notice>}
      <Fieldset
        disabled={!isMine}
        role={isMine ? 'presentation' : undefined}
        className={(isMine ? classes.whole : classes.readable) ?? ''}
      >
        {children}
      </Fieldset>
    </div>
  );
}
