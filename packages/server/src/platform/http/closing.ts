/** How the server stops: no request is cut off, and none is sent into a connection that closes. */
import type { IncomingMessage } from 'node:http';
import { Server as ListeningServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { inRuntime } from '../runtime.ts';
import type { Services } from '../services.ts';

/** How long requests that have begun may take to be answered. */
const IN_HAND_MS = 3_000;
/**
 * How long a kept connection stays open for its next request, whose answer then ends it. A request that meets
 * a connection that closes is reset, and whoever sent it cannot know whether it was done (RFC 9112, 9.5).
 */
const KEPT_MS = 500;
const LOOK_EVERY_MS = 20;

const requestsOf = inRuntime(() => ({ inHand: 0, closing: false }));

/** Counts requests until they are answered; those that last as long as their page are left out. */
export function watchRequestsInHand(
  app: FastifyInstance,
  services: Services,
  isLasting: (request: IncomingMessage) => boolean,
): void {
  const requests = requestsOf(services);
  app.addHook('onRequest', (request, reply, done) => {
    if (requests.closing) reply.header('connection', 'close');
    if (!isLasting(request.raw)) {
      requests.inHand += 1;
      reply.raw.once('close', () => {
        requests.inHand -= 1;
      });
    }
    done();
  });
}

/**
 * Takes no new connections, answers what is asked already or comes over those that are open, and closes.
 */
export async function closeApp(app: FastifyInstance, services: Services): Promise<void> {
  const requests = requestsOf(services);
  const begun = performance.now();
  requests.closing = true;
  // The close of an HTTP server would end kept connections at once, with what is on its way over them.
  ListeningServer.prototype.close.call(app.server);
  await sleep(KEPT_MS);
  while (requests.inHand > 0 && performance.now() < begun + IN_HAND_MS) await sleep(LOOK_EVERY_MS);
  await app.close();
}
