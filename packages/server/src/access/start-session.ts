import { noteAct } from '../audit/index.ts';
import { transact } from '../platform/db/database.ts';
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
  const session = { userId, accountId, complete, remember, address, agent, at: clock.now() };
  const token = await transact(db, async (trx) => {
    if (complete) await noteAct(trx, { accountId, caller: { userId }, clock, address }, { act: 'signed-in' });
    return openSession(trx, session);
  });
  context.setSessionCookie(token, remember);
  context.becomes(userId);
}
