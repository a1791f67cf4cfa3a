/** What an API step keeps of an answer: values of its JSON, each by its path. */
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import type { ApiPick } from './flow.ts';
import { type PathPart, parsePath, valueAt } from './json-path.ts';

/** `value`: null where the answer has nothing at that path. */
export type Picked = { pick: ApiPick; value: string | null };
export type ReadAnswer = { ok: true; picked: Picked[] } | { ok: false; why: string };

/**
 * The values that are picked from an answer. Fails where the answer is no JSON, or has nothing at all of what
 * is picked: an error that a service reports in its own form.
 */
export function readAnswer(text: string, picks: readonly ApiPick[]): ReadAnswer {
  if (picks.length === 0) return { ok: true, picked: [] };
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return { ok: false, why: 'The answer is not JSON.' };
  }
  let picked: Picked[];
  try {
    picked = picks.map((pick) => ({ pick, value: wordsAt(document, pick.path) }));
  } catch {
    // Thousands of lists in each other: they can be read, and not be written.
    return { ok: false, why: 'The answer has too many values within each other.' };
  }
  if (picked.every(({ value }) => value === null))
    return { ok: false, why: 'The answer has none of the values that this step reads.' };
  return { ok: true, picked };
}

/** A text as it is; numbers, yes and no, lists and objects as JSON; nothing for `null`. */
function wordsAt(document: unknown, path: string): string | null {
  const parts = parsePath(path);
  const value = parts && valueAt(document, parts);
  if (value === undefined || value === null) return null;
  const words = typeof value === 'string' ? value : JSON.stringify(value);
  return words.replaceAll('\0', '').slice(0, TEXT_LIMITS.tagValue).toWellFormed();
}

/** An answer that has something at each path: its name, in brackets. For trying a flow out without a call. */
export function sampleAnswer(picks: readonly ApiPick[]): string {
  let document: unknown;
  for (const { path, name } of picks) document = withValue(document, parsePath(path) ?? [], `[${name}]`);
  return JSON.stringify(document ?? {});
}

/** Items of a list in a sample. */
const MOST_SAMPLED = 20;

function withValue(document: unknown, [part, ...rest]: readonly PathPart[], value: string): unknown {
  if (part === undefined) return value;
  if (typeof part === 'number') {
    const list: unknown[] = Array.isArray(document) ? [...document] : [];
    const at = part < 0 ? Math.max(0, list.length + part) : Math.min(part, MOST_SAMPLED);
    while (list.length <= at) list.push(null);
    return list.with(at, withValue(list[at], rest, value));
  }
  const known = typeof document === 'object' && document !== null && !Array.isArray(document) ? document : {};
  const inner = Object.hasOwn(known, part) ? (known as Record<string, unknown>)[part] : undefined;
  return Object.fromEntries([...Object.entries(known), [part, withValue(inner, rest, value)]]);
}
