/**
 * Sends what is queued, and ends when nothing is left. One worker of the send pump, as the server runs it.
 * With SINGLE=1 it sends single messages instead of blasts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startConnections } from '../../packages/server/src/carriers/connections.ts';
import { first, sql } from '../../packages/server/src/platform/db/database.ts';
import { startBlastPump } from '../../packages/server/src/sending/blast-pump.ts';
import { startOutboxPump } from '../../packages/server/src/sending/outbox-pump.ts';
import { openServices } from './ground.ts';

const { services, close } = openServices(process.env.DATABASE_URL ?? '');
const begun = process.cpuUsage();
const connections = startConnections(services);
const single = process.env.SINGLE === '1';
const pump = single ? startOutboxPump(services) : startBlastPump(services);
const queue = sql.table(single ? 'outbox' : 'send_chunks');
while (await first(services.db, sql`select 1 from ${queue}`)) await sleep(50);
await pump.stop();
await connections.stop();
await close();
const { user, system } = process.cpuUsage(begun);
process.stdout.write(`${Math.round((user + system) / 1000)}\n`);
