/** Every call of the session API, by group. The server serves it, the browser asks by it, tests walk it. */
import { access, account } from './access.ts';
import { apiKeys } from './api-keys.ts';
import { apiSteps } from './api-steps.ts';
import { approvals } from './approvals.ts';
import { audit } from './audit.ts';
import { authenticator } from './authenticator.ts';
import { automata } from './automata.ts';
import { blastOutcomes } from './blast-outcomes.ts';
import { blasts } from './blasts.ts';
import { campaignFiles } from './campaign-files.ts';
import { campaigns, templates } from './campaigns.ts';
import { catchAll } from './catch-all.ts';
import { channels } from './channels.ts';
import { connections } from './connections.ts';
import { contacts } from './contacts.ts';
import { conversations } from './conversations.ts';
import { credentials } from './credentials.ts';
import { credits } from './credits.ts';
import { customEvents } from './custom-events.ts';
import { flow } from './flow.ts';
import { imports } from './imports.ts';
import { answers, inbox } from './inbox.ts';
import { keyword } from './keyword.ts';
import { links } from './links.ts';
import { lists } from './lists.ts';
import { passkeys } from './passkeys.ts';
import { policy } from './policy.ts';
import { preferencePage } from './preferences.ts';
import { rateLimit } from './rate-limit.ts';
import { references } from './references.ts';
import { reports, tiles } from './reports.ts';
import { retention } from './retention.ts';
import { segments } from './segments.ts';
import { signUpPages } from './sign-up.ts';
import { simulator } from './simulator.ts';
import { stepCounts } from './step-counts.ts';
import { suppression } from './suppression.ts';
import { system } from './system.ts';
import { tags } from './tags.ts';
import { talks } from './talks.ts';
import { sessions, team } from './team.ts';
import { unconfirmed } from './unconfirmed.ts';
import { webhooks } from './webhooks.ts';

export const calls = {
  access,
  account,
  team,
  sessions,
  authenticator,
  passkeys,
  campaigns,
  templates,
  campaignFiles,
  flow,
  talks,
  stepCounts,
  apiSteps,
  conversations,
  keyword,
  blast: blasts,
  approvals,
  delivery: { ...blastOutcomes, ...unconfirmed, ...rateLimit, ...credits },
  tags,
  lists,
  uses: references,
  members: contacts,
  segments,
  signUpPages,
  preferencePage,
  imports,
  automata,
  credentials,
  apiKeys,
  webhooks,
  customEvents,
  retention,
  channels,
  catchAll,
  connections,
  reports,
  tiles,
  links,
  audit,
  inbox,
  answers,
  optouts: suppression,
  gate: policy,
  simulator,
  system,
};
export type Calls = typeof calls;
