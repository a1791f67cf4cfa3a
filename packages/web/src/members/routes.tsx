import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/lists/members/:LID?',
    title: 'List Members',
    load: () => import('./list-members.tsx').then((module) => module.ListMembers),
  },
  {
    path: '/lists/member/details/:LID?/:CID?',
    title: 'Member Details',
    load: () => import('./member-details.tsx').then((module) => module.MemberDetails),
  },
];
