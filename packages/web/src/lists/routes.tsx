import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/lists',
    title: 'List Manager',
    load: () => import('./list-manager.tsx').then((module) => module.ListManager),
  },
];
