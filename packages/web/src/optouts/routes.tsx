import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  { path: '/optouts', title: 'Opt-outs', load: () => import('./opt-out-list.tsx').then((m) => m.OptOutList) },
  {
    path: '/optouts/review',
    title: 'Opt-outs to review',
    load: () => import('./review-list.tsx').then((m) => m.ReviewList),
  },
  {
    path: '/optouts/muted',
    title: 'Muted conversations',
    load: () => import('./muted-list.tsx').then((m) => m.MutedList),
  },
];
