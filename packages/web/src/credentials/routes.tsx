import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/account/credentials',
    title: wordings.shared.credentialsManager,
    load: () => import('./credentials-manager.tsx').then((module) => module.CredentialsManager),
  },
];
