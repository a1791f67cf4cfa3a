import { calls } from '@parley/contract';
import { useRef } from 'react';
import { useLocation } from 'react-router';
import { ask } from '../data/ask.ts';
import { useLive } from '../data/live.ts';
import { logFailure } from '../data/log.ts';
import { showToast } from '../data/toasts.ts';
import { wordings } from './wordings.ts';

/** Tells, on whatever screen somebody is, that a blast paused itself; its own page says so anyway. */
export function PauseNotice() {
  const told = useRef(new Set<number>());
  const { pathname } = useLocation();
  useLive('blast', ({ blastId, state }) => {
    if (state !== 'paused') {
      told.current.delete(blastId);
      return;
    }
    if (told.current.has(blastId) || pathname.endsWith(`/live/${blastId}`)) return;
    told.current.add(blastId);
    ask(calls.blast.progress, { blast: blastId }).then(
      ({ name, pauseReason }) => {
        if (pauseReason === '') return;
        const title = wordings.pauseNotice.pausedItself(name);
        showToast({ title, message: pauseReason, color: 'red', autoClose: false, role: 'alert' });
      },
      (error: unknown) => logFailure(calls.blast.progress.path, error),
    );
  });
  return null;
}
