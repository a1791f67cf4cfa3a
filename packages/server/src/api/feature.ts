import type { Feature } from '../platform/feature.ts';
import { serveApiDocs } from './docs-page.ts';
import { serveApi } from './serve-api.ts';

export const feature: Feature = {
  async http(app, services) {
    await serveApi(app, services);
    serveApiDocs(app);
  },
};
