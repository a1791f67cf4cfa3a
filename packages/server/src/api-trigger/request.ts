/** What a trigger call says, taken from its query, its body and its Authorization header. */
import { TRIGGER_FIELDS } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { toE164 } from '@parley/rules/phone.ts';
import type { FastifyRequest } from 'fastify';
import { Malformed } from '../platform/errors.ts';
import { checkNames, readForm } from '../platform/http/form.ts';

export type Fields = Record<string, string>;
export type Pair = { accessKey: string; secret: string };

const OWN: readonly string[] = Object.values(TRIGGER_FIELDS);
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The fields of query and body; the body's win. @throws Malformed for a field that is no text or comes twice.
 */
export async function readFields(request: FastifyRequest): Promise<Fields> {
  const body = request.method === 'GET' ? {} : (await readForm(request, false)).fields;
  const given = { ...checkNames(request.query), ...body };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, textOf(name, value)]));
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) throw new Malformed(name, `${name} is given more than once.`);
  if (typeof value !== 'string') throw new Malformed(name, `${name} must be a text.`);
  if (value.includes('\0') || LONE_SURROGATE.test(value))
    throw new Malformed(name, `${name} is not valid text.`);
  return value;
}

/** Access key and secret from the fields, else from HTTP Basic; null when neither is there. */
export function readPair(fields: Fields, authorization: string | undefined): Pair | null {
  const accessKey = fields[TRIGGER_FIELDS.accessKey];
  const secret = fields[TRIGGER_FIELDS.secretKey];
  if (accessKey !== undefined || secret !== undefined)
    return { accessKey: accessKey ?? '', secret: secret ?? '' };
  const basic = /^Basic\s+([\w+/=-]+)\s*$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) return null;
  const decoded = Buffer.from(basic, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? null : { accessKey: decoded.slice(0, colon), secret: decoded.slice(colon + 1) };
}

/**
 * The number, the campaign and the further fields, which become tokens of the conversation. @throws Malformed
 */
export function readTrigger(fields: Fields): {
  phone: string;
  campaignId: number;
  variables: Record<string, string>;
} {
  const phone = toE164(fields[TRIGGER_FIELDS.phone] ?? '');
  if (phone === null)
    throw new Malformed(TRIGGER_FIELDS.phone, `${TRIGGER_FIELDS.phone} must be a phone number.`);
  const batch = (fields[TRIGGER_FIELDS.campaign] ?? '').trim();
  if (!/^[1-9]\d{0,14}$/.test(batch))
    throw new Malformed(TRIGGER_FIELDS.campaign, `${TRIGGER_FIELDS.campaign} must be the id of a campaign.`);
  const extra = Object.entries(fields).filter(([name]) => !OWN.includes(name));
  for (const [name, value] of extra) {
    if (name.length > TEXT_LIMITS.tagName)
      throw new Malformed(name.slice(0, TEXT_LIMITS.tagName), 'The name of a field is too long.');
    if (value.length > TEXT_LIMITS.tagValue)
      throw new Malformed(name, `${name} must have at most ${TEXT_LIMITS.tagValue} characters.`);
  }
  return { phone, campaignId: Number(batch), variables: Object.fromEntries(extra) };
}
