import type { AppRoute } from '../app/route.ts';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/automata/manager',
    title: wordings.shared.automataManager,
    load: () => import('./automata-manager.tsx').then((module) => module.AutomataManager),
  },
  {
    path: '/automata/editor/:AID?',
    title: wordings.shared.automataEditor,
    load: () => import('./automata-editor.tsx').then((module) => module.AutomataEditor),
  },
  {
    path: '/automata/history/:AID',
    title: wordings.starts.title,
    load: () => import('./automata-starts.tsx').then((module) => module.AutomataStarts),
  },
  {
    path: '/automata/calendar',
    title: common.calendar,
    load: () => import('./calendar.tsx').then((module) => module.Calendar),
  },
];
