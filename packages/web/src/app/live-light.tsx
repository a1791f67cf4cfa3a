import { Tooltip, VisuallyHidden } from '@mantine/core';
import { type LiveState, useLiveState } from '../data/live.ts';
import classes from './live-light.module.css';
import { wordings } from './wordings.ts';

const WORDS: Record<LiveState, string> = {
  off: wordings.liveLight.notConnected,
  connecting: wordings.liveLight.connecting,
  live: wordings.liveLight.liveRepliesAndProgressUpdate,
  lost: wordings.liveLight.connectionLost,
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
