import type { AppRoute } from '../app/route.ts';
import { common } from '../kit/wordings.ts';
import { flowParams } from './params.ts';
import { readEarly } from './store/early-steps.ts';

const prepare: AppRoute['prepare'] = (params) => {
  const { campaign, isTemplate } = flowParams(params);
  readEarly(campaign, isTemplate);
};

export const routes: AppRoute[] = [
  {
    path: '/campaign/editor/:CID?/:TID?/:TEID?',
    title: common.flowEditor,
    load: () => import('./editor/flow-editor.tsx').then((module) => module.FlowEditor),
    prepare,
  },
  {
    path: '/campaign/edit/:CID?/:TID?/:TEID?',
    title: common.guidedConfiguration,
    load: () => import('./guided/guided.tsx').then((module) => module.GuidedConfiguration),
    prepare,
  },
];
