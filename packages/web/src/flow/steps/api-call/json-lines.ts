/** A JSON answer in lines, each value with the path that leads to it. Pure. */
import { type PathPart, writePath } from '@parley/engine/json-path.ts';

/** `path`: null where a line is no value that a text could hold. */
export type JsonLine = { depth: number; name: string; value: string; path: string | null };

/** The lines of an answer; null where it is no JSON. */
export function jsonLines(text: string): JsonLine[] | null {
  try {
    return linesOf(JSON.parse(text), [], '');
  } catch {
    return null;
  }
}

function linesOf(value: unknown, path: readonly PathPart[], name: string): JsonLine[] {
  const depth = path.length;
  if (typeof value !== 'object' || value === null) {
    const words = JSON.stringify(value);
    return [{ depth, name, value: words, path: value === null ? null : writePath(path) }];
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const inner = Array.isArray(value)
    ? value.flatMap((each, index) => linesOf(each, [...path, index], ''))
    : Object.entries(value).flatMap(([key, each]) => linesOf(each, [...path, key], JSON.stringify(key)));
  if (inner.length === 0) return [{ depth, name, value: open + close, path: null }];
  return [{ depth, name, value: open, path: null }, ...inner, { depth, name: '', value: close, path: null }];
}

/** What a picked value may be called: the last name on its path. */
export function suggestedName(path: string): string {
  const last = /([\p{L}\p{N}_ -]+)(?:'\]|\[-?\d+\])*$/u.exec(path.replace(/\[-?\d+\]/g, ''))?.[1] ?? '';
  const words = last
    .replace(/[_-]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .trim()
    .toLowerCase();
  return words === '' ? 'Answer' : words.charAt(0).toUpperCase() + words.slice(1);
}
