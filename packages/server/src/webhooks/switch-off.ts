/** An endpoint that has failed for days, or wants nothing more, is switched off, and owners are told. */
import { recordAuditEvent } from '../audit/index.ts';
import { transact } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { type EndpointRow, findEndpoint, lockEndpoints, switchOffEndpoint } from './endpoint-store.ts';
import { listenForEndpoints } from './listen.ts';
import { hasFailedForDays } from './retries.ts';

/** `gone`: the address that answered that it is gone for good. */
export async function switchOffFailing(
  { db, clock }: Services,
  { accountId, endpointId }: { accountId: number; endpointId: number },
  gone: string | null,
): Promise<void> {
  const now = clock.now();
  const row = await findEndpoint(db, accountId, endpointId);
  const isDue = ({ url, failingSince: since }: EndpointRow) =>
    url === gone || (since !== null && hasFailedForDays(since, now));
  if (!row?.enabled || !isDue(row)) return;
  await transact(db, async (trx) => {
    await lockEndpoints(trx, accountId);
    const still = await findEndpoint(trx, accountId, endpointId, true);
    if (!still || !isDue(still)) return;
    if (!(await switchOffEndpoint(trx, accountId, endpointId, now))) return;
    const by = { accountId, caller: { userId: 0 }, clock };
    await recordAuditEvent(trx, by, { act: 'webhook-failed', kind: 'webhook', id: endpointId });
    await listenForEndpoints(trx, accountId);
  });
}
