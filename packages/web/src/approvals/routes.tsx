import type { AppRoute } from '../app/route.ts';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/approvals',
    title: common.approvals,
    load: () => import('./approvals-page.tsx').then((module) => module.ApprovalsPage),
  },
  {
    path: '/approvals/:approvalId',
    title: wordings.page.title,
    load: () => import('./approval-page.tsx').then((module) => module.ApprovalPage),
  },
];
