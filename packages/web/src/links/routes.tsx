import type { AppRoute } from '../app/route.ts';
import { common } from '../kit/wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/links',
    title: common.shortLinks,
    load: () => import('./link-list.tsx').then((module) => module.LinkList),
  },
];
