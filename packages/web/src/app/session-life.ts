/** What follows when somebody signs in, signs out, or the server ends the session. */
import { handleExpired } from '../data/ask.ts';
import { startLive, stopLive } from '../data/live.ts';
import { logFailure } from '../data/log.ts';
import { storeFor } from '../data/persist.ts';
import { queryClient } from '../data/query-client.ts';
import { isSignedIn, isStillSignedIn, markExpired, useSession } from '../data/session.ts';
import { signInPath } from './guards.ts';
import { routeOf } from './route-table.ts';
import { router } from './router.tsx';

const askAgain = () => void queryClient.invalidateQueries();

/** Somebody is signed in: their stored choices and live connection, and none of the answers the person before them got. */
function begin(user: number): void {
  queryClient.clear();
  storeFor(user);
  startLive({ onReconnect: askAgain, onSignedOut: expire, onRefused: () => void expireIfOver() });
}

/** The session is over on the server. Unsaved text stays in the tab and returns with the screen after signing in. */
function expire(): void {
  if (!isSignedIn()) return;
  markExpired();
  const { pathname, search } = router.state.location;
  const needsSession = (routeOf(pathname)?.access ?? 'session') === 'session';
  if (needsSession)
    router.navigate(signInPath(pathname + search)).catch((error) => logFailure('sign in', error));
}

async function expireIfOver(): Promise<void> {
  try {
    if (!(await isStillSignedIn())) expire();
  } catch (error) {
    logFailure('live connection', error);
  }
}

/** Wires all of this up, once. */
export function watchSession(): void {
  handleExpired(expire);
  useSession.subscribe((now, before) => {
    if (now.status === 'in' && now.user !== before.user) begin(now.user);
    if (now.status === 'out') stopLive();
  });
}
