import type { CSSProperties } from 'react';
import classes from './calendar.module.css';
import { KINDS, type SendKind } from './calendar-events.ts';

/** The colour of what is sent. */
export function KindDot({ kind }: { kind: SendKind }) {
  return (
    <span
      className={classes.dot}
      style={{ '--dot': `var(--mantine-color-${KINDS[kind].color}-filled)` } as CSSProperties}
    />
  );
}
