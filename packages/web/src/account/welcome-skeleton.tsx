import { Skeleton } from '@mantine/core';
import { common } from '../kit/wordings.ts';
import classes from './welcome.module.css';

/** The cards of the Welcome page while they are on their way. */
export function WelcomeSkeleton() {
  return (
    <div className={classes.grid} role="status" aria-busy="true" aria-label={common.loading}>
      <WaitingCard rows={8} />
      <div className={classes.column}>
        <WaitingCard rows={1} />
        <WaitingCard rows={3} />
        <WaitingCard rows={2} />
      </div>
      <WaitingCard rows={6} whole />
    </div>
  );
}

function WaitingCard({ rows, whole }: { rows: number; whole?: boolean }) {
  return (
    <div className={`card ${classes.section}`} data-whole={whole || undefined}>
      <Skeleton height={16} width={120} mb={20} />
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <Skeleton key={row} height={12} width={`${60 + ((row * 23) % 35)}%`} mt={16} />
      ))}
    </div>
  );
}
