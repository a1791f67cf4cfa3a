import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/automata/manager',
    title: 'Automata Manager',
    load: () => import('./automata-manager.tsx').then((module) => module.AutomataManager),
  },
  {
    path: '/automata/editor/:AID?',
    title: 'Automata Editor',
    load: () => import('./automata-editor.tsx').then((module) => module.AutomataEditor),
  },
  {
    path: '/automata/calendar',
    title: 'Calendar',
    load: () => import('./calendar.tsx').then((module) => module.Calendar),
  },
];
