import type { AppRoute } from './route.ts';
import { routeTable } from './route-table.ts';

const menus: AppRoute[] = [
  {
    path: '/campaignmenu',
    title: 'Campaigns',
    load: () => import('./menus.tsx').then((module) => module.CampaignMenu),
  },
  { path: '/tools', title: 'Tools', load: () => import('./menus.tsx').then((module) => module.ToolsMenu) },
];

/** Every address that has a screen. */
export const allRoutes: AppRoute[] = [...routeTable, ...menus];
