import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/inbox/:contact?',
    title: 'Inbox',
    load: () => import('./inbox.tsx').then((module) => module.Inbox),
  },
];
