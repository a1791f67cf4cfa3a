/** Writes with an Idempotency-Key are done once within a day (draft-ietf-httpapi-idempotency-key-header). */
import { INTENT_HEADER, isIntentKey } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { ApiKey } from '../credentials/index.ts';
import { Malformed } from '../platform/errors.ts';
import { once } from '../platform/http/intents.ts';
import type { Services } from '../platform/services.ts';
import { invalid } from './problem.ts';

const HEADER = 'Idempotency-Key';
type Done = { text: string };

/**
 * Keys of one API key are its own; they lie beside those of the screens, under a name that no screen sends.
 * @throws ApiFault 422 for what is no key, and for one of another request.
 */
export async function onceByKey(
  services: Services,
  { accountId, id }: ApiKey,
  request: FastifyRequest,
  run: () => Promise<Done>,
): Promise<Done> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return run();
  if (typeof key !== 'string' || !isIntentKey(key))
    throw invalid({ parameter: HEADER, detail: `${HEADER} must be 8 to 100 letters, digits, - or _.` });
  const asked = [request.method, request.url, request.body ?? null, request.headers['if-match'] ?? null];
  try {
    const keyed = { caller: { accountId, userId: 0 }, key: `api ${id} ${key}`, asked };
    return (await once(services, keyed, run)) as Done;
  } catch (error) {
    if (error instanceof Malformed && error.field === INTENT_HEADER)
      throw invalid({ parameter: HEADER, detail: `This ${HEADER} was used for another request.` });
    throw error;
  }
}
