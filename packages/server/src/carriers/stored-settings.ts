/** Connection settings as they are stored and used: checked by the contract's fields, secrets encrypted. */
import { randomBytes } from 'node:crypto';
import { CONNECTION_FIELDS, type ConnectionKind } from '@parley/contract';
import type { Services } from '../platform/services.ts';
import type { GatewaySettings } from './http-gateway/gateway-settings.ts';
import type { SmppSettings } from './smpp/smpp-settings.ts';

/**
 * channels.connection: values as texts, secrets as base64 of their encrypted bytes, the token of the webhook
 * addresses, and the one before it.
 */
export type StoredSettings = Record<string, string>;

/**
 * What to store for checked values. A secret left empty stays as it was; so does the token while the kind
 * does.
 */
export function storedSettings(
  services: Services,
  kind: ConnectionKind,
  values: Readonly<Record<string, string>>,
  before: Readonly<StoredSettings>,
): StoredSettings {
  const stored: StoredSettings = {};
  for (const [name, field] of Object.entries(CONNECTION_FIELDS[kind])) {
    const value = (values[name] ?? field.default).trim();
    if (field.type !== 'secret') stored[name] = value;
    else if (value !== '') stored[name] = services.secrets.encrypt(value).toString('base64');
    else if (before[name]) stored[name] = before[name];
  }
  if (kind === 'twilio' || kind === 'gateway') {
    stored.webhookToken = before.webhookToken ?? newToken();
    for (const name of ['formerToken', 'formerUntil'])
      if (before[name] !== undefined) stored[name] = before[name];
  }
  return stored;
}

const newToken = () => randomBytes(24).toString('base64url');

/**
 * With another token; the former one goes on until a moment, null: it ends now. One that was former already
 * ends now.
 */
export function withNewToken(stored: Readonly<StoredSettings>, formerUntil: Date | null): StoredSettings {
  const { webhookToken = '', formerToken: _, formerUntil: __, ...rest } = stored;
  const renewed: StoredSettings = { ...rest, webhookToken: newToken() };
  return formerUntil
    ? { ...renewed, formerToken: webhookToken, formerUntil: formerUntil.toISOString() }
    : renewed;
}

/** What a screen may see: values without secrets, and which secrets are set. */
export function shownSettings(
  kind: ConnectionKind,
  stored: Readonly<StoredSettings>,
): { values: Record<string, string>; secrets: string[] } {
  const values: Record<string, string> = {};
  const secrets: string[] = [];
  for (const [name, field] of Object.entries(CONNECTION_FIELDS[kind])) {
    if (field.type !== 'secret') values[name] = stored[name] ?? field.default;
    else if (stored[name]) secrets.push(name);
  }
  return { values, secrets };
}

/**
 * What members may see of settings that are shown: an address and its fields may hold a key that belongs into
 * the password's field.
 */
export function settingsForMembers(values: Readonly<Record<string, string>>): Record<string, string> {
  const { url, parameters, ...others } = values;
  return {
    ...others,
    ...(url !== undefined && { url: url.split('?')[0] ?? '' }),
    ...(parameters !== undefined && { parameters: '' }),
  };
}

/** One value in use: the stored one, a secret decrypted, else the default. */
function reader(services: Services, kind: ConnectionKind, stored: Readonly<Record<string, unknown>>) {
  return (name: string): string => {
    const field = CONNECTION_FIELDS[kind][name];
    const value = stored[name];
    const text = typeof value === 'string' ? value : (field?.default ?? '');
    return field?.type === 'secret' && text !== ''
      ? services.secrets.decrypt(Buffer.from(text, 'base64'))
      : text;
  };
}

export function readSmppSettings(services: Services, stored: Record<string, unknown>): SmppSettings {
  const read = reader(services, 'smpp', stored);
  return {
    host: read('host'),
    port: Number(read('port')),
    tls: read('tls') === '1',
    verifyCertificate: read('verifyCertificate') === '1',
    caCertificate: read('caCertificate'),
    systemId: read('systemId'),
    password: read('password'),
    systemType: read('systemType'),
    bind: read('bind') as SmppSettings['bind'],
    window: Number(read('window')),
    enquireSeconds: Number(read('enquireSeconds')),
    split: read('split') as SmppSettings['split'],
    validity: read('validity') as SmppSettings['validity'],
  };
}

export function readGatewaySettings(services: Services, stored: Record<string, unknown>): GatewaySettings {
  const read = reader(services, 'gateway', stored);
  return {
    url: read('url'),
    method: read('method') as GatewaySettings['method'],
    parameters: read('parameters'),
    username: read('username'),
    password: read('password'),
    acceptedTexts: read('acceptedTexts'),
    webhookToken: read('webhookToken'),
  };
}
