import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/campaign/templates/:TEID?',
    title: wordings.routes.templates,
    load: () => import('./template-picker.tsx').then((module) => module.TemplatePicker),
  },
];
