import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, register } from 'prom-client';
import { sql } from '../db/database.ts';
import type { Services } from '../services.ts';

/** A database that takes longer to answer does not serve. */
const READY_WITHIN_MS = 2_000;

/** /healthz: the process lives. /readyz: it can serve. /metrics: figures for Prometheus. */
export function serveHealth(app: FastifyInstance, services: Services): void {
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      const asked = sql`select 1 from migrations limit 1`.execute(services.db);
      await Promise.race([asked, sleep(READY_WITHIN_MS).then(() => Promise.reject(new Error('No answer.')))]);
      return { status: 'ready' };
    } catch {
      // The reason is in the log of the part that failed; a load balancer only needs the status.
      return reply.status(503).send({ status: 'the database does not answer' });
    }
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  );
}
