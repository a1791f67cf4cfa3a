/**
 * Codecs between the wire (form texts, JSON values) and our values. One object knows both directions, so that
 * server and browser cannot disagree. `decode` throws a {@link WireError}; `encode` never fails for a value
 * of the right type.
 */
import { isBlank } from '@parley/rules/blank.ts';
import { LAST_DAY } from '@parley/rules/time-zone.ts';
import * as z from 'zod/mini';

/**
 * Malformed: the caller sent something that no screen of ours sends (HTTP 400). Refused: a rule a person can
 * meet (RESULT 0).
 */
export class WireError extends Error {
  readonly kind: 'malformed' | 'refused';
  constructor(kind: 'malformed' | 'refused', message: string) {
    super(message);
    this.kind = kind;
  }
}

export const malformed = (message: string) => new WireError('malformed', message);

/** Keywords of JSON Schema. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * What a value looks like on the wire, for the API documentation: what a schema says, or a list or an object
 * of fields. `asText`: a text that holds it as JSON.
 */
export type Shape =
  | JsonSchema
  | { zod: z.ZodMiniType; asText: boolean }
  | { fields: { [name: string]: { wire: string; codec: Codec<never> } }; isList: boolean; asText: boolean };

export type Codec<T> = {
  decode: (raw: unknown) => T;
  encode: (value: T) => unknown;
  /** In words, for the printed contract. */
  kind: string;
  shape: Shape;
  /** The field may be absent. */
  optional?: boolean;
  /** The wire value may be a JSON list or object itself. */
  structured?: boolean;
};
export type ValueOf<C> = C extends Codec<infer T> ? T : never;

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function asText(raw: unknown): string {
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
  if (typeof raw !== 'string') throw malformed('must be a text');
  if (raw.includes('\0')) throw malformed('must not contain the NUL character');
  if (LONE_SURROGATE.test(raw)) throw malformed('is not valid Unicode');
  return raw;
}

/** Any text of at most `max` UTF-16 units. */
export function text(max: number): Codec<string> {
  return {
    kind: `text up to ${max}`,
    shape: { type: 'string', maxLength: max },
    decode: (raw) => {
      const value = asText(raw);
      if (value.length > max) throw malformed(`must have at most ${max} characters`);
      return value;
    },
    encode: (value) => value,
  };
}

/** A name of a thing: trimmed, never blank (domain.md: blank names are refused), at most `max` characters. */
export function name(max: number): Codec<string> {
  return {
    kind: `name up to ${max}`,
    shape: { type: 'string', minLength: 1, maxLength: max },
    decode: (raw) => {
      const value = asText(raw).trim();
      if (value.length > max) throw malformed(`must have at most ${max} characters`);
      if (isBlank(value)) throw new WireError('refused', 'Enter a name.');
      return value;
    },
    encode: (value) => value,
  };
}

/** A whole number from `min` to `max`, written in plain decimal digits. */
export function int(min = 0, max = Number.MAX_SAFE_INTEGER): Codec<number> {
  return {
    kind: max === Number.MAX_SAFE_INTEGER ? `number from ${min}` : `number ${min} to ${max}`,
    shape: { type: 'integer', minimum: min, ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }) },
    decode: (raw) => {
      const written = typeof raw === 'number' ? String(raw) : raw;
      if (typeof written !== 'string' || !/^-?(0|[1-9]\d*)$/.test(written))
        throw malformed('must be a whole number');
      const value = Number(written);
      if (value > Number.MAX_SAFE_INTEGER) throw malformed(`must be at most ${max}`);
      if (value < min || value > max) throw malformed(`must be ${rangeWords(min, max)}`);
      return value;
    },
    encode: (value) => value,
  };
}

/** 0, which stands for something of its own, or a whole number from `min` to `max`. */
export function zeroOr(min: number, max: number): Codec<number> {
  const upTo = int(0, max);
  return {
    kind: `number 0, or ${min} to ${max}`,
    shape: { anyOf: [{ const: 0 }, { type: 'integer', minimum: min, maximum: max }] },
    decode: (raw) => {
      const value = upTo.decode(raw);
      if (value > 0 && value < min) throw malformed(`must be 0 or ${rangeWords(min, max)}`);
      return value;
    },
    encode: (value) => value,
  };
}

