/**
 * Who may open what: signed-out people are sent to sign in and back, signed-in people away from the sign-in
 * pages.
 */
import { redirect, replace } from 'react-router';
import { isSignedIn, sessionKnown } from '../data/session.ts';
import type { AppRoute } from './route.ts';

const HOME = '/welcome';

/** A path of this origin from a `rdx` parameter, else null: nobody is led to another site. */
export function safePath(rdx: string | null): string | null {
  if (!rdx?.startsWith('/')) return null;
  const target = URL.parse(rdx, location.origin);
  return target?.origin === location.origin ? target.pathname + target.search + target.hash : null;
}

/** Where a person goes after signing in. */
export function afterSignIn(search: string): string {
  return safePath(new URLSearchParams(search).get('rdx')) ?? HOME;
}

/** The sign-in page that leads back to `path` (path and query). */
export function signInPath(path: string): string {
  return `/signin?${new URLSearchParams({ rdx: path })}`;
}

/**
 * Leads to `path` instead of `url`. When the browser stands at `url` already (typed, reloaded, Back), its
 * entry of the history is replaced: otherwise Back would come to it again, be led here again, and never
 * leave.
 */
function leadTo(path: string, url: URL): Response {
  const isHere = location.pathname === url.pathname && location.search === url.search;
  return isHere ? replace(path) : redirect(path);
}

/**
 * Runs before a screen opens; answers a redirect or null. Throws when the login check cannot reach the
 * server.
 */
export async function guard(access: AppRoute['access'], url: URL): Promise<Response | null> {
  await sessionKnown();
  if (access === 'open') return null;
  if (access === 'public-only') return isSignedIn() ? leadTo(afterSignIn(url.search), url) : null;
  return isSignedIn() ? null : leadTo(signInPath(url.pathname + url.search), url);
}
