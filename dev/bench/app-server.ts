/** The server on a prepared database, without its background work, for the HTTP benchmarks. Prints its port. */
import { buildApp } from '../../packages/server/src/app.ts';
import { readConfig } from '../../packages/server/src/config.ts';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import { openDatabase } from '../../packages/server/src/platform/db/database.ts';
import { createMessageIds } from '../../packages/server/src/platform/ids.ts';
import { createLiveHub } from '../../packages/server/src/platform/live/hub.ts';
import { createLog } from '../../packages/server/src/platform/log.ts';
import { createSecrets } from '../../packages/server/src/platform/secrets.ts';
import { createSignals } from '../../packages/server/src/platform/signals.ts';

const config = readConfig({ ...process.env, LOG_LEVEL: 'warn' }, []);
if (config.databaseUrl === null || config.secretKey === null)
  throw new Error('DATABASE_URL and SECRET_KEY are needed.');
const { db, pool } = openDatabase(config.databaseUrl);
const app = await buildApp({
  config,
  db,
  pool,
  clock: systemClock,
  log: createLog(config.logLevel),
  live: createLiveHub(),
  secrets: createSecrets(config.secretKey),
  messageIds: createMessageIds(db),
  signals: createSignals(),
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${(app.server.address() as { port: number }).port}\n`);
