import type { StepType } from '@parley/engine/flow.ts';
import { common } from '../../kit/wordings.ts';
import { wordings } from './wordings.ts';

/** The specification's names of the step types (flows and lists, section 2). */
export const STEP_LABELS: Record<StepType, string> = {
  message: common.message,
  'choice-question': wordings.labels.question,
  'open-question': wordings.labels.question,
  'final-message': wordings.labels.finalMessage,
  'api-call': wordings.labels.apiCall,
  tag: common.tag,
  branch: wordings.labels.rulesEngine,
  wait: wordings.labels.waitInterval,
  'opt-in': wordings.labels.captureOptIn,
  mms: wordings.labels.mms,
  'drip-reset': wordings.labels.dripMarketingResetLoopSecurity,
  auxiliary: wordings.labels.auxiliaryCampaignItem,
  switch: wordings.labels.switchContext,
  notification: wordings.labels.sendNotificationToList,
};
