import type { AppRoute } from '../app/route.ts';
import { common } from '../kit/wordings.ts';

export const routes: AppRoute[] = [
  {
    // Matched without regard to case: /TagManager too.
    path: '/tagmanager',
    title: common.tagManager,
    load: () => import('./tag-manager.tsx').then((module) => module.TagManager),
  },
];
