/**
 * The server on a prepared database, for the HTTP benchmarks: a process that only serves; with BACKGROUND=1
 * one that does its background work too.
 * Prints its port.
 */
import { buildApp, startBackground } from '../../packages/server/src/app.ts';
import { openServices } from './ground.ts';

const { services } = openServices(process.env.DATABASE_URL ?? '');
const app = await buildApp(services);
await app.ready();
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${(app.server.address() as { port: number }).port}\n`);
// Behind the port: what it tells goes to the same place.
const role = process.env.BACKGROUND === '1' ? 'all' : 'web';
startBackground({ ...services, config: { ...services.config, role } });
// An end by itself, so that a profiler (NODE_OPTIONS=--cpu-prof) writes what it saw.
process.once('SIGTERM', () => process.exit(0));