function rangeWords(min: number, max: number): string {
  if (max === Number.MAX_SAFE_INTEGER) return `at least ${min}`;
  return min === max ? String(min) : `from ${min} to ${max}`;
}

/** The id of something stored. */
export const id: Codec<number> = { ...int(1), kind: 'id' };

/** A 0/1 flag; the words of scripts (true, false) and of HTML checkboxes (on, off) are taken too. */
export const flag: Codec<boolean> = {
  kind: '0 or 1',
  shape: { type: 'integer', enum: [0, 1] },
  decode: (raw) => {
    const value = String(raw);
    if (value === '1' || value === 'true' || value === 'on') return true;
    if (value === '0' || value === 'false' || value === 'off') return false;
    throw malformed('must be 0 or 1');
  },
  encode: (value) => (value ? 1 : 0),
};

/** One of a fixed set of words. */
export function oneOf<const W extends readonly string[]>(...words: W): Codec<W[number]> {
  return {
    kind: words.join(' | '),
    shape: { type: 'string', enum: words },
    decode: (raw) => {
      const value = asText(raw);
      if (!words.includes(value)) throw malformed(`must be one of ${words.join(', ')}`);
      return value as W[number];
    },
    encode: (value) => value,
  };
}

/** One of our words, each of which has another on the wire. */
export function renamed<W extends string>(wireWords: Record<W, string>): Codec<W> {
  const ownWords = new Map((Object.keys(wireWords) as W[]).map((own) => [wireWords[own], own]));
  return mapped(
    oneOf(...(Object.values(wireWords) as string[])),
    (wire) => ownWords.get(wire) as W,
    (own) => wireWords[own],
  );
}

/** Ids in one text, joined by commas; doubled ones count once. `maxCount` different ids at most. */
export function idList(maxCount: number): Codec<number[]> {
  return {
    kind: `ids joined by commas, up to ${maxCount}`,
    shape: { type: 'string', pattern: '^ *[1-9][0-9]*( *, *[1-9][0-9]*)* *$' },
    decode: (raw) => {
      const text = asText(raw);
      if (text.trim() === '') throw malformed('must name at least one');
      const ids = text.split(',').map((part) => id.decode(part.trim()));
      const distinct = [...new Set(ids)];
      if (distinct.length > maxCount) throw malformed(`must name at most ${maxCount}`);
      return distinct;
    },
    encode: (value) => value.join(','),
  };
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function requirePlannable(dayOrMoment: string): void {
  if (dayOrMoment.slice(0, LAST_DAY.length) > LAST_DAY)
    throw malformed(`is too late: the last day that can be chosen is ${LAST_DAY}`);
}

/** A calendar day, `YYYY-MM-DD`. */
export const date: Codec<string> = {
  kind: 'YYYY-MM-DD',
  shape: { type: 'string', format: 'date' },
  decode: (raw) => {
    const value = asText(raw);
    const parts = DATE.exec(value);
    if (!parts || !isCalendarDay(Number(parts[1]), Number(parts[2]), Number(parts[3])))
      throw malformed('must be a day written as YYYY-MM-DD');
    requirePlannable(value);
    return value;
  },
  encode: (value) => value,
};

/** A wall-clock moment, `YYYY-MM-DD HH:mm:ss`. */
export const dateTime: Codec<string> = {
  kind: 'YYYY-MM-DD HH:mm:ss',
  shape: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' },
  decode: (raw) => {
    const value = asText(raw);
    const parts = /^(\d{4})-(\d{2})-(\d{2}) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.exec(value);
    if (!parts || !isCalendarDay(Number(parts[1]), Number(parts[2]), Number(parts[3])))
      throw malformed('must be written as YYYY-MM-DD HH:mm:ss');
    requirePlannable(value);
    return value;
  },
  encode: (value) => value,
};

/** An empty text. */
const NOTHING: JsonSchema = { type: 'string', maxLength: 0 };

/** Absent, null or empty means `fallback`. */
export function orElse<T, const D>(codec: Codec<T>, fallback: D): Codec<T | D> {
  return {
    ...codec,
    kind: `${codec.kind}, optional`,
    optional: true,
    shape: { anyOf: [codec.shape, NOTHING] },
    decode: (raw) => (raw === undefined || raw === null || raw === '' ? fallback : codec.decode(raw)),
    // A fallback that is no value of the codec (nothing, an empty text) goes out as the empty text that is
    // read as it.
    encode: (value) =>
      value === fallback && (fallback === undefined || fallback === null || (fallback as unknown) === '')
        ? ''
        : codec.encode(value as T),
  };
}

/** Absent or null means undefined; an empty text is a value like any other. */
export function ifGiven<T>(codec: Codec<T>): Codec<T | undefined> {
  return {
    ...codec,
    kind: codec.optional ? codec.kind : `${codec.kind}, optional`,
    optional: true,
    decode: (raw) => (raw === undefined || raw === null ? undefined : codec.decode(raw)),
    encode: (value) => (value === undefined ? undefined : codec.encode(value)),
  };
}

const MAX_JSON_DEPTH = 20;
const MAX_JSON_NODES = 20_000;

/**
 * Refuses what no client of ours sends: prototype keys, deep nesting, floods of nodes, NUL, broken Unicode.
 */
function guardJson(root: unknown): void {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  let nodes = 0;
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value, depth } = item;
    nodes += 1;
    if (depth > MAX_JSON_DEPTH || nodes > MAX_JSON_NODES)
      throw malformed('is nested too deeply or too large');
    if (typeof value === 'string') asText(value);
    if (value === null || typeof value !== 'object') continue;
    for (const key of Object.keys(value)) {
      asText(key);
      if (key === '__proto__' || key === 'constructor' || key === 'prototype')
        throw malformed(`must not have a field named ${key}`);
      stack.push({ value: (value as Record<string, unknown>)[key], depth: depth + 1 });
    }
  }
}

