import type { AppRoute } from '../app/route.ts';
import { common } from '../kit/wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/lists/import/:LID',
    title: common.importContacts,
    load: () => import('./import-contacts.tsx').then((module) => module.ImportContacts),
  },
];
