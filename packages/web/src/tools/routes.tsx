import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/tools/phone',
    title: wordings.shared.qaTool,
    load: () => import('./phones-page.tsx').then((module) => module.PhonesPage),
  },
  {
    path: '/char/format',
    title: wordings.shared.textStyling,
    load: () => import('./char-format.tsx').then((module) => module.CharFormat),
  },
];
