import type { AppRoute } from '../app/route.ts';
import { common } from '../kit/wordings.ts';

const load = () => import('./campaign-list.tsx').then((module) => module.CampaignList);

export const routes: AppRoute[] = [
  { path: '/', title: common.campaigns, load },
  { path: '/campaign/list', title: common.campaigns, load },
  { path: '/campaign/manage', title: common.campaigns, load },
];
