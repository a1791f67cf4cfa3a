/**
 * What follows when somebody signs in, signs out, or the session ends: here, on the server or in another tab.
 */
import { keepSession, showAccount } from '../data/ask.ts';
import { startLive, stopLive } from '../data/live.ts';
import { logFailure } from '../data/log.ts';
import { storeFor } from '../data/persist.ts';
import { queryClient } from '../data/query-client.ts';
import {
  checkLogin,
  isAway,
  isSignedIn,
  isStillSignedIn,
  markElsewhere,
  markExpired,
  type SessionState,
  useSession,
  whenSessionReturns,
} from '../data/session.ts';
import { hasUnsentText, watchTyping } from '../data/typed.ts';
import { dropUnsaved } from '../data/unsaved.ts';
import { saveAgain } from '../data/use-save.ts';
import { afterSignIn, signInPath } from './guards.ts';
import { routeOf } from './route-table.ts';
import { router } from './router.tsx';

/** Tells the other tabs of this browser who is signed in now. */
const tabs = new BroadcastChannel('parley-session');

const askAgain = () => void queryClient.invalidateQueries();
const goTo = (path: string) => void router.navigate(path).catch((error: unknown) => logFailure(path, error));

/** The access rule of the open screen. */
const accessHere = () => routeOf(router.state.location.pathname)?.access ?? 'session';

function goLive(): void {
  startLive({
    onReconnect: askAgain,
    onSignedOut: () => void goOnOrExpire(),
    onRefused: () => void expireIfOver(),
  });
}

/**
 * Somebody is signed in: their stored choices and live connection, and none of the answers the person before
 * them got.
 */
function begin(user: number): void {
  showAccount(null);
  queryClient.clear();
  storeFor(user);
  goLive();
}

/**
 * The same person is back above the open screen: what could not be saved is sent, what is shown is asked
 * again.
 */
function resume(): void {
  goLive();
  saveAgain();
  askAgain();
}

/**
 * The session is over on the server. A screen with unsent text, or where something was pressed that is not
 * done yet, stays with a way to sign in above it; any other leads to /signin.
 */
function expire(): void {
  if (!isSignedIn()) return;
  const needsSession = accessHere() === 'session';
  const keepScreen = needsSession && (hasUnsentText() || queryClient.isMutating() > 0);
  markExpired(keepScreen);
  const { pathname, search } = router.state.location;
  if (needsSession && !keepScreen) goTo(signInPath(pathname + search));
}

async function expireIfOver(): Promise<void> {
  try {
    if (!(await isStillSignedIn())) expire();
  } catch (error) {
    logFailure('live connection', error);
  }
}

/**
 * The session of the live connection is over. Another tab may have opened a new one, or works in another
 * account now: this one goes on with it.
 */
async function goOnOrExpire(): Promise<void> {
  await expireIfOver();
  if (!isSignedIn()) return;
  goLive();
  askAgain();
}

/** Another tab has signed in or out: the cookie is the same for all, so this one follows. */
async function followTab(user: number): Promise<void> {
  if (user === useSession.getState().user) return resumeIfExpired();
  if (user === 0) return expire();
  await checkLogin();
  if (!isSignedIn()) return;
  if (accessHere() === 'public-only') goTo(afterSignIn(router.state.location.search));
}

async function resumeIfExpired(): Promise<void> {
  if (useSession.getState().status === 'expired') await checkLogin();
}

function follow(now: SessionState, before: SessionState): void {
  if (now.status === before.status && now.user === before.user) return;
  if (now.status === 'in') {
    if (now.user === before.user) resume();
    else begin(now.user);
    // The open screen belongs to somebody else.
    if (before.user !== 0 && now.user !== before.user) {
      dropUnsaved();
      location.assign('/welcome');
    }
  } else stopLive();
  if (before.status !== 'unknown' && !isAway(now)) tabs.postMessage(now.user);
}

/** Dialogs of the screen below close on Escape; while somebody signs in above them they must not. */
function holdEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && isAway(useSession.getState())) event.stopImmediatePropagation();
}

/** Wires all of this up, once, before the first screen listens to any key. */
export function watchSession(): void {
  keepSession({
    onLost: (how) => (how === 'other-account' ? markElsewhere() : expire()),
    whenSessionReturns,
  });
  watchTyping();
  window.addEventListener('keydown', holdEscape, true);
  useSession.subscribe(follow);
  tabs.addEventListener('message', ({ data }: MessageEvent<number>) => {
    followTab(data).catch((error: unknown) => logFailure('session of another tab', error));
  });
}
