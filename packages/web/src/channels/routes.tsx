import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/channels',
    title: 'Channel Manager',
    load: () => import('./channel-manager.tsx').then((module) => module.ChannelManager),
  },
  {
    path: '/channels/settings/:SRID',
    title: 'Connection',
    load: () => import('./connection-settings.tsx').then((module) => module.ConnectionSettings),
  },
];
