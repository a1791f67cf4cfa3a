import type { AppRoute } from '../app/route.ts';
import { common } from '../kit/wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/lists/signup/:LID',
    title: common.signUpPage,
    load: () => import('./page-editor.tsx').then((module) => module.PageEditor),
  },
];
