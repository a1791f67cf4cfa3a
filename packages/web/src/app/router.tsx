import { createBrowserRouter, type RouteObject } from 'react-router';
import { sessionKnown, useSession } from '../data/session.ts';
import { allRoutes } from './all-routes.ts';
import { guard } from './guards.ts';
import { NotFound } from './not-found.tsx';
import type { AppRoute } from './route.ts';
import { RouteFailed } from './route-failed.tsx';
import { screenOf } from './screen-loading.ts';
import { Shell } from './shell.tsx';
import { Splash } from './splash.tsx';

function routeObject(row: AppRoute): RouteObject {
  const { load, Screen } = screenOf(row.load);
  return {
    path: row.path,
    loader: async ({ request, params }) => {
      const loading = load();
      // Its failure is looked at below, unless the guard leads elsewhere.
      loading.catch(() => undefined);
      const elsewhere = await guard(row.access, new URL(request.url));
      if (elsewhere) return elsewhere;
      row.prepare?.(params);
      await loading;
      return null;
    },
    Component: Screen,
    // The guard looks at the session alone: a changed search or tab in the URL is no reason to run it again.
    // Once somebody is signed out it is, or such a change could overtake the way to the sign-in page.
    shouldRevalidate: ({ currentUrl, nextUrl }) =>
      currentUrl.pathname !== nextUrl.pathname || useSession.getState().status === 'out',
    ErrorBoundary: RouteFailed,
  };
}

export const router = createBrowserRouter([
  {
    Component: Shell,
    HydrateFallback: Splash,
    ErrorBoundary: RouteFailed,
    children: [...allRoutes.map(routeObject), { path: '*', loader: sessionKnown, Component: NotFound }],
  },
]);

/** `#/campaign/editor/17`, as older links have it, means the path behind the hash. */
export function pathInHash(hash: string): string | null {
  return hash.startsWith('#/') && !hash.startsWith('#//') ? hash.slice(1) : null;
}
