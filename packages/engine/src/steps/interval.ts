import { compareInstants } from '@parley/rules/zone.ts';
import { wait } from '../turn.ts';
import { waitUntil } from '../wait.ts';
import type { StepKind } from './kind.ts';

/** INTERVAL: waits and goes on; at once when the time is zero or has passed. */
export const interval: StepKind<'wait'> = {
  enter(turn, step) {
    const { now, contact } = turn.context;
    const until = waitUntil(step.wait, now, contact.timeZone);
    if (until === null || compareInstants(until, now) <= 0) return 'next';
    return wait(turn, { for: 'time', step: step.id, until });
  },
  resume: (_turn, _step, event) => (event.type === 'woke' ? 'next' : null),
};
