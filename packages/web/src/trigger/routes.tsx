import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/campaign/api/:CID?',
    title: 'API Builder',
    load: () => import('./api-page.tsx').then((module) => module.ApiPage),
  },
];
