import type { ComponentType } from 'react';
import type { Params } from 'react-router';

/** One row of the route table. Features list theirs in `<feature>/routes.tsx`. */
export type AppRoute = {
  /** As in the specification, `:CID?` for an optional part. Matched without regard to case. */
  path: string;
  /** Names the screen in the command palette and while it loads. */
  title: string;
  /** `session` (default): signed-in people. `public-only`: signed-out people. `open`: both. */
  access?: 'session' | 'public-only' | 'open';
  /**
   * Loads the screen when it is first opened: `() => import('./tag-manager.tsx').then((m) => m.TagManager)`.
   */
  load: () => Promise<ComponentType>;
  /** Begins to read what the screen shows first, while its code is on the way. */
  prepare?: (params: Params) => void;
};
