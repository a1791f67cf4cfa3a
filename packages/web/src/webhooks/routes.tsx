import type { AppRoute } from '../app/route.ts';
import { wordings } from './wordings.ts';

export const routes: AppRoute[] = [
  {
    path: '/account/webhooks',
    title: wordings.shared.webhooks,
    load: () => import('./webhook-manager.tsx').then((module) => module.WebhookManager),
  },
  {
    path: '/account/webhooks/edit/:WHID?',
    title: wordings.shared.webhook,
    load: () => import('./webhook-editor.tsx').then((module) => module.WebhookEditor),
  },
];
