import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/inbox/not-from-phones',
    title: 'Not from phones',
    load: () => import('./odd-texts.tsx').then((module) => module.OddTexts),
  },
  {
    path: '/inbox/:contact?',
    title: 'Inbox',
    load: () => import('./inbox.tsx').then((module) => module.Inbox),
  },
];
