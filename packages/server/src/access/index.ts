import { doneReply, NO_SESSION_REPLY, refusedReply } from '@parley/contract';
import type { Feature } from '../feature.ts';
import { isForeignOrigin } from '../platform/http/csrf.ts';
import { forgetOldIntents } from '../platform/http/intents.ts';
import type { FindCaller } from '../platform/http/serve.ts';
import { clearCookie, tokenOf } from '../platform/http/session-cookie.ts';
import type { FindEnded } from '../platform/live/socket.ts';
import { startLoop } from '../platform/loop.ts';
import { sweepThrottles } from '../platform/throttle.ts';
import { forgetOldDevices } from './devices.ts';
import { deleteExpiredCodes } from './forgotten.ts';
import { routes } from './routes.ts';
import { signOut } from './start-session.ts';
import { deleteExpiredSessions, endedAmong, findSession, touchSession } from './store.ts';

const TOUCH_EVERY_MS = 60_000;
const SWEEP_EVERY_MS = 15 * 60_000;

/** Who a session token belongs to, or null. Notes the use at most once a minute. */
export const findCaller: FindCaller = async ({ db, clock }, token) => {
  const at = clock.now();
  const found = await findSession(db, token, at);
  if (!found?.sessionHash) return null;
  if (at.getTime() - found.lastUsedAt.getTime() > TOUCH_EVERY_MS) await touchSession(db, found, at);
  return found;
};

/** For live connections: whose session was ended by any process. */
export const findEnded: FindEnded = ({ db, clock }, open) => endedAmong(db, open, clock.now());

export const feature: Feature = {
  routes,
  http(app, services) {
    // Signing out is a link in the specification, a plain GET: another site must not make the browser follow it.
    app.get('/session/logout', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (isForeignOrigin(request, services.config.publicUrl, services.log))
        return reply.status(403).send(refusedReply('Please sign out in the application itself.'));
      const token = tokenOf(request, services.config.publicUrl);
      const caller = token ? await findCaller(services, token) : null;
      if (caller) await signOut(services, caller, request.ip);
      clearCookie(reply, services.config.publicUrl ?? `${request.protocol}://${request.host}`);
      return caller ? doneReply(0) : NO_SESSION_REPLY;
    });
  },
  start({ db, clock, log }) {
    const once = async () => {
      const at = clock.now();
      await deleteExpiredSessions(db, at);
      await deleteExpiredCodes(db, at);
      await forgetOldDevices(db, at);
      await sweepThrottles(db, at);
      await forgetOldIntents(db, at);
      return false;
    };
    return [startLoop({ name: 'what signing in leaves behind', log, pauseMs: SWEEP_EVERY_MS, once })];
  },
};
