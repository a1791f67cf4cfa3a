import { expect, test } from 'vitest';
import { type ChunkOutcome, outcomeOfChunk, type WorkEnd } from './chunk-outcomes.ts';

const settled: Extract<WorkEnd, { by: 'over' | 'stopped' }> = {
  by: 'over',
  restMs: 0,
  dayIsFull: false,
  answered: true,
  queued: 0,
  sending: 0,
  heldUntil: null,
  cancelled: false,
};
const soon = new Date('2026-03-02T13:00:00Z');

const ENDS: readonly [ChunkOutcome, string, WorkEnd][] = [
  ['given-back', 'broke off, and knows of all', { by: 'broken', allKnown: true, restMs: 0 }],
  ['dropped', 'broke off with answers missing', { by: 'broken', allKnown: false, restMs: 0 }],
  ['cancelled', 'stopped by a cancelled blast', { ...settled, by: 'stopped', queued: 3, cancelled: true }],
  ['again', 'stopped by a pause', { ...settled, by: 'stopped', queued: 3 }],
  ['left', 'misses results', { ...settled, sending: 1, queued: 3 }],
  ['finished', 'has settled all', settled],
  ['held', 'has only what is held', { ...settled, heldUntil: soon }],
  [
    'cancelled',
    'has only what is held, of a cancelled blast',
    { ...settled, heldUntil: soon, cancelled: true },
  ],
  ['day-full', 'met a full day', { ...settled, queued: 3, restMs: 9_000, dayIsFull: true }],
  ['stalled', 'was answered by nobody', { ...settled, queued: 3, restMs: 9_000, answered: false }],
  ['again', 'was asked for a pause on its way', { ...settled, queued: 3, restMs: 9_000 }],
];

test.each(ENDS)('%s: work that %s', (outcome, _words, end) => {
  expect(outcomeOfChunk(end)).toBe(outcome);
});
