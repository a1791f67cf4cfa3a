/** Who is signed in, as far as this page knows. The guards read it, replies without a session change it. */
import { calls } from '@parley/contract';
import { create } from 'zustand';
import { AskError, ask, shownAccount } from './ask.ts';
import { logFailure } from './log.ts';

export type SessionState =
  | { status: 'unknown'; user: 0 }
  | { status: 'in'; user: number }
  /**
   * The server ended it under a screen that holds unsent text: the screen stays, the person signs in again
   * above it.
   */
  | { status: 'expired'; user: number }
  /** Another tab has switched: the session works in another account than the screen shows. */
  | { status: 'elsewhere'; user: number }
  /** `expired`: it was 'in' before, and the server ended it. */
  | { status: 'out'; user: 0; expired: boolean };

export const useSession = create<SessionState>(() => ({ status: 'unknown', user: 0 }));

export function isSignedIn(): boolean {
  return useSession.getState().status === 'in';
}

let checking: Promise<void> | null = null;

/**
 * The start-up login check; asks the server once, however many guards wait for it. Throws when it cannot be
 * reached.
 */
export function sessionKnown(): Promise<void> {
  if (useSession.getState().status !== 'unknown') return Promise.resolve();
  checking ??= checkLogin().finally(() => {
    checking = null;
  });
  return checking;
}

/** Asks who is signed in. A positive number means signed in. */
export async function checkLogin(): Promise<void> {
  const { user } = await ask(calls.access.checkLogin, {});
  useSession.setState(user > 0 ? { status: 'in', user } : { status: 'out', user: 0, expired: false }, true);
}

/**
 * After signing in above an open screen. The new session begins in the person's first account: it moves to
 * the one the screen shows, where the person still may.
 */
export async function returnToScreen(): Promise<void> {
  const account = shownAccount();
  if (account !== null)
    await ask(calls.team.switchTo, { account }, { anyAccount: true }).catch(() => undefined);
  await checkLogin();
}

/** Whether the session still lives on the server. Throws when it cannot be reached. */
export async function isStillSignedIn(): Promise<boolean> {
  return (await ask(calls.access.checkLogin, {})).user > 0;
}

/**
 * The session is over. `keepScreen`: its owner signs in again above the open screen; else they are signed
 * out.
 */
export function markExpired(keepScreen: boolean): void {
  const { user } = useSession.getState();
  const wasIn = isSignedIn();
  useSession.setState(
    keepScreen && wasIn ? { status: 'expired', user } : { status: 'out', user: 0, expired: wasIn },
    true,
  );
}

/** The session works in another account now; the screen stays, with a way back to its own. */
export function markElsewhere(): void {
  const { status, user } = useSession.getState();
  if (status === 'in') useSession.setState({ status: 'elsewhere', user }, true);
}

/** The screen is open, and waits for its person to come back. */
export const isAway = ({ status }: SessionState) => status === 'expired' || status === 'elsewhere';

/**
 * Resolves once the person whose screen is open is back above it; false for a sign-out, or when somebody else
 * has come.
 */
export function whenSessionReturns(): Promise<boolean> {
  const before = useSession.getState();
  const isBack = (now: SessionState) => now.status === 'in' && now.user === before.user;
  if (!isAway(before)) return Promise.resolve(isBack(before));
  return new Promise((resolve) => {
    const stop = useSession.subscribe((now) => {
      if (isAway(now)) return;
      stop();
      resolve(isBack(now));
    });
  });
}

/**
 * Ends the session; a failure is only logged (section 7: "success marks session expired; failure only
 * logged").
 */
export async function signOut(): Promise<boolean> {
  try {
    const response = await fetch('/session/logout', { credentials: 'same-origin' });
    if (!response.ok) throw new AskError('network', `Signing out answered HTTP ${response.status}`);
    useSession.setState({ status: 'out', user: 0, expired: false }, true);
    return true;
  } catch (error) {
    logFailure('session/logout', error);
    return false;
  }
}
