import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/links',
    title: 'Short links',
    load: () => import('./link-list.tsx').then((module) => module.LinkList),
  },
];
