import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/lists',
    title: wordings.shared.listManager,
    load: () => import('./list-manager.tsx').then((module) => module.ListManager),
  },
];
