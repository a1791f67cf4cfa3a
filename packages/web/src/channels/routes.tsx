import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/channels',
    title: wordings.shared.channelManager,
    load: () => import('./channel-manager.tsx').then((module) => module.ChannelManager),
  },
  {
    path: '/channels/settings/:SRID',
    title: wordings.shared.connection,
    load: () => import('./connection-settings.tsx').then((module) => module.ConnectionSettings),
  },
];
