import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './tiles.module.css';
import { wordings } from './wordings.ts';

export function TileLoading() {
  return (
    <p className={classes.middle} role="status">
      {wordings.tileStates.loading}
    </p>
  );
}

export function NoData({ children = wordings.tileStates.nothingInThisTime }: { children?: string }) {
  return (
    <Text c="dimmed" className={classes.middle ?? ''}>
      {children}
    </Text>
  );
}

/** Of a tile that was never loaded the mark alone would be an empty box. */
export function NothingCame({ mark }: { mark: ReactNode }) {
  return (
    <>
      {mark}
      <NoData>{wordings.tileStates.couldntLoad}</NoData>
    </>
  );
}

type RetryMarkProps = { of: string; failed: boolean; busy: boolean; onRetry: () => void };

/** A tile that could not be loaded alarms nobody; this small mark at its corner tries again. */
export function RetryMark({ of, failed, busy, onRetry }: RetryMarkProps) {
  if (!failed) return null;
  return (
    <Tooltip label={wordings.tileStates.outOfDate}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        loading={busy}
        onClick={onRetry}
        className={classes.retry ?? ''}
        data-retry
        aria-label={wordings.tileStates.isOutOfDate(of)}
      >
        <IconRefresh size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
