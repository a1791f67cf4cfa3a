/**
 * A socket that whoever started us listens at already (systemd's socket activation, sd_listen_fds(3)). It
 * stays open while we restart: who comes meanwhile waits a moment instead of being refused.
 */
import type { Environment } from '../settings.ts';
import type { StartupServer } from './startup-server.ts';

/** The first of those that are handed over. */
const FIRST = 3;

/** The file descriptor of the socket; null: none was handed to this process. */
export function handedSocket(env: Environment, pid: number): number | null {
  return Number(env.LISTEN_PID) === pid && Number(env.LISTEN_FDS) > 0 ? FIRST : null;
}

/** Nobody is told that we start: who comes is answered when we have. */
export function silentStart(port: number): StartupServer {
  return { port, explain: () => undefined, close: async () => undefined };
}

/** What the server listens at. */
export function placeToListen(socket: number | null, port: number, host: string) {
  // With another host Fastify would look for further addresses of it.
  return socket === null ? { port, host } : { fd: socket, host: '0.0.0.0' };
}
