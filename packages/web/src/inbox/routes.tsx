import type { AppRoute } from '../app/route.ts';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/inbox/not-from-phones',
    title: wordings.routes.notFromPhones,
    load: () => import('./odd-texts.tsx').then((module) => module.OddTexts),
  },
  {
    path: '/inbox/:contact?',
    title: common.inbox,
    load: () => import('./inbox.tsx').then((module) => module.Inbox),
  },
];
