import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/segments',
    title: wordings.shared.segments,
    load: () => import('./segment-manager.tsx').then((module) => module.SegmentManager),
  },
  {
    path: '/segments/edit/:SID?',
    title: wordings.segmentEditor.segment,
    load: () => import('./segment-editor.tsx').then((module) => module.SegmentEditor),
  },
];
