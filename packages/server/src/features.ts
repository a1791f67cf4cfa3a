import { feature as access } from './access/index.ts';
import { feature as account } from './account/index.ts';
import { feature as audit } from './audit/index.ts';
import { feature as automata } from './automata/index.ts';
import { feature as blast } from './blast/index.ts';
import { feature as campaigns } from './campaigns/index.ts';
import { feature as carriers } from './carriers/index.ts';
import { feature as channels } from './channels/index.ts';
import { feature as conversation } from './conversation/index.ts';
import { feature as credentials } from './credentials/index.ts';
import { feature as delivery } from './delivery/index.ts';
import type { Feature } from './feature.ts';
import { feature as flow } from './flow/index.ts';
import { feature as gate } from './gate/index.ts';
import { feature as imports } from './imports/index.ts';
import { feature as inbox } from './inbox/index.ts';
import { feature as keyword } from './keyword/index.ts';
import { feature as links } from './links/index.ts';
import { feature as lists } from './lists/index.ts';
import { feature as members } from './members/index.ts';
import { feature as optouts } from './optouts/index.ts';
import { feature as reports } from './reports/index.ts';
import { feature as simulator } from './simulator/index.ts';
import { feature as tags } from './tags/index.ts';
import { feature as templates } from './templates/index.ts';
import { feature as trigger } from './trigger/index.ts';
import { feature as uses } from './uses/index.ts';

/** Every feature of the server. Background work starts in this order and stops in the reverse one. */
export const features: readonly Feature[] = [
  access,
  account,
  audit,
  channels,
  credentials,
  tags,
  lists,
  members,
  imports,
  campaigns,
  templates,
  flow,
  keyword,
  carriers,
  delivery,
  gate,
  optouts,
  conversation,
  links,
  blast,
  automata,
  uses,
  trigger,
  inbox,
  simulator,
  reports,
];
