/**
 * The route table of all features. The menus, which look up here what they may link to, are added in
 * all-routes.ts.
 */
import { matchPath } from 'react-router';
import { routes as access } from '../access/routes.tsx';
import { routes as account } from '../account/routes.tsx';
import { routes as apiTrigger } from '../api-trigger/routes.tsx';
import { routes as approvals } from '../approvals/routes.tsx';
import { routes as automata } from '../automata/routes.tsx';
import { routes as blasts } from '../blasts/routes.tsx';
import { routes as campaignFiles } from '../campaign-files/routes.tsx';
import { routes as campaigns } from '../campaigns/routes.tsx';
import { routes as channels } from '../channels/routes.tsx';
import { routes as contacts } from '../contacts/routes.tsx';
import { routes as credentials } from '../credentials/routes.tsx';
import { routes as flow } from '../flow/routes.tsx';
import { routes as imports } from '../imports/routes.tsx';
import { routes as inbox } from '../inbox/routes.tsx';
import { routes as keyword } from '../keyword/routes.tsx';
import { routes as links } from '../links/routes.tsx';
import { routes as lists } from '../lists/routes.tsx';
import { routes as policy } from '../policy/routes.tsx';
import { routes as preferences } from '../preferences/routes.tsx';
import { routes as reports } from '../reports/routes.tsx';
import { routes as segments } from '../segments/routes.tsx';
import { routes as signUp } from '../sign-up/routes.tsx';
import { routes as simulator } from '../simulator/routes.tsx';
import { routes as suppression } from '../suppression/routes.tsx';
import { routes as system } from '../system/routes.tsx';
import { routes as tags } from '../tags/routes.tsx';
import { routes as templates } from '../templates/routes.tsx';
import { routes as textStyling } from '../text-styling/routes.tsx';
import { routes as webhooks } from '../webhooks/routes.tsx';
import type { AppRoute } from './route.ts';

export const routeTable: AppRoute[] = [
  access,
  account,
  campaigns,
  campaignFiles,
  templates,
  flow,
  keyword,
  apiTrigger,
  approvals,
  blasts,
  tags,
  links,
  lists,
  preferences,
  signUp,
  segments,
  contacts,
  imports,
  suppression,
  policy,
  automata,
  credentials,
  webhooks,
  channels,
  reports,
  simulator,
  textStyling,
  inbox,
  system,
].flat();

/** The row that serves a path; undefined when no feature has a screen there. */
export function routeOf(pathname: string): AppRoute | undefined {
  return routeTable.find((route) => matchPath(route.path, pathname) !== null);
}
