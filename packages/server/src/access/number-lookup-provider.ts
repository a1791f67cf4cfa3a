/**
 * A look-up provider over HTTP in the manner of Twilio Lookup v2: who carries a number today, also after
 * porting.
 */
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import type { Log } from '../platform/log.ts';

/** Where the provider answers, and as whom we ask. */
export type LookupProvider = { url: string; user: string; password: string };

export type LineFacts = { carrier: string; numberType: string };

const TYPES: Record<string, string> = {
  mobile: 'Mobile',
  landline: 'Landline',
  fixedVoip: 'Internet phone (VoIP)',
  nonFixedVoip: 'Internet phone (VoIP)',
  voip: 'Internet phone (VoIP)',
  tollFree: 'Toll-free',
  premium: 'Premium rate',
  sharedCost: 'Shared cost',
  uan: 'Company-wide number',
  voicemail: 'Voicemail',
  pager: 'Pager',
  personal: 'Personal number',
};

/** What the provider knows of an E.164 number; null when it does not answer, which is logged. */
export async function askProvider(
  { url, user, password }: LookupProvider,
  phone: string,
  log: Log,
): Promise<LineFacts | null> {
  try {
    const response = await fetch(
      `${url}/v2/PhoneNumbers/${encodeURIComponent(phone)}?Fields=line_type_intelligence`,
      {
        headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
        signal: AbortSignal.timeout(ACCESS_LIMITS.lookupTimeoutMs),
        redirect: 'error',
      },
    );
    if (!response.ok) throw new Error(`The look-up provider answered HTTP ${response.status}.`);
    return factsOf(await response.json());
  } catch (error) {
    log.warn({ err: error }, 'the look-up provider did not answer');
    return null;
  }
}

function factsOf(body: unknown): LineFacts {
  const line = (body as { line_type_intelligence?: Record<string, unknown> | null } | null)
    ?.line_type_intelligence;
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : '');
  const type = text(line?.type);
  return { carrier: text(line?.carrier_name), numberType: TYPES[type] ?? type };
}
