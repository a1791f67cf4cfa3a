import type { AppRoute } from '../app/route.ts';

export const routes: AppRoute[] = [
  {
    path: '/campaign/templates/:TEID?',
    title: 'Templates',
    load: () => import('./template-picker.tsx').then((module) => module.TemplatePicker),
  },
];
