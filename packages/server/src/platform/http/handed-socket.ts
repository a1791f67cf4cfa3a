/**
 * A socket that whoever started us listens at already (systemd's socket activation, sd_listen_fds(3)). It
 * stays open while we restart: who comes meanwhile waits a moment instead of being refused.
 */
import type { Server } from 'node:http';
import type { Environment } from '../settings.ts';
import { answering, type ListenOptions, type StartupServer } from './startup-server.ts';

/** The first of those that are handed over. */
const FIRST = 3;
/** Who comes waits so long for a start that waits for something itself, and is told then. */
const PATIENCE_MS = 5_000;
/** With another one Fastify would look for further addresses of it. */
const HOST = '0.0.0.0';

/** The file descriptor of the socket; null: none was handed to this process. */
export function handedSocket(env: Environment, pid: number): number | null {
  return Number(env.LISTEN_PID) === pid && Number(env.LISTEN_FDS) > 0 ? FIRST : null;
}

/** Who comes is answered when we have started; when that takes long, they are told what it waits for. */
export function patientStart(socket: number, port: number): StartupServer {
  let reason = '';
  let server: Server | undefined;
  let patience: NodeJS.Timeout | undefined;
  const open = () => {
    server = answering(() => reason);
    // Nobody is told then, as before.
    server.on('error', () => undefined);
    server.listen({ fd: socket });
  };
  return {
    port,
    explain(words) {
      reason = words;
      patience ??= setTimeout(open, PATIENCE_MS);
    },
    /** The socket itself stays open: there is no other. */
    async close() {
      clearTimeout(patience);
      server?.closeAllConnections();
    },
    place: () => placeOf(socket, server),
  };
}

function placeOf(socket: number, server: Server | undefined): ListenOptions {
  const { _handle } = (server ?? {}) as { _handle?: unknown };
  return _handle ? { _handle, host: HOST } : { fd: socket, host: HOST };
}
