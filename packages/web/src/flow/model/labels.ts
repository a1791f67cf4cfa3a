import type { StepType } from '@parley/engine/flow.ts';
import { wordings } from './wordings.ts';

/** The specification's names of the step types (flows and lists, section 2). */
export const STEP_LABELS: Record<StepType, string> = {
  STATEMENT: 'Message',
  ONESELECTION: 'Question',
  SHORTANSWER: 'Question',
  TRAILER: wordings.labels.finalMessage,
  API: wordings.labels.apiCall,
  CDF: 'Tag',
  BRANCH: wordings.labels.rulesEngine,
  INTERVAL: wordings.labels.waitInterval,
  OPTIN: wordings.labels.captureOptIn,
  MMS: 'MMS',
  RESET: wordings.labels.dripMarketingResetLoopSecurity,
  AUX: wordings.labels.auxiliaryCampaignItem,
  BATCHCP: wordings.labels.switchContext,
  NOTIFY: wordings.labels.sendNotificationToList,
};
