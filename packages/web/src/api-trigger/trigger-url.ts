/** The address that starts a campaign for one number, for another program to call. */
import { TRIGGER_FIELDS, TRIGGER_PATH } from '@parley/contract';

/** Shown until the person types a number; of the range that belongs to nobody. */
export const SAMPLE_PHONE = '2125550100';
/** Stands where the first credentials would. */
export const NO_KEY = '0000000000000000';

export type Trigger = {
  origin: string;
  campaign: number;
  phone: string;
  accessKey: string;
  secretKey: string;
};

/** All in the query, as the specification has it: number, campaign, and the pair of keys. */
export function triggerUrl({ origin, campaign, phone, accessKey, secretKey }: Trigger): string {
  const fields = [
    [TRIGGER_FIELDS.phone, phone],
    [TRIGGER_FIELDS.campaign, String(campaign)],
    [TRIGGER_FIELDS.accessKey, accessKey],
    [TRIGGER_FIELDS.secretKey, secretKey],
  ];
  const query = fields.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&');
  return `${origin}${TRIGGER_PATH}?${query}`;
}

/** The same call with the keys in the header, where they do not end up in logs. */
export function triggerCurl({ origin, campaign, phone, accessKey, secretKey }: Trigger): string {
  return [
    `curl ${quoted(origin + TRIGGER_PATH)}`,
    `--user ${quoted(`${accessKey}:${secretKey}`)}`,
    `--data-urlencode ${quoted(`${TRIGGER_FIELDS.phone}=${phone}`)}`,
    `--data-urlencode ${quoted(`${TRIGGER_FIELDS.campaign}=${campaign}`)}`,
  ].join(' \\\n  ');
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
