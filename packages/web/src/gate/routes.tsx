import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/lists/member/consent/:CID',
    title: 'Consent record',
    load: () => import('./consent-record.tsx').then((m) => m.ConsentRecord),
  },
];
