import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/campaign/editor/:CID?/:TID?/:TEID?',
    title: 'Flow Editor',
    load: () => import('./editor/flow-editor.tsx').then((module) => module.FlowEditor),
  },
  {
    path: '/campaign/edit/:CID?/:TID?/:TEID?',
    title: 'Guided Configuration',
    load: () => import('./guided/guided.tsx').then((module) => module.GuidedConfiguration),
  },
];
