import type { Db } from '../platform/db/database.ts';
import { lockWaits } from './each-server.ts';
import { eventually } from './harness.ts';

/** Until somebody, or so many, wait for what somebody else has locked in this database. */
export const untilWaitedFor = (db: Db, waiting = 1): Promise<unknown> =>
  eventually(async () => (await lockWaits(db)) >= waiting);
