/** Reading fields of CPData: each checked, and named when it is not as it should be. */
import type { Extra } from '@parley/engine/flow.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { type Codec, int, malformed, oneOf, orElse, text, WireError } from '../kernel/codec.ts';

export type Wire = Record<string, unknown>;

/** Throws a WireError that names the field. */
export function read<T>(data: Wire, field: string, codec: Codec<T>): T {
  try {
    return codec.decode(data[field]);
  } catch (error) {
    if (error instanceof WireError) throw new WireError(error.kind, `${field} ${error.message}`);
    throw error;
  }
}

export const words = (max: number) => orElse(text(max), '');
export const count = (max = Number.MAX_SAFE_INTEGER) => orElse(int(0, max), 0);
const switched = orElse(oneOf('0', '1', 'true', 'false'), '0');
export const isOn = (data: Wire, field: string) => ['1', 'true'].includes(read(data, field, switched));

/** The TEXT of a control point or of an entry in it, plain or encoded. */
export function readText(data: Wire): string {
  const encoded = isOn(data, 'T64');
  const value = read(data, 'TEXT', words(encoded ? TEXT_LIMITS.message * 8 : TEXT_LIMITS.message));
  return encoded ? decodeText(value) : value;
}

/** base64 of UTF-8, as under T64 1; strict, so that broken input is malformed and never stored as rubbish. */
function decodeText(value: string): string {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(value) || value.length % 4 !== 0)
    throw malformed('TEXT is not valid base64');
  try {
    const bytes = Uint8Array.from(atob(value), (char) => char.charCodeAt(0));
    return text(TEXT_LIMITS.message).decode(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof WireError) throw error;
    throw malformed('TEXT is not base64 of UTF-8');
  }
}

export function readList(data: Wire, field: string, max: number): Wire[] {
  const value = data[field];
  if (value === undefined || value === null || value === '') return [];
  if (!Array.isArray(value)) throw malformed(`${field} must be a list`);
  if (value.length > max) throw malformed(`${field} must have at most ${max} entries`);
  return value.map((item) => {
    if (item === null || typeof item !== 'object' || Array.isArray(item))
      throw malformed(`${field} must hold objects`);
    return item as Wire;
  });
}

function distinctIds<T extends { id: number }>(items: T[], field: string): T[] {
  const seen = new Set<number>();
  for (const item of items) {
    if (seen.has(item.id)) throw malformed(`${field} has the id ${item.id} twice`);
    seen.add(item.id);
  }
  return items;
}

/** Entries without an id get the next free one. */
export function numbered<T extends { id: number }>(items: T[], field: string): T[] {
  let last = Math.max(0, ...items.map((item) => item.id));
  const filled = items.map((item) => {
    if (item.id > 0) return item;
    last += 1;
    return { ...item, id: last };
  });
  return distinctIds(filled, field);
}

/** The fields of an entry that we do not know survive beside those that we do. */
export function rest(item: Wire, known: readonly string[]): { extra?: Extra } {
  const extra = without(item, known);
  return Object.keys(extra).length > 0 ? { extra } : {};
}

export function without(item: Wire, fields: readonly string[]): Wire {
  return Object.fromEntries(Object.entries(item).filter(([field]) => !fields.includes(field)));
}
