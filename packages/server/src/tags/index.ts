import type { Feature } from '../feature.ts';
import { routes } from './routes.ts';

export { knownAs } from './known-as.ts';
export { listTags, type Tag, tagsByName } from './store.ts';

export const feature: Feature = { routes };
