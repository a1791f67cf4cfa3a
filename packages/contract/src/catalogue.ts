/** Every call of the session API, by group. The server serves it, the browser asks by it, tests walk it. */
import { access, account } from './access.ts';
import { audit } from './audit.ts';
import { automata } from './automata.ts';
import { blast } from './blast.ts';
import { campaigns, templates } from './campaigns.ts';
import { channels, credentials } from './channels.ts';
import { connections } from './connections.ts';
import { delivery } from './delivery.ts';
import { flow } from './flow.ts';
import { gate } from './gate.ts';
import { imports } from './imports.ts';
import { answers, inbox, simulator } from './inbox.ts';
import { keyword } from './keyword.ts';
import { links } from './links.ts';
import { lists, members } from './lists.ts';
import { optouts } from './optouts.ts';
import { reports, tiles } from './reports.ts';
import { tags } from './tags.ts';
import { sessions, team } from './team.ts';
import { uses } from './uses.ts';

export const calls = {
  access,
  account,
  team,
  sessions,
  campaigns,
  templates,
  flow,
  keyword,
  blast,
  delivery,
  tags,
  lists,
  uses,
  members,
  imports,
  automata,
  credentials,
  channels,
  connections,
  reports,
  tiles,
  links,
  audit,
  inbox,
  answers,
  optouts,
  gate,
  simulator,
};
export type Calls = typeof calls;
