import { isWriteRefused } from '../platform/db/outage.ts';
import { preparedOf } from '../platform/db/prepared.ts';
import type { FindCaller } from '../platform/http/serve.ts';
import type { FindEnded } from '../platform/live/socket.ts';
import { endedAmong, findSession, touchSession } from './store.ts';

const TOUCH_EVERY_MS = 60_000;

/**
 * Who a session token belongs to, or null. Notes the use at most once a minute; where nothing can be written
 * people go on reading all the same.
 */
export const findCaller: FindCaller = async (services, token) => {
  const { db, clock } = services;
  const at = clock.now();
  // Each call asks it: planned once for a connection.
  const found = await findSession(preparedOf(services), token, at);
  if (!found?.sessionHash) return null;
  if (at.getTime() - found.lastUsedAt.getTime() > TOUCH_EVERY_MS)
    await touchSession(db, found, at).catch((error: unknown) => {
      if (!isWriteRefused(error)) throw error;
    });
  return found;
};

/** For live connections: whose session was ended by any process. */
export const findEnded: FindEnded = ({ db, clock }, open) => endedAmong(db, open, clock.now());
