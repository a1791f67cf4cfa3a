import { Tooltip, VisuallyHidden } from '@mantine/core';
import { type LiveState, useLiveState } from '../data/live.ts';
import classes from './live-light.module.css';

const WORDS: Record<LiveState, string> = {
  off: 'Not connected',
  connecting: 'Connecting…',
  live: 'Live: replies and progress show at once',
  lost: 'Connection lost, trying again…',
};

/** Whether this page hears of news as they happen. */
export function LiveLight() {
  const { state } = useLiveState();
  return (
    <Tooltip label={WORDS[state]}>
      <span className={classes.light} data-state={state}>
        <VisuallyHidden role="status">{WORDS[state]}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
