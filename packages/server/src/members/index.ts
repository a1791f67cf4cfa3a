import type { Feature } from '../feature.ts';
import { routes } from './routes.ts';

export { addMembers, ensureContacts, markOptedOut } from './store.ts';

export const feature: Feature = { routes };
