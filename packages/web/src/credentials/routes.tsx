import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/account/credentials',
    title: 'Credentials Manager',
    load: () => import('./credentials-manager.tsx').then((module) => module.CredentialsManager),
  },
];
