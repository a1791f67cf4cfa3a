import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/account/preferences',
    title: wordings.shared.preferencePage,
    load: () => import('./preference-editor.tsx').then((module) => module.PreferenceEditor),
  },
];
