/** Whether texts look as if a machine had written them: an auto-reply, a bot. */
import { LOOP_GUARD } from './limits.ts';

export type TimedText = {
  words: string;
  /** In milliseconds of any clock. */
  at: number;
};

/**
 * Whether the newest texts of one sender look like a machine's: nearly all say what the newest one says,
 * numbers aside ("Ticket 123"), or they come at nearly the same interval. Fewer than {@link LOOP_GUARD}'s
 * count tell nothing. In any order.
 */
export function looksLikeMachine(texts: readonly TimedText[]): boolean {
  const newest = texts.toSorted((one, other) => other.at - one.at).slice(0, LOOP_GUARD.texts);
  return newest.length === LOOP_GUARD.texts && (repeatItself(newest) || isSteady(newest));
}

function repeatItself(newest: readonly TimedText[]): boolean {
  const [last = '', ...before] = newest.map(({ words }) => sameness(words));
  return 1 + before.filter((each) => each === last).length >= LOOP_GUARD.alike;
}

/** Letters alone; of a text without letters the text. */
function sameness(words: string): string {
  const letters = words.toLowerCase().replace(/[^\p{L}]+/gu, '');
  return letters === '' ? words.trim() : letters;
}

/** Whether all gaps but a few are as long as the usual one. People are never that even. */
function isSteady(newest: readonly TimedText[]): boolean {
  const gaps = newest.slice(1).map(({ at }, n) => (newest[n]?.at ?? at) - at);
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0;
  const tolerance = Math.max(STEADY_MS, usual * STEADY_SHARE);
  return gaps.filter((gap) => Math.abs(gap - usual) <= tolerance).length >= LOOP_GUARD.alike;
}
const STEADY_MS = 500;
const STEADY_SHARE = 0.05;
