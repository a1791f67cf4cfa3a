import { isBlank } from '@parley/rules/blank.ts';
import { compareInstants } from '@parley/rules/time-zone.ts';

import type { StepOf } from '../flow.ts';
import { isLateFor, longUntil } from '../long-wait.ts';
import { writeToken } from '../tokens.ts';
import { type Move, type Turn, tagValue, waitHere } from '../turn.ts';
import { isWait, NO_WAIT, waitUntil } from '../wait-time.ts';
import { NO_REFERENCES, NO_TEXTS, ONWARD, type StepKind, UNHEARD } from './step-kind.ts';

type WaitStep = StepOf<'wait'>;

/** Waits and goes on; at once when the time is zero or has passed. */
export const wait: StepKind<'wait'> = {
  blank: { wait: NO_WAIT, long: null, tag: '' },
  enter(turn, step) {
    const { now } = turn.context;
    const until = untilOf(turn, step);
    if (until === null || compareInstants(until, now) <= 0) return step.long ? otherwise(step) : 'next';
    return waitHere(turn, { for: 'time', step: step.id, until });
  },
  resume(turn, step, event) {
    if (event.type !== 'woke') return null;
    if (step.long?.for !== 'date') return 'next';
    // The date may have been changed meanwhile.
    const { now } = turn.context;
    const until = untilOf(turn, step);
    if (until === null || isLateFor(until, now)) return otherwise(step);
    if (compareInstants(until, now) <= 0) return 'next';
    return waitHere(turn, { for: 'time', step: step.id, until });
  },
  // The way depends on the tag, as it does on those that texts read.
  texts: (step) => (tagOf(step) === '' ? NO_TEXTS : { ...NO_TEXTS, read: [tokenOf(step)] }),
  exits: ({ long }) => (long?.for === 'date' ? { ...ONWARD, jumps: [long.otherwise] } : ONWARD),
  redirect: ({ long }, to) =>
    long?.for === 'date' ? { long: { ...long, otherwise: to(long.otherwise) } } : {},
  references: () => NO_REFERENCES,
  check(step, { tagNames, report }) {
    const isDate = step.long?.for === 'date';
    if (isDate && isBlank(step.tag))
      report('error', step, 'no-tag', 'Choose the tag that holds the date to wait for.');
    else if (isDate && !tagNames.has(tagOf(step).toLowerCase()))
      report('error', step, 'unknown-tag', `The tag “${step.tag}” was deleted. Choose another one.`);
    if (!step.long && !isWait(step.wait))
      report('warning', step, 'no-wait', 'This wait is zero, so the conversation continues right away.');
  },
  // A time of day, or a date, may have passed.
  rests({ wait: { unit, amount }, wait: given, long }) {
    if (long) return long.for === 'date' ? 'some' : 'all';
    if (unit !== 'today' && amount > 0) return 'all';
    return isWait(given) ? 'some' : 'never';
  },
  traits: UNHEARD,
};

function untilOf(turn: Turn, step: WaitStep): string | null {
  const { now, contact } = turn.context;
  if (!step.long) return waitUntil(step.wait, now, contact.timeZone);
  return longUntil(step.long, now, contact.timeZone, tagValue(turn, step.tag) ?? '');
}

/** There is no date to wait for, or it is past. */
const otherwise = ({ long }: WaitStep): Move =>
  long?.for === 'date' && long.otherwise > 0 ? { jump: long.otherwise } : 'next';

const tagOf = ({ long, tag }: WaitStep) => (long?.for === 'date' ? tag.trim() : '');
const tokenOf = (step: WaitStep) => writeToken({ kind: 'tag', name: tagOf(step), fallback: '' });
