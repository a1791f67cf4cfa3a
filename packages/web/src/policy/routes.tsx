import type { AppRoute } from '../app/route.ts';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/lists/member/consent/:CID',
    title: wordings.shared.consentRecord,
    load: () => import('./consent-record.tsx').then((m) => m.ConsentRecord),
  },
  {
    path: '/channels/review',
    title: common.carrierReview,
    load: () => import('./carrier-review.tsx').then((m) => m.CarrierReview),
  },
];
