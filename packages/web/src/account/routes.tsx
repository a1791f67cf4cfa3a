import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/welcome',
    title: 'Welcome',
    load: () => import('./welcome.tsx').then((module) => module.Welcome),
  },
  {
    path: '/quickstart',
    title: 'Quick Start',
    load: () => import('./quick-start.tsx').then((module) => module.QuickStart),
  },
  {
    path: '/account',
    title: 'My Account',
    load: () => import('./my-account.tsx').then((module) => module.MyAccount),
  },
  {
    path: '/account/credits',
    title: 'Credits',
    load: () => import('./ledger.tsx').then((module) => module.CreditsLedger),
  },
  {
    path: '/account/history',
    title: 'History',
    load: () => import('./history.tsx').then((module) => module.History),
  },
  {
    path: '/join/:invitation',
    title: 'Join an account',
    access: 'open',
    load: () => import('./join.tsx').then((module) => module.Join),
  },
  {
    path: '/newlook',
    title: 'New look',
    load: () => import('./new-look.tsx').then((module) => module.NewLook),
  },
];
