/** The server with its background work, for benchmarks of blasts. Prints its port. */
import { buildApp, startBackground } from '../../packages/server/src/app.ts';
import { openServices } from './ground.ts';

const { services } = openServices(process.env.DATABASE_URL ?? '');
const app = await buildApp(services);
await app.ready();
startBackground(services);
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${(app.server.address() as { port: number }).port}\n`);
