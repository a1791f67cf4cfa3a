import type { AppRoute } from '../app/route.ts';

const load = () => import('./campaign-list.tsx').then((module) => module.CampaignList);

export const routes: AppRoute[] = [
  { path: '/', title: 'Campaigns', load },
  { path: '/campaign/list', title: 'Campaigns', load },
  { path: '/campaign/manage', title: 'Campaigns', load },
];
