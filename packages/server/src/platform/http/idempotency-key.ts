/**
 * Requests of programs with an Idempotency-Key are done once within a day
 * (draft-ietf-httpapi-idempotency-key-header).
 */
import { INTENT_HEADER, isIntentKey } from '@parley/contract';
import { Malformed } from '../errors.ts';
import type { Services } from '../services.ts';
import { type KeepReply, once } from './intents.ts';

export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** A key that is none (400 or 422), or that was used for another request (422). */
export class WrongIdempotencyKey extends Error {
  readonly isOfAnother: boolean;
  constructor(isOfAnother: boolean) {
    super(
      isOfAnother
        ? `This ${IDEMPOTENCY_HEADER} was used for another request.`
        : `${IDEMPOTENCY_HEADER} must be 8 to 100 letters, digits, - or _.`,
    );
    this.isOfAnother = isOfAnother;
  }
}

/**
 * `program`: whose keys these are. They lie beside those of the screens, under names that no screen sends.
 */
type Request = {
  headers: Record<string, unknown>;
  accountId: number;
  program: string;
  asked: unknown;
  /** See `once`. */
  isKeptWithin: boolean;
};

/**
 * Without a key it is simply run, and keeps nothing.
 * @throws WrongIdempotencyKey; see `once` for the others.
 */
export async function onceByKey<T extends Record<string, unknown>>(
  services: Services,
  { headers, accountId, program, asked, isKeptWithin }: Request,
  run: (keep?: KeepReply) => Promise<T>,
): Promise<T> {
  const key = headers[IDEMPOTENCY_HEADER.toLowerCase()];
  if (key === undefined) return run();
  if (typeof key !== 'string' || !isIntentKey(key)) throw new WrongIdempotencyKey(false);
  try {
    const keyed = { caller: { accountId, userId: 0 }, key: `${program} ${key}`, asked, isKeptWithin };
    return (await once(services, keyed, run)) as T;
  } catch (error) {
    if (error instanceof Malformed && error.field === INTENT_HEADER) throw new WrongIdempotencyKey(true);
    throw error;
  }
}
