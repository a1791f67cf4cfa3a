import { filesForgotten, personalData, valuesSaid } from '../contacts/index.ts';
import type { Feature } from '../platform/feature.ts';
import { on } from '../platform/hook.ts';
import { forgetInUploads } from './erase-uploads.ts';
import { startImports } from './jobs.ts';
import { importsData } from './personal-data.ts';
import { routes } from './routes.ts';
import { keepFromImports } from './said-since.ts';

export const feature: Feature = {
  hooks: [
    on(valuesSaid, keepFromImports),
    on(filesForgotten, forgetInUploads),
    on(personalData, importsData),
  ],
  routes,
  start: startImports,
};
