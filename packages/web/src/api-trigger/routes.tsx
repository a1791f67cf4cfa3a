import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/campaign/api/:CID?',
    title: wordings.shared.apiBuilder,
    load: () => import('./api-page.tsx').then((module) => module.ApiPage),
  },
];
