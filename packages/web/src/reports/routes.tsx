import type { AppRoute } from '../app/route.ts';

const screens = () => import('./report-pages.tsx');

export const routes: AppRoute[] = [
  {
    path: '/report',
    title: 'Report List',
    load: () => import('./report-list.tsx').then((module) => module.ReportList),
  },
  {
    path: '/report-builder/:secret?',
    title: 'Report builder',
    load: () => screens().then((module) => module.BuilderPage),
  },
  {
    path: '/report/custom/:reportId',
    title: 'Report',
    load: () => screens().then((module) => module.CustomPage),
  },
  {
    path: '/report/template/:reportId/:defaultDatapointId',
    title: 'Report',
    load: () => screens().then((module) => module.TemplatePage),
  },
];
