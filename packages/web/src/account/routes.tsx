import type { AppRoute } from '../app/route.ts';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/welcome',
    title: wordings.shared.welcome,
    load: () => import('./welcome.tsx').then((module) => module.Welcome),
  },
  {
    path: '/quickstart',
    title: wordings.shared.quickStart,
    load: () => import('./quick-start.tsx').then((module) => module.QuickStart),
  },
  {
    path: '/account',
    title: common.myAccount,
    load: () => import('./my-account.tsx').then((module) => module.MyAccount),
  },
  {
    path: '/account/credits',
    title: common.credits,
    load: () => import('./ledger.tsx').then((module) => module.CreditsLedger),
  },
  {
    path: '/account/history',
    title: wordings.shared.history,
    load: () => import('./history.tsx').then((module) => module.HistoryPage),
  },
  {
    path: '/join/:invitation',
    title: wordings.shared.joinAnAccount,
    access: 'open',
    load: () => import('./join.tsx').then((module) => module.Join),
  },
  {
    path: '/newlook',
    title: wordings.routes.newLook,
    load: () => import('./new-look.tsx').then((module) => module.NewLook),
  },
];
