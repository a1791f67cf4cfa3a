import { compareInstants } from '@parley/rules/time-zone.ts';
import { waitHere } from '../turn.ts';
import { isWait, NO_WAIT, waitUntil } from '../wait-time.ts';
import { NO_REFERENCES, NO_TEXTS, ONWARD, type StepKind, UNHEARD } from './step-kind.ts';

/** Waits and goes on; at once when the time is zero or has passed. */
export const wait: StepKind<'wait'> = {
  blank: { wait: NO_WAIT },
  enter(turn, step) {
    const { now, contact } = turn.context;
    const until = waitUntil(step.wait, now, contact.timeZone);
    if (until === null || compareInstants(until, now) <= 0) return 'next';
    return waitHere(turn, { for: 'time', step: step.id, until });
  },
  resume: (_turn, _step, event) => (event.type === 'woke' ? 'next' : null),
  texts: () => NO_TEXTS,
  exits: () => ONWARD,
  redirect: () => ({}),
  references: () => NO_REFERENCES,
  check(step, { report }) {
    if (!isWait(step.wait))
      report('warning', step, 'no-wait', 'This wait is zero, so the conversation continues right away.');
  },
  // A time of day, or a date, may have passed.
  rests({ wait: { unit, amount }, wait: given }) {
    if (unit !== 'today' && amount > 0) return 'all';
    return isWait(given) ? 'some' : 'never';
  },
  traits: UNHEARD,
};
