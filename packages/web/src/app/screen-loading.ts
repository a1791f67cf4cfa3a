/** Loading the code of a screen when it is first opened, and knowing why that fails. */
import { type ComponentType, createElement } from 'react';
import { restoreStyles } from './lost-styles.ts';
import type { AppRoute } from './route.ts';
import { wordings } from './wordings.ts';

/**
 * The code of a screen did not arrive. `updated`: this page is older than what the server has now, so a
 * reload helps.
 */
export class ScreenNotLoaded extends Error {
  readonly updated: boolean;
  constructor(updated: boolean, cause: unknown) {
    super(wordings.screenLoading.theCodeOfAScreen, { cause });
    this.name = 'ScreenNotLoaded';
    this.updated = updated;
  }
}

export type LoadedScreen = {
  /** Fetches the code once; a failure is tried anew with the next call. @throws ScreenNotLoaded */
  load: () => Promise<void>;
  /** Shows the screen; only after `load`. */
  Screen: ComponentType;
};

/**
 * A screen whose code comes with the route's loader. The router's own `lazy` leaves the page blank when it
 * fails: a route that is still lazy gets no error boundary.
 */
export function screenOf(load: AppRoute['load']): LoadedScreen {
  let loaded: ComponentType | null = null;
  return {
    async load() {
      if (loaded) return;
      try {
        await restoreStyles();
        loaded = await load();
      } catch (error) {
        throw new ScreenNotLoaded(await isOutdated(), error);
      }
    },
    Screen: () => loaded && createElement(loaded),
  };
}

/**
 * Whether the server's page names other scripts than those this page began with: a newer version has been put
 * in place.
 */
async function isOutdated(): Promise<boolean> {
  const ours = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  if (!ours) return false;
  try {
    const response = await fetch('/', { cache: 'no-store' });
    return response.ok && !(await response.text()).includes(ours);
  } catch {
    // The server cannot be reached at all: that is the reason then.
    return false;
  }
}
