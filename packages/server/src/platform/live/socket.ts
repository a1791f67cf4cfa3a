import { LIVE_PATH } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { isForeignOrigin } from '../http/csrf.ts';
import type { FindCaller } from '../http/serve.ts';
import { tokenOf } from '../http/session-cookie.ts';

const HEARTBEAT_MS = 30_000;
/** Above this much unread text the browser is gone or asleep: it reconnects and asks anew. */
const MAX_BUFFERED_BYTES = 1_000_000;

/** WebSocket codes of our own. */
export const CLOSED_SIGNED_OUT = 4401;

/** The live connection: one way, from us to the browser. */
export function serveLive(app: FastifyInstance, services: Services, findCaller: FindCaller): void {
  app.get(LIVE_PATH, { websocket: true }, async (socket, request) => {
    const token = tokenOf(request);
    const caller =
      token && !isForeignOrigin(request, services.config.publicUrl)
        ? await findCaller(services, token)
        : null;
    if (!token || !caller?.complete) {
      socket.close(CLOSED_SIGNED_OUT, 'not signed in');
      return;
    }
    const stopListening = services.live.listen(caller.accountId, (message) => {
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate();
      else socket.send(JSON.stringify(message));
    });
    let alive = true;
    const heartbeat = setInterval(() => {
      void beat();
    }, HEARTBEAT_MS);
    async function beat(): Promise<void> {
      const still = alive ? await findCaller(services, token as string) : null;
      if (!alive) socket.terminate();
      else if (!still?.complete) socket.close(CLOSED_SIGNED_OUT, 'not signed in');
      alive = false;
      socket.ping();
    }
    socket.on('pong', () => {
      alive = true;
    });
    socket.on('close', () => {
      clearInterval(heartbeat);
      stopListening();
    });
  });
}
