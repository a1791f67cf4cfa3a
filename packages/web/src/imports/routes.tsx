import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/lists/import/:LID',
    title: 'Import Contacts',
    load: () => import('./import-contacts.tsx').then((module) => module.ImportContacts),
  },
];
