import { isDisabled } from '../accounts/index.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { invariant, Refusal } from '../platform/errors.ts';
import type { Caller, Context } from '../platform/http/handler.ts';
import type { Services } from '../platform/services.ts';
import { rememberDevice } from './known-devices.ts';
import { completeSession, createSession, endSession } from './store.ts';

const DISABLED = 'This sign-in was turned off. Please ask whoever runs this Parley.';

/**
 * Opens a session and its cookie. A session of before the sign-in never becomes the one after it. `detail`:
 * how they signed in, for those who look back. @throws Refusal for a user whom whoever runs the installation
 * has turned away.
 */
export async function startSession(
  context: Context,
  { userId, accountId }: { userId: number; accountId: number },
  { complete, remember, detail = '' }: { complete: boolean; remember: boolean; detail?: string },
): Promise<void> {
  const { db, clock, live, caller, address, agent } = context;
  if (await isDisabled(db, userId)) throw new Refusal(DISABLED);
  if (caller.sessionHash) await endSession(db, caller.sessionHash);
  live.recheck(caller.userId);
  const session = { userId, accountId, complete, remember, address, agent, at: clock.now() };
  const token = await transact(db, async (trx) => {
    if (complete)
      await recordAuditEvent(
        trx,
        { accountId, caller: { userId }, clock, address },
        { act: 'signed-in', detail },
      );
    return createSession(trx, session);
  });
  context.setSessionCookie(token, remember);
  if (complete) await rememberDevice(context, userId);
  context.becomes(userId);
}

/**
 * Completes half a session under a new token, with what `store` does in the same transaction; answers what
 * that answers.
 */
export async function completeSignIn<T>(context: Context, store: (trx: Db) => Promise<T>): Promise<T> {
  const { db, clock, caller } = context;
  const { sessionHash, userId } = caller;
  invariant(sessionHash, 'half a session is one');
  const { token, remember, stored } = await transact(db, async (trx) => {
    const stored = await store(trx);
    await recordAuditEvent(trx, context, { act: 'signed-in', detail: 'with a code' });
    return { ...(await completeSession(trx, sessionHash, clock.now())), stored };
  });
  context.setSessionCookie(token, remember);
  await rememberDevice(context, userId);
  context.becomes(userId);
  return stored;
}

/** Ends the session of a caller, who may have none. */
export async function signOut(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  caller: Caller,
  address: string,
): Promise<void> {
  const { sessionHash, accountId, userId, complete } = caller;
  if (!sessionHash) return;
  await transact(db, async (trx) => {
    if (complete) await recordAuditEvent(trx, { accountId, caller, clock, address }, { act: 'signed-out' });
    await endSession(trx, sessionHash);
  });
  live.recheck(userId);
}
