import { common } from '../kit/wordings.ts';
import type { AppRoute } from './route.ts';
import { routeTable } from './route-table.ts';

const menus: AppRoute[] = [
  {
    path: '/campaignmenu',
    title: common.campaigns,
    load: () => import('./menus.tsx').then((module) => module.CampaignMenuPage),
  },
  {
    path: '/tools',
    title: common.tools,
    load: () => import('./menus.tsx').then((module) => module.ToolsMenuPage),
  },
];

/** Every address that has a screen. */
export const allRoutes: AppRoute[] = [...routeTable, ...menus];
