import { timingSafeEqual } from 'node:crypto';
import { refusedReply } from '@parley/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { isLocalOnly } from '../platform/config.ts';
import { metricsOf } from '../platform/metrics.ts';
import { inRuntime } from '../platform/runtime.ts';
import { sha256 } from '../platform/secrets.ts';
import type { Services } from '../platform/services.ts';
import { readDisk } from './disk.ts';
import { watchDatabase } from './figures.ts';

/** Whoever sends one of these asks for somebody else. */
const FORWARDED =
  /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|x-envoy-.+)$/;
const THIS_MACHINE = /^(?:::ffff:)?127\.|^::1$/;
const CLOSED = 'The metrics are read on this machine, or from elsewhere with the METRICS_TOKEN that is set.';

const figuresOf = inRuntime((services: Services) => {
  const { own } = metricsOf(services);
  watchFolder(own, services.config.dataDir);
  return watchDatabase(own);
});

/** `/metrics`: figures for Prometheus (docs/watching.md). */
export function serveMetrics(app: FastifyInstance, services: Services): void {
  const { db, clock, config } = services;
  const { all } = metricsOf(services);
  const lookUp = figuresOf(services);
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!mayRead(request, config.metricsToken)) {
      if (config.metricsToken !== null) reply.header('www-authenticate', 'Bearer');
      return reply.status(config.metricsToken === null ? 403 : 401).send(refusedReply(CLOSED));
    }
    await lookUp(db, clock.now());
    const exposed = all();
    return reply.type(exposed.contentType).send(await exposed.metrics());
  });
}

/**
 * With a token, whoever has it. Else only who asks this machine by its own name or address, from it: a proxy
 * on it tells of itself by its headers, or by the name that it was asked for.
 */
function mayRead({ headers, raw, hostname }: FastifyRequest, token: string | null): boolean {
  if (token !== null) return timingSafeEqual(sha256(headers.authorization ?? ''), sha256(`Bearer ${token}`));
  const { remoteAddress = '' } = raw.socket;
  return (
    THIS_MACHINE.test(remoteAddress) &&
    isLocalOnly(hostname.replace(/^\[|\]$/g, '')) &&
    !Object.keys(headers).some((name) => FORWARDED.test(name))
  );
}

function watchFolder(own: Registry, dataDir: string): void {
  new Gauge({
    name: 'parley_disk_bytes',
    help: 'Room where the data folder lies',
    labelNames: ['is'],
    registers: [own],
    async collect() {
      const room = await readDisk(dataDir).catch(() => null);
      this.reset();
      if (!room) return;
      this.set({ is: 'free' }, room.free);
      this.set({ is: 'total' }, room.total);
    },
  });
}