/** Parses a text of JSON (or takes a value that is JSON already) with the guards of {@link guardJson}. */
export function parseJson(raw: unknown): unknown {
  let value: unknown = raw;
  if (typeof raw === 'string') {
    try {
      value = JSON.parse(raw);
    } catch {
      throw malformed('is not valid JSON');
    }
  }
  guardJson(value);
  return value;
}

/**
 * A value checked by a zod schema after {@link parseJson}. `asString`: on the wire it is a text that holds
 * JSON.
 */
export function json<S extends z.ZodMiniType>(schema: S, kind: string, asString = true): Codec<z.output<S>> {
  return {
    kind: asString ? `JSON text: ${kind}` : kind,
    shape: { zod: schema, asText: asString },
    structured: true,
    decode: (raw) => {
      const result = z.safeParse(schema, parseJson(raw));
      if (result.success) return result.data;
      const [issue] = result.error.issues;
      throw malformed(issue ? `${issue.path.join('.')} ${problemOf(issue)}`.trim() : 'is not valid');
    },
    encode: (value) => (asString ? JSON.stringify(value) : value),
  };
}

/** At most `max` UTF-16 units, as fields of a form are counted; zod's own check counts code points. */
export function longest(max: number) {
  return z.check<string>(({ value, issues }) => {
    if (value.length > max) issues.push({ code: 'too_big', origin: 'string', maximum: max, input: value });
  });
}

/** What is wrong with a field inside JSON, in the words that fields of a form get. */
function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return 'is missing or of the wrong kind';
  if (issue.code === 'too_big') return boundOf(issue.origin, 'most', issue.maximum);
  if (issue.code === 'too_small') return boundOf(issue.origin, 'least', issue.minimum);
  return 'is not valid';
}

function boundOf(origin: string, bound: 'most' | 'least', limit: number | bigint): string {
  if (origin === 'string') return `must have at ${bound} ${limit} characters`;
  return origin === 'array' ? `must have at ${bound} ${limit} entries` : `must be at ${bound} ${limit}`;
}

/** A codec through another one: `json` text outside, mapped value inside. */
export function mapped<A, B>(codec: Codec<A>, inward: (value: A) => B, outward: (value: B) => A): Codec<B> {
  return {
    ...codec,
    decode: (raw) => inward(codec.decode(raw)),
    encode: (value) => codec.encode(outward(value)),
  };
}

/** The shape of a text that holds JSON which is read by rules of its own. */
export const jsonText = (type: 'object' | 'array'): JsonSchema => ({
  type: 'string',
  contentMediaType: 'application/json',
  contentSchema: { type },
});

/** A value passed through untouched (replies only: rows of tables and charts). */
export function raw<T>(kind: string): Codec<T> {
  return {
    kind,
    shape: { description: kind },
    structured: true,
    decode: (value) => value as T,
    encode: (value) => value,
  };
}
