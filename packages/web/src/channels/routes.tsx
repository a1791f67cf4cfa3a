import type { AppRoute } from '../app/route.ts';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/channels',
    title: common.channelManager,
    load: () => import('./channel-manager.tsx').then((module) => module.ChannelManager),
  },
  {
    path: '/channels/settings/:SRID',
    title: wordings.shared.connection,
    load: () => import('./connection-settings.tsx').then((module) => module.ConnectionSettings),
  },
];
