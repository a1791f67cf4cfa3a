import type { Context } from '../platform/http/handler.ts';
import { endSession, openSession } from './store.ts';

/** Opens a session and its cookie. A session of before the sign-in never becomes the one after it. */
export async function startSession(
  context: Context,
  userId: number,
  accountId: number,
  complete: boolean,
  remember: boolean,
): Promise<void> {
  const { db, clock, live, caller, address, agent } = context;
  if (caller.sessionHash) await endSession(db, caller.sessionHash);
  live.recheck(caller.userId);
  const token = await openSession(db, {
    userId,
    accountId,
    complete,
    remember,
    address,
    agent,
    at: clock.now(),
  });
  context.setSessionCookie(token, remember);
  context.becomes(userId);
}
