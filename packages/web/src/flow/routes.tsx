import type { AppRoute } from '../app/route.ts';
import { common } from '../kit/wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/campaign/editor/:CID?/:TID?/:TEID?',
    title: common.flowEditor,
    load: () => import('./editor/flow-editor.tsx').then((module) => module.FlowEditor),
  },
  {
    path: '/campaign/edit/:CID?/:TID?/:TEID?',
    title: common.guidedConfiguration,
    load: () => import('./guided/guided.tsx').then((module) => module.GuidedConfiguration),
  },
];
