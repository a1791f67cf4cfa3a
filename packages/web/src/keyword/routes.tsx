import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/campaign/keyword/:CID?',
    title: 'Keyword Control',
    load: () => import('./keyword-control.tsx').then((module) => module.KeywordControl),
  },
];
