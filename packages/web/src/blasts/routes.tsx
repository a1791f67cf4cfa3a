import type { AppRoute } from '../app/route.ts';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/blast/:CID',
    title: wordings.shared.blastControl,
    load: () => import('./blast-page.tsx').then((module) => module.BlastPage),
  },
  {
    path: '/blast/:CID/live/:BLASTID',
    title: common.blast,
    load: () => import('./live-page.tsx').then((module) => module.LivePage),
  },
  {
    path: '/in-doubt',
    title: wordings.shared.unconfirmed,
    load: () => import('./unconfirmed-page.tsx').then((module) => module.UnconfirmedPage),
  },
];
