import { doneReply, NO_SESSION_REPLY, refusedReply } from '@parley/contract';
import { memberLeaves, userForgotten } from '../accounts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { isForeignOrigin } from '../platform/http/csrf.ts';
import { forgetOldIntents } from '../platform/http/intents.ts';
import { clearCookie, tokenOf } from '../platform/http/session-cookie.ts';
import { startLoop } from '../platform/loop.ts';
import { sweepThrottles } from '../platform/throttle.ts';
import { accountRoutes } from './account-routes.ts';
import { authenticatorRoutes } from './authenticator-routes.ts';
import { deleteAuthenticator } from './authenticator-store.ts';
import { findCaller } from './callers.ts';
import { deleteOldSessions, endSessionsIn } from './ended-sessions.ts';
import { deleteExpiredCodes, forgetCodes } from './forgotten-password.ts';
import { forgetDevices, forgetOldDevices } from './known-devices.ts';
import { routes } from './routes.ts';
import { signOut } from './start-session.ts';
import { teamRoutes } from './team-routes.ts';

const SWEEP_EVERY_MS = 15 * 60_000;

export const feature: Feature = {
  hooks: [
    on(memberLeaves, endSessionsIn),
    on(userForgotten, forgetDevices),
    on(userForgotten, forgetCodes),
    on(userForgotten, async (trx, userId) => {
      await deleteAuthenticator(trx, userId);
    }),
  ],
  routes: [...routes, ...accountRoutes, ...authenticatorRoutes, ...teamRoutes],
  http(app, services) {
    // Signing out is a link in the specification, a plain GET: another site must not make the browser follow
    // it.
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
      await deleteOldSessions(db, at);
      await deleteExpiredCodes(db, at);
      await forgetOldDevices(db, at);
      await sweepThrottles(db, at);
      await forgetOldIntents(db, at);
      return false;
    };
    return [startLoop({ name: 'what signing in leaves behind', log, pauseMs: SWEEP_EVERY_MS, once })];
  },
};
