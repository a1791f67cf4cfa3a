import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/blast/:CID',
    title: 'Blast Control',
    load: () => import('./blast-page.tsx').then((module) => module.BlastPage),
  },
  {
    path: '/blast/:CID/live/:BLASTID',
    title: 'Blast',
    load: () => import('./live-page.tsx').then((module) => module.LivePage),
  },
  {
    path: '/in-doubt',
    title: 'In doubt',
    load: () => import('./in-doubt-page.tsx').then((module) => module.InDoubtPage),
  },
];
