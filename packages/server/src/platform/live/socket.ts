import type { Socket as NetSocket } from 'node:net';
import type {} from '@fastify/websocket';
import { LIVE_PATH, NO_SESSION_REPLY, outcomeOf, refusedReply } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../db/outage.ts';
import { isForeignOrigin } from '../http/csrf.ts';
import type { Caller } from '../http/handler.ts';
import type { FindCaller } from '../http/serve.ts';
import { tokenOf } from '../http/session-cookie.ts';
import type { Services } from '../services.ts';
import { followPage } from './presence.ts';

const HEARTBEAT_MS = 30_000;
/** Another process may end a session whose live connection is here. */
const LOOK_EVERY_MS = 1_000;
/** Whoever signs out has the answer to that before their connection is closed. */
const GRACE_MS = 500;
/** Above this much unread text the browser is gone or asleep: it reconnects and asks anew. */
const MAX_BUFFERED_BYTES = 256 * 1024;
/** More pages than anybody has open: whoever asks for more keeps this process busy with telling them all. */
export const MOST_OF_A_USER = 100;

/** Of which twenty words of a page are heard (presence.ts), each of a hundred bytes. */
const MOST_BYTES_A_SECOND = 16 * 1024;

/** WebSocket codes of our own. */
export const CLOSED_SIGNED_OUT = 4401;

/** https://www.iana.org/assignments/websocket/websocket.xml */
const TRY_AGAIN_LATER = 1013;

type Open = { token: string; accountId: number; makeSure: () => Promise<void> };
/** The places (from 0) of those that have no session any more. */
export type FindEnded = (services: Services, open: Open[]) => Promise<number[]>;

/**
 * One statement for all connections, however many: sessions that another process has ended or moved. Answers
 * how to stop.
 */
function lookForEnded(services: Services, open: Set<Open>, findEnded: FindEnded): () => void {
  let looking = false;
  const look = async () => {
    if (looking || open.size === 0) return;
    looking = true;
    const all = [...open];
    try {
      for (const place of await findEnded(services, all)) await all[place]?.makeSure();
    } catch (error) {
      services.log[isUnavailable(error) ? 'debug' : 'error'](
        { err: error },
        'sessions could not be looked up',
      );
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** What a browser breaks off or sends too much of: no fault of ours, which the log would tell of. */
const OF_THE_CLIENT = /^(?:WS_ERR_|ECONNRESET$|EPIPE$)/;

/** A connection that is open fails. */
export function socketFailed(
  error: NodeJS.ErrnoException,
  socket: { terminate: () => void },
  request: FastifyRequest,
): void {
  const level = OF_THE_CLIENT.test(error.code ?? '') ? 'debug' : 'error';
  request.log[level]({ err: error }, 'a live connection failed');
  socket.terminate();
}

/**
 * Cuts a browser off that talks without end: a few of them with nothing to say, at the pace of the line, kept
 * this process from everybody else for half a minute.
 */
function endFloods(line: NetSocket, socket: { terminate: () => void }): void {
  let second = 0;
  let inSecond = 0;
  // Before the frames in it are read.
  line.prependListener('data', (bytes: Buffer) => {
    const now = Math.floor(performance.now() / 1000);
    inSecond = bytes.length + (now === second ? inSecond : 0);
    second = now;
    if (inSecond > MOST_BYTES_A_SECOND) socket.terminate();
  });
}

/**
 * The live connection: from us to the browser, but for what a page says of where it is. Refused before it
 * opens to other sites and to people who are not signed in.
 */
export function serveLive(
  app: FastifyInstance,
  services: Services,
  findCaller: FindCaller,
  findEnded: FindEnded,
  heartbeatMs = HEARTBEAT_MS,
): void {
  const open = new Set<Open>();
  const stopLooking = lookForEnded(services, open, findEnded);
  app.addHook('onClose', async () => stopLooking());

  /** Whom a connection was opened to. */
  const callers = new WeakMap<FastifyRequest, Caller & { token: string }>();

  async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (isForeignOrigin(request, services.config.publicUrl, services.log))
      return reply.status(403).send(refusedReply(outcomeOf(NO_SESSION_REPLY).message));
    const token = tokenOf(request, services.config.publicUrl);
    const caller = token ? await findCaller(services, token) : null;
    if (!token || !caller?.complete) return reply.status(401).send(NO_SESSION_REPLY);
    callers.set(request, { ...caller, token });
  }

  // It waits for nothing: a browser that spoke or left meanwhile would not be heard.
  app.get(LIVE_PATH, { websocket: true, preValidation: refuse }, (socket, request) => {
    const caller = callers.get(request);
    if (!caller) throw new Error('A connection has opened that nobody has looked at.');
    const { accountId, userId, token } = caller;
    if (services.live.watching(userId) >= MOST_OF_A_USER) {
      socket.close(TRY_AGAIN_LATER, 'too many pages are open');
      return;
    }
    endFloods(request.raw.socket, socket);
    const page = followPage(services.live, caller);
    socket.on('message', (data) => page.hear(String(data)));
    const stopListening = services.live.listen(accountId, (message, text) => {
      if (page.isOwn(message)) return;
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate();
      else socket.send(text);
    });
    const stopWatching = services.live.watch(userId, () => {
      setTimeout(() => void makeSure(), GRACE_MS).unref();
    });
    const self = { token, accountId, makeSure };
    open.add(self);
    let alive = true;
    const heartbeat = setInterval(() => {
      if (!alive) {
        socket.terminate();
        return;
      }
      alive = false;
      socket.ping();
      void makeSure();
    }, heartbeatMs);
    /** Closes the connection when its session has ended, or works in another account now. */
    async function makeSure(): Promise<void> {
      if (socket.readyState !== socket.OPEN) return;
      try {
        const now = await findCaller(services, token);
        if (!now?.complete || now.accountId !== accountId) socket.close(CLOSED_SIGNED_OUT, 'not signed in');
      } catch (error) {
        // Who was signed in a moment ago stays, and is looked up again with the next beat.
        services.log[isUnavailable(error) ? 'debug' : 'error'](
          { err: error },
          'a session could not be looked up',
        );
      }
    }
    socket.on('pong', () => {
      alive = true;
    });
    socket.on('close', () => {
      clearInterval(heartbeat);
      open.delete(self);
      stopListening();
      stopWatching();
      page.left();
    });
  });
}
