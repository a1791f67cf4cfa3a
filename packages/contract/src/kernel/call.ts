/**
 * What a call is: a path, form fields and reply fields with their names on the wire, and how it behaves when
 * it fails.
 */
import { type Codec, parseJson, type ValueOf, WireError } from './codec.ts';

/** One field: its name on the wire and its codec. */
export type Field<T> = { wire: string; codec: Codec<T> };
export type Fields = Record<string, Field<never> | Field<unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: the codec's type is invariant; `any` lets a record hold fields of every type.
export type FieldMap = Record<string, Field<any>>;
export type ValuesOf<F extends FieldMap> = { [K in keyof F]: ValueOf<F[K]['codec']> };

export function wire<T>(name: string, codec: Codec<T>): Field<T> {
  return { wire: name, codec };
}

/** `open`: no session needed. `half`: after the password, before the second factor. `session`: signed in. */
export type Access = 'open' | 'half' | 'session';

export type CallOptions = {
  access?: Access;
  method?: 'POST' | 'GET';
  /** The fixed wording of the error catalogue (section 8), shown before the server's MESSAGE. */
  fails?: string;
  /** A failure is only logged in the console, never shown (error catalogue: sign-in calls, tiles). */
  quiet?: boolean;
  /**
   * Only owners of the account may ask it; members are refused. For what can stop an account's messages or
   * open it to others.
   */
  ownersOnly?: boolean;
  /**
   * What it does reaches people, at once or later by itself: it sends, publishes or turns something on.
   * Authors, who only prepare, are refused.
   */
  sends?: boolean;
  /**
   * Whoever asks has signed in, or given the password again, within the last minutes; else refused with
   * DETAIL {@link UNCONFIRMED}.
   */
  confirmed?: boolean;
  /**
   * `number`: the reply is a bare number. `file`: the reply is a download. `upload`: the body carries a file.
   */
  shape?: 'envelope' | 'number' | 'file' | 'upload';
  /** One sentence for the API documentation. */
  about: string;
};

export type Call<F extends FieldMap = FieldMap, R extends FieldMap = FieldMap> = Required<CallOptions> & {
  path: string;
  form: F;
  reply: R;
};
export type FormOf<C> = C extends Call<infer F, FieldMap> ? ValuesOf<F> : never;
export type ReplyOf<C> = C extends Call<FieldMap, infer R> ? ValuesOf<R> : never;

/** Declares a call of the session API; `path` lies under {@link BASE}. */
export function call<F extends FieldMap, R extends FieldMap>(
  path: string,
  form: F,
  reply: R,
  options: CallOptions,
): Call<F, R> {
  return {
    access: 'session',
    method: 'POST',
    fails: '',
    quiet: false,
    ownersOnly: false,
    sends: false,
    confirmed: false,
    shape: 'envelope',
    ...options,
    path,
    form,
    reply,
  };
}

/** The DETAIL of a refusal that `authentication/confirm` lifts: then the call is asked again. */
export const UNCONFIRMED = 'unconfirmed';

export const BASE = '/session/api/';

/** Malformed or refused input, naming the wire field it came from. */
export class FieldError extends Error {
  readonly kind: 'malformed' | 'refused';
  /** The wire name; of a field inside JSON the path to it, such as `AutomataData.Hour_ti`. */
  readonly field: string;
  constructor(kind: 'malformed' | 'refused', field: string, problem: string) {
    super(kind === 'refused' ? problem : `${field} ${problem}.`);
    this.kind = kind;
    this.field = field;
  }

  /** The same error, seen from the field that holds the JSON. */
  within(field: string): FieldError {
    const outer = new FieldError(this.kind, `${field}.${this.field}`, '');
    outer.message = this.message;
    return outer;
  }
}

/**
 * Wire form → our values. Fields not declared are ignored. Throws a {@link FieldError} for the first bad
 * field.
 */
export function decodeFields<F extends FieldMap>(fields: F, form: Record<string, unknown>): ValuesOf<F> {
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    values[key] = decodeField(field, form[field.wire]);
  }
  return values as ValuesOf<F>;
}

function decodeField(field: Field<unknown>, raw: unknown): unknown {
  try {
    if (raw === undefined && !field.codec.optional) throw new WireError('malformed', 'is missing');
    if (Array.isArray(raw) && !field.codec.structured)
      throw new WireError('malformed', 'is given more than once');
    return field.codec.decode(raw);
  } catch (error) {
    if (error instanceof WireError) throw new FieldError(error.kind, field.wire, error.message);
    if (error instanceof FieldError) throw error.within(field.wire);
    throw error;
  }
}

/** Our values → wire fields. What is not declared is left out, so that a column cannot leak by accident. */
export function encodeFields<F extends FieldMap>(fields: F, values: ValuesOf<F>): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const value = values[key as keyof F];
    if (value !== undefined) out[field.wire] = field.codec.encode(value as never);
  }
  return out;
}

/**
 * A list of objects with wire names of their own. `asText`: a text that holds JSON, as most lists of the
 * specification are.
 */
export function rows<F extends FieldMap>(fields: F, asText = true): Codec<ValuesOf<F>[]> {
  const names = Object.values(fields).map((field) => field.wire);
  return {
    kind: `${asText ? 'JSON text: ' : ''}list of {${names.join(', ')}}`,
    shape: { fields, isList: true, asText },
    structured: true,
    decode: (value) => {
      const list = parseJson(value);
      if (!Array.isArray(list)) throw new WireError('malformed', 'must be a list');
      return list.map((item: unknown) => decodeFields(fields, asRecord(item)));
    },
    encode: (list) => {
      const encoded = list.map((item) => encodeFields(fields, item));
      return asText ? JSON.stringify(encoded) : encoded;
    },
  };
}

function asRecord(value: unknown): Record<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new WireError('malformed', 'must be an object');
  return value as Record<string, unknown>;
}

/** One object with wire names of its own. */
export function record<F extends FieldMap>(fields: F, asText = false): Codec<ValuesOf<F>> {
  const names = Object.values(fields).map((field) => field.wire);
  return {
    kind: `${asText ? 'JSON text: ' : 'JSON: '}{${names.join(', ')}}`,
    shape: { fields, isList: false, asText },
    structured: true,
    decode: (value) => {
      return decodeFields(fields, asRecord(parseJson(value)));
    },
    encode: (value) => {
      const encoded = encodeFields(fields, value);
      return asText ? JSON.stringify(encoded) : encoded;
    },
  };
}
