import type { Db } from '../platform/db/database.ts';
import { lockWaits } from './each-server.ts';
import { eventually } from './harness.ts';

/** Until somebody waits for what somebody else has locked in this database. */
export const untilWaitedFor = (db: Db): Promise<unknown> => eventually(async () => (await lockWaits(db)) > 0);
