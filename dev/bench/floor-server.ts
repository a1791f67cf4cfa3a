/** The floor of the HTTP benchmarks: the same server library, an empty form handler. Prints its port. */
import formbody from '@fastify/formbody';
import Fastify from 'fastify';

const app = Fastify({ logger: false });
await app.register(formbody);
app.post('/empty', async (_request, reply) => reply.type('text/xml').send('<Response/>'));
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${(app.server.address() as { port: number }).port}\n`);
