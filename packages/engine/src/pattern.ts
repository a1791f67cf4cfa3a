/**
 * Authors' patterns in RE2 syntax: bounded in size, and in the work that one reply costs, so that no reply
 * holds everybody else up.
 */
import { ENGINE_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { RE2JS } from 're2js';

/** `size`: in instructions of the compiled program. */
export type CompiledPattern = { pattern: RE2JS; size: number };
export type PatternFault = 'unreadable' | 'too-large';

/**
 * Makes a pattern ready to match, without regard to case. RE2 never backtracks, so a match takes at most the
 * size of the program times the length of the reply; look-ahead and back-references do not exist.
 */
export function compilePattern(pattern: string): CompiledPattern | PatternFault {
  if (pattern.length > TEXT_LIMITS.pattern || writtenOut(pattern) > ENGINE_LIMITS.patternSize)
    return 'too-large';
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    const size = compiled.programSize();
    return size > ENGINE_LIMITS.patternSize ? 'too-large' : { pattern: compiled, size };
  } catch {
    return 'unreadable';
  }
}

/** What is wrong with a pattern, behind "The pattern …"; '' when it can be used. */
export function patternTrouble(pattern: string): string {
  const compiled = pattern === '' ? null : compilePattern(pattern);
  return typeof compiled === 'string' ? TROUBLE[compiled] : '';
}
const TROUBLE = {
  'too-large': 'is too large. Repeat less: {0,20} rather than {0,999}.',
  unreadable: 'cannot be read. Look-ahead and back-references are not possible.',
} as const;

/**
 * Patterns of one question are compiled up to so many times the room they have; {@link writtenOut} says
 * rather too much.
 */
const COMPILED_AT_MOST = 4;

type Patterned = { text: string; pattern: string };

/** The patterns of one question ready to match, in their order, and what is wrong with the others. */
export function compilePatterns<I extends Patterned>(
  intents: readonly I[],
): { usable: (CompiledPattern & { intent: I })[]; faults: { kind: PatternFault; message: string }[] } {
  const usable: (CompiledPattern & { intent: I })[] = [];
  const faults: { kind: PatternFault; message: string }[] = [];
  let room: number = ENGINE_LIMITS.patternSize;
  // Compiling what finds no room any more takes as long as what does.
  let work = COMPILED_AT_MOST * ENGINE_LIMITS.patternSize;
  for (const intent of intents) {
    if (intent.pattern === '') continue;
    const expected = writtenOut(intent.pattern);
    // One that is too large by itself is refused uncompiled.
    if (expected <= ENGINE_LIMITS.patternSize) work -= expected;
    const compiled = work < 0 ? null : compilePattern(intent.pattern);
    const name = `The pattern of the answer “${intent.text}”`;
    if (typeof compiled === 'string')
      faults.push({ kind: compiled, message: `${name} ${TROUBLE[compiled]}` });
    else if (compiled === null || compiled.size > room)
      faults.push({
        kind: 'too-large',
        message: `${name} makes the patterns of this question too large together. Use fewer or shorter ones.`,
      });
    else {
      room -= compiled.size;
      usable.push({ ...compiled, intent });
    }
  }
  return { usable, faults };
}

/** The part of a reply that patterns of this size together look at. */
export function patternInput(reply: string, size: number): string {
  const most = Math.floor(ENGINE_LIMITS.patternWork / Math.max(size, 1));
  return reply.trim().slice(0, Math.min(ENGINE_LIMITS.patternInput, most));
}

const PIECE =
  /\\Q.*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|\{(\d+)(,?)(\d*)\}|./gsu;

/**
 * About how many instructions a pattern has with its repetitions written out, rather too many than too few.
 * Known before it is compiled: compiling a huge one takes as long as matching with it.
 */
function writtenOut(pattern: string): number {
  const groups = [0];
  let last = 0;
  const add = (size: number) => {
    groups.push((groups.pop() ?? 0) + size);
    last += size;
  };
  for (const [piece, least, comma, most] of pattern.matchAll(PIECE)) {
    if (least !== undefined) {
      const times = Math.max(Number(least), Number(most), 1);
      add((comma === '' ? last : last + 1) * times);
    } else if (piece === '(') groups.push(0);
    else if (piece === ')' && groups.length > 1) {
      const inside = (groups.pop() ?? 0) + 2;
      last = 0;
      add(inside);
    } else if ('*+?|'.includes(piece)) add(1);
    else {
      last = 0;
      add(piece.startsWith('\\Q') ? piece.length : 1);
    }
  }
  return groups.reduce((sum, size) => sum + size, 0);
}
