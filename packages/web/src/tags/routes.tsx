import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    // Matched without regard to case: /TagManager too.
    path: '/tagmanager',
    title: 'Tag Manager',
    load: () => import('./tag-manager.tsx').then((module) => module.TagManager),
  },
];
