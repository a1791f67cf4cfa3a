import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

const screens = () => import('./report-pages.tsx');

export const routes: AppRoute[] = [
  {
    path: '/report',
    title: wordings.shared.reportList,
    load: () => import('./report-list.tsx').then((module) => module.ReportList),
  },
  {
    path: '/report-builder/:secret?',
    title: wordings.routes.reportBuilder,
    load: () => screens().then((module) => module.BuilderPage),
  },
  {
    path: '/report/custom/:reportId',
    title: wordings.shared.report,
    load: () => screens().then((module) => module.CustomPage),
  },
  {
    path: '/report/template/:reportId/:defaultDatapointId',
    title: wordings.shared.report,
    load: () => screens().then((module) => module.TemplatePage),
  },
];
