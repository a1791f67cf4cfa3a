import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/lists/members/:LID?',
    title: wordings.shared.listMembers,
    load: () => import('./list-members.tsx').then((module) => module.ListMembers),
  },
  {
    path: '/lists/member/details/:LID?/:CID?',
    title: wordings.shared.memberDetails,
    load: () => import('./contact-details.tsx').then((module) => module.ContactDetails),
  },
];
