/** Which kinds of events an account's endpoints listen to. */
import { setListenedKinds } from '../feed/index.ts';
import type { Db } from '../platform/db/database.ts';
import { listEndpoints } from './endpoint-store.ts';

/** To be called in each transaction that changes endpoints, behind the change. */
export async function listenForEndpoints(trx: Db, accountId: number): Promise<void> {
  const endpoints = await listEndpoints(trx, accountId);
  const kinds = new Set(endpoints.filter(({ enabled }) => enabled).flatMap((each) => each.kinds));
  await setListenedKinds(trx, accountId, 'webhooks', [...kinds]);
}
