/**
 * Three kinds of errors. A refusal: the user can act. A fault: we must act (any other Error; logged, shown in
 * general words). A broken invariant: stop.
 */

/**
 * A rule of the product says no: HTTP 200, RESULT 0, `message` in words for a person. `extra` are further
 * wire fields.
 */
export class Refusal extends Error {
  readonly detail: string;
  readonly extra: Record<string, unknown>;
  constructor(message: string, detail = '', extra: Record<string, unknown> = {}) {
    super(message);
    this.detail = detail;
    this.extra = extra;
  }
}

/** Malformed input that only a handler can see: HTTP 400, DETAIL names the wire field. */
export class Malformed extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/**
 * An unknown or a foreign id: HTTP 404, the same reply byte for byte whichever of the two it is. `message`
 * says which thing it is where a call names several; empty: in general words.
 */
export class NotFound extends Error {}

/** Too many tries: HTTP 429 with Retry-After in seconds. */
export class TooMany extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('Too many attempts. Please wait a moment and try again.');
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds));
  }
}

/** More is asked at this moment than can be done: HTTP 503 with Retry-After in seconds. */
export class Busy extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('We’re very busy right now. Please try again in a moment.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Something that cannot be is: a defect of ours. */
export function invariant(holds: unknown, message: string): asserts holds {
  if (!holds) throw new Error(`Broken invariant: ${message}`);
}
