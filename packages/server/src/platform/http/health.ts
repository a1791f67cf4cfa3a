import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { isUnavailable, isWriteRefused } from '../db/outage.ts';
import { tellOfProcess } from '../processes.ts';
import { inRuntime } from '../runtime.ts';
import type { Services } from '../services.ts';

/** A database that takes longer to answer does not serve. */
export const READY_WITHIN_MS = 2_000;
/** However often it is asked, it is looked into no more often than that. */
const LOOK_EVERY_MS = 500;
/** More than what a nearly full disk may have left for small files. */
const TRIED_BYTES = 64 * 1024;

type Unready = 'draining' | 'nothing can be written' | 'the database does not answer';
type Readiness = {
  draining: boolean;
  /** A look that hangs is not joined by others: each would take a connection of the pool. */
  isLooking: boolean;
  lookedAt: number;
  found: Promise<Unready | null>;
};

const readinessOf = inRuntime(
  (): Readiness => ({
    draining: false,
    isLooking: false,
    lookedAt: Number.NEGATIVE_INFINITY,
    found: Promise.resolve(null),
  }),
);

/** From now on nothing new is to be sent here: `/readyz` says so. */
export function beginDraining(services: Services): void {
  readinessOf(services).draining = true;
}

/** /healthz: the process lives. /readyz: it can serve, and write. */
export function serveHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const trouble = await whyUnready(services);
    // The reason is in the log of the part that failed; a load balancer only needs the status.
    return trouble === null ? { status: 'ready' } : reply.status(503).send({ status: trouble });
  });
}

function whyUnready(services: Services): Promise<Unready | null> {
  const readiness = readinessOf(services);
  if (readiness.draining) return Promise.resolve('draining');
  if (!readiness.isLooking && performance.now() - readiness.lookedAt >= LOOK_EVERY_MS) {
    readiness.lookedAt = performance.now();
    readiness.found = look(services, readiness);
  }
  return readiness.found;
}

async function look(services: Services, readiness: Readiness): Promise<Unready | null> {
  const late = sleep(READY_WITHIN_MS).then((): Unready => 'the database does not answer');
  readiness.isLooking = true;
  const wrote = Promise.all([tellOfProcess(services), writeFileIn(services.config.dataDir)]).finally(() => {
    readiness.isLooking = false;
  });
  return Promise.race([
    wrote.then(
      () => null,
      (error: unknown): Unready =>
        isWriteRefused(error) || !isUnavailable(error)
          ? 'nothing can be written'
          : 'the database does not answer',
    ),
    late,
  ]);
}

async function writeFileIn(dataDir: string): Promise<void> {
  const path = join(dataDir, `.written-${randomUUID()}`);
  try {
    await writeFile(path, Buffer.alloc(TRIED_BYTES, 'x'), { flush: true });
  } finally {
    await rm(path, { force: true });
  }
}
