import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/tools/phone',
    title: 'QA Tool: test phones',
    load: () => import('./phones-page.tsx').then((module) => module.PhonesPage),
  },
  {
    path: '/char/format',
    title: 'Text styling',
    load: () => import('./char-format.tsx').then((module) => module.CharFormat),
  },
];
