import { Skeleton } from '@mantine/core';
import classes from './welcome.module.css';

/** The cards of the Welcome page while they are on their way. */
export function WelcomeSkeleton() {
  return (
    <div className={classes.grid} role="status" aria-busy="true" aria-label="Loading">
      <div className={classes.column}>
        <WaitingCard rows={2} />
        <WaitingCard rows={6} />
        <WaitingCard rows={4} />
      </div>
      <div className={classes.column}>
        <WaitingCard rows={1} />
        <WaitingCard rows={2} />
      </div>
    </div>
  );
}

function WaitingCard({ rows }: { rows: number }) {
  return (
    <div className={`card ${classes.section}`}>
      <Skeleton height={16} width={120} mb={20} />
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <Skeleton key={row} height={12} width={`${60 + ((row * 23) % 35)}%`} mt={16} />
      ))}
    </div>
  );
}
