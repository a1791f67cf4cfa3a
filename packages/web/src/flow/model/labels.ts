import type { StepType } from '@parley/engine/flow.ts';

/** The specification's names of the step types (flows and lists, section 2). */
export const STEP_LABELS: Record<StepType, string> = {
  STATEMENT: 'Message',
  ONESELECTION: 'Question',
  SHORTANSWER: 'Question',
  TRAILER: 'Final Message',
  API: 'API Call',
  CDF: 'Tag',
  BRANCH: 'Rules Engine',
  INTERVAL: 'Wait Interval',
  OPTIN: 'Capture Opt In',
  MMS: 'MMS',
  RESET: 'Drip Marketing Reset / Loop Security Reset',
  AUX: 'Auxiliary Campaign Item',
  BATCHCP: 'Switch Context',
  NOTIFY: 'Send Notification to List',
};
