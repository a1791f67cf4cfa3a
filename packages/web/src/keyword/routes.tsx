import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/campaign/keyword/:CID?',
    title: wordings.shared.keywordControl,
    load: () => import('./keyword-control.tsx').then((module) => module.KeywordControl),
  },
];
