/**
 * The machine call that starts a campaign for one number (flows-and-lists, section 7 "API trigger URL";
 * domain.md, "Calls").
 */

export const TRIGGER_PATH = '/api/v1/triggerSMS';

/** The names of its fields; further fields become tokens of the conversation. */
export const TRIGGER_FIELDS = {
  phone: 'inpContactString',
  campaign: 'inpBatchId',
  accessKey: 'inpUserName',
  secretKey: 'inpPassword',
} as const;
