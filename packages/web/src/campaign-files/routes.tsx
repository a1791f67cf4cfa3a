import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/campaign/import',
    title: wordings.title,
    load: () => import('./import-campaigns.tsx').then((module) => module.ImportCampaigns),
  },
];
