import type { AppRoute } from '../app/route.ts';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/optouts',
    title: common.optOuts,
    load: () => import('./opt-out-list.tsx').then((m) => m.OptOutList),
  },
  {
    path: '/optouts/review',
    title: wordings.shared.optOutsToReview,
    load: () => import('./review-list.tsx').then((m) => m.ReviewList),
  },
  {
    path: '/optouts/muted',
    title: wordings.shared.mutedConversations,
    load: () => import('./muted-list.tsx').then((m) => m.MutedList),
  },
];
