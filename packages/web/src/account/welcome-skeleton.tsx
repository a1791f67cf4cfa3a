import { Skeleton } from '@mantine/core';
import classes from './welcome.module.css';

export function WelcomeSkeleton() {
  return (
    <div className={classes.grid} role="status" aria-busy="true" aria-label="Loading">
      <div className={classes.column}>
        <Skeleton height={120} radius="md" />
        <Skeleton height={320} radius="md" />
      </div>
      <div className={classes.column}>
        <Skeleton height={104} radius="md" />
        <Skeleton height={120} radius="md" />
        <Skeleton height={200} radius="md" />
      </div>
    </div>
  );
}
