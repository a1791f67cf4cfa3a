import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/tools/phone',
    title: wordings.routes.qaTool,
    load: () => import('./phones-page.tsx').then((module) => module.PhonesPage),
  },
];
