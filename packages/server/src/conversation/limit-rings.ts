/**
 * Campaigns may start each other by the API steps of one and the trigger of another. Each start is a call
 * from outside to us, so that no conversation knows of the ring: what API steps start is counted by number.
 */
import { API_STEP_LIMITS } from '@parley/rules/limits.ts';
import type { Services } from '../platform/services.ts';
import { throttle } from '../platform/throttle.ts';

/** How API steps, of any Parley, name themselves to the servers that they call. */
export const API_STEP_AGENT = 'Parley';

type Begun = { accountId: number; phone: string };

/**
 * Counts a start that an API step asks for; what others ask for is not counted. `agent`: the User-Agent of
 * the request. @throws TooMany beyond so many an hour for one number.
 */
export async function limitRing(
  { db, clock, secrets }: Pick<Services, 'db' | 'clock' | 'secrets'>,
  agent: string | undefined,
  { accountId, phone }: Begun,
): Promise<void> {
  if (agent !== API_STEP_AGENT) return;
  const number = secrets.hash(`ring ${accountId} ${phone}`).toString('base64url');
  const limit = API_STEP_LIMITS.startsAnHour;
  await throttle(db, clock.now(), { key: `ring:${number}`, windowSeconds: 3_600, limit });
}
