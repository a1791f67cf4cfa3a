import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/account/system',
    title: wordings.system.title,
    load: () => import('./system-page.tsx').then((module) => module.SystemPage),
  },
];
