import { Badge, type BadgeProps } from '@mantine/core';
import type { BlastState } from '@parley/contract';
import { STATE_WORDS } from './states.ts';

const LOOKS: Record<BlastState, Pick<BadgeProps, 'variant' | 'color' | 'c' | 'bg'>> = {
  scheduled: { variant: 'light', color: 'blue' },
  fanning: { variant: 'filled' },
  running: { variant: 'filled' },
  paused: { variant: 'light', c: 'var(--parley-warning-text)', bg: 'var(--parley-warning-soft)' },
  done: { variant: 'light' },
  cancelled: { variant: 'default' },
  failed: { variant: 'light', c: 'var(--parley-danger-text)', bg: 'var(--parley-danger-soft)' },
};

/** How a blast stands, in a word. */
export function StateBadge({ state, large }: { state: BlastState; large?: boolean }) {
  return (
    <Badge size={large ? 'lg' : 'md'} {...LOOKS[state]}>
      {STATE_WORDS[state].label}
    </Badge>
  );
}
