import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import classes from './tiles.module.css';

export function TileLoading() {
  return (
    <p className={classes.middle} role="status">
      Loading...
    </p>
  );
}

export function NoData({ children = 'Nothing in this time' }: { children?: string }) {
  return (
    <Text c="dimmed" className={classes.middle ?? ''}>
      {children}
    </Text>
  );
}

type RetryMarkProps = { of: string; failed: boolean; busy: boolean; onRetry: () => void };

/** A tile that could not be loaded says nothing; this small mark at its corner tries again. */
export function RetryMark({ of, failed, busy, onRetry }: RetryMarkProps) {
  if (!failed) return null;
  return (
    <Tooltip label="Not up to date. Try again">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        loading={busy}
        onClick={onRetry}
        className={classes.retry ?? ''}
        aria-label={`${of} is not up to date: try again`}
      >
        <IconRefresh size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
