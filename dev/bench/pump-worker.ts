/** Sends what is queued, and ends when nothing is left. One worker of the send pump, as the server runs it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startBlastPump } from '../../packages/server/src/delivery/blast-pump.ts';
import { closeLines } from '../../packages/server/src/delivery/channel-line.ts';
import { first, sql } from '../../packages/server/src/platform/db/database.ts';
import { openServices } from './ground.ts';

const { services, close } = openServices(process.env.DATABASE_URL ?? '');
const pump = startBlastPump(services);
while (await first(services.db, sql`select 1 from send_chunks`)) await sleep(50);
await pump.stop();
await closeLines(services);
await close();
const { user, system } = process.cpuUsage();
process.stdout.write(`${Math.round((user + system) / 1000)}\n`);
