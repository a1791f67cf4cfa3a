import type { CSSProperties } from 'react';
import classes from './calendar.module.css';
import { COLORS, type SendKind } from './calendar-send.ts';

/** The colour of what is sent. */
export function KindDot({ kind }: { kind: SendKind }) {
  return (
    <span
      className={classes.dot}
      style={{ '--dot': `var(--mantine-color-${COLORS[kind]}-filled)` } as CSSProperties}
    />
  );
}
