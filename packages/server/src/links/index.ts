import { calls } from '@parley/contract';
import type { Feature } from '../feature.ts';
import { routesOf } from '../platform/http/handler.ts';
import { serveShortLinks } from './redirect.ts';
import { linkHandlers } from './routes.ts';

export { channelFacts, linkBase, TEXT_ONLY } from './channel-facts.ts';
export { recountClicks } from './clicks.ts';
export { issueShortLinks } from './issue.ts';

export const feature: Feature = { routes: routesOf(calls.links, linkHandlers), http: serveShortLinks };
