import { feature as access } from './access/feature.ts';
import { feature as api } from './api/feature.ts';
import { feature as trigger } from './api-trigger/feature.ts';
import { feature as approvals } from './approvals/feature.ts';
import { feature as audit } from './audit/feature.ts';
import { feature as automata } from './automata/feature.ts';
import { feature as blasts } from './blasts/feature.ts';
import { feature as campaignFiles } from './campaign-files/feature.ts';
import { feature as campaigns } from './campaigns/feature.ts';
import { feature as carriers } from './carriers/feature.ts';
import { feature as catchAll } from './catch-all/feature.ts';
import { feature as channels } from './channels/feature.ts';
import { feature as contacts } from './contacts/feature.ts';
import { feature as conversation } from './conversation/feature.ts';
import { feature as credentials } from './credentials/feature.ts';
import { feature as credits } from './credits/feature.ts';
import { feature as customEvents } from './custom-events/feature.ts';
import { feature as doubleOptIn } from './double-opt-in/feature.ts';
import { feature as events } from './events/feature.ts';
import { feature as feed } from './feed/feature.ts';
import { feature as flow } from './flow/feature.ts';
import { feature as home } from './home/feature.ts';
import { feature as imports } from './imports/feature.ts';
import { feature as inbox } from './inbox/feature.ts';
import { feature as links } from './links/feature.ts';
import { feature as lists } from './lists/feature.ts';
import { feature as manage } from './manage/feature.ts';
import { feature as messages } from './messages/feature.ts';
import { feature as passkeys } from './passkeys/feature.ts';
import type { Feature } from './platform/feature.ts';
import { feature as policy } from './policy/feature.ts';
import { feature as preferences } from './preferences/feature.ts';
import { feature as references } from './references/feature.ts';
import { feature as reports } from './reports/feature.ts';
import { feature as retention } from './retention/feature.ts';
import { feature as segments } from './segments/feature.ts';
import { feature as sending } from './sending/feature.ts';
import { feature as signUp } from './sign-up/feature.ts';
import { feature as simulator } from './simulator/feature.ts';
import { feature as stepCounts } from './step-counts/feature.ts';
import { feature as suppression } from './suppression/feature.ts';
import { feature as tags } from './tags/feature.ts';
import { feature as talks } from './talks/feature.ts';
import { feature as watch } from './watch/feature.ts';
import { feature as webhooks } from './webhooks/feature.ts';

/**
 * Every feature of the server, from the bottom to the top (dev/tidy/order.ts). Background work starts in this
 * order and stops in the reverse one.
 */
export const features: readonly Feature[] = [
  audit,
  retention,
  credits,
  feed,
  tags,
  lists,
  contacts,
  events,
  customEvents,
  policy,
  suppression,
  carriers,
  channels,
  links,
  talks,
  flow,
  campaigns,
  campaignFiles,
  catchAll,
  messages,
  doubleOptIn,
  signUp,
  preferences,
  conversation,
  segments,
  stepCounts,
  blasts,
  sending,
  approvals,
  access,
  passkeys,
  credentials,
  trigger,
  simulator,
  inbox,
  automata,
  webhooks,
  references,
  reports,
  imports,
  api,
  home,
  watch,
  manage,
];

for (const { hooks = [] } of features) for (const wire of hooks) wire();
