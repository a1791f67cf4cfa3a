import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/char/format',
    title: wordings.routes.textStyling,
    load: () => import('./styling-tool.tsx').then((module) => module.StylingTool),
  },
];
