/**
 * One value of a document in JSON, by a singular query of RFC 9535 (2.3.5.1): `$`, then names (`.city`,
 * `['zip code']`) and places in lists (`[0]`, `[-1]` for the last).
 */

export type PathPart = string | number;

const SHORT_NAME = /^\.([\p{L}_\u0080-\uffff][\p{L}\p{N}_\u0080-\uffff]*)/u;
const INDEX = /^\[\s*(0|-?[1-9]\d{0,14})\s*\]/;
const QUOTED = /^\[\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*\]/su;
const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The parts of a path, null where it is none. In time that grows with the path alone. */
export function parsePath(path: string): PathPart[] | null {
  const written = path.trim();
  if (!written.startsWith('$')) return null;
  const parts: PathPart[] = [];
  let rest = written.slice(1);
  while (rest !== '') {
    const short = SHORT_NAME.exec(rest);
    const index = INDEX.exec(rest);
    const quoted = QUOTED.exec(rest);
    const found = short ?? index ?? quoted;
    if (!found) return null;
    if (short) parts.push(short[1] ?? '');
    else if (index) parts.push(Number(index[1]));
    else parts.push(unescaped(quoted?.[1] ?? quoted?.[2] ?? ''));
    rest = rest.slice(found[0].length);
  }
  return parts;
}

/** `'` and `"`, `\\`, `/`, the letters of JSON, and `\uXXXX`. */
function unescaped(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|(.))/gisu, (_all, code?: string, sign = '') =>
    code === undefined ? (ESCAPES[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The path that leads to a value, as short as it can be written. */
export function writePath(parts: readonly PathPart[]): string {
  return `$${parts.map(writePart).join('')}`;
}

function writePart(part: PathPart): string {
  if (typeof part === 'number') return `[${part}]`;
  if (SHORT_NAME.exec(`.${part}`)?.[1] === part) return `.${part}`;
  return `['${part.replace(/[\\']/g, '\\$&').replace(/\p{Cc}/gu, asCode)}']`;
}

const asCode = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** What stands at the path; undefined: nothing does. */
export function valueAt(document: unknown, parts: readonly PathPart[]): unknown {
  let value = document;
  for (const part of parts) {
    if (typeof part === 'number') value = Array.isArray(value) ? value.at(part) : undefined;
    else if (
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.hasOwn(value, part)
    )
      value = (value as Record<string, unknown>)[part];
    else return undefined;
  }
  return value;
}
