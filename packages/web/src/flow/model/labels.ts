import type { StepType } from '@parley/engine/flow.ts';
import { common } from '../../kit/wordings.ts';
import { wordings } from './wordings.ts';

/** The specification's names of the step types (flows and lists, section 2). */
export const STEP_LABELS: Record<StepType, string> = {
  STATEMENT: common.message,
  ONESELECTION: wordings.labels.question,
  SHORTANSWER: wordings.labels.question,
  TRAILER: wordings.labels.finalMessage,
  API: wordings.labels.apiCall,
  CDF: common.tag,
  BRANCH: wordings.labels.rulesEngine,
  INTERVAL: wordings.labels.waitInterval,
  OPTIN: wordings.labels.captureOptIn,
  MMS: 'MMS',
  RESET: wordings.labels.dripMarketingResetLoopSecurity,
  AUX: wordings.labels.auxiliaryCampaignItem,
  BATCHCP: wordings.labels.switchContext,
  NOTIFY: wordings.labels.sendNotificationToList,
};
