import type { Feature } from '../feature.ts';
import { startErasing } from './erasing.ts';
import { routes } from './routes.ts';

export { addMembers, ensureContacts, markOptedOut } from './store.ts';

export const feature: Feature = { routes, start: (services) => [startErasing(services)] };
