/**
 * The settings of a connection, kind by kind: what there is to fill in, for the screen that asks and the
 * server that checks.
 */
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import * as z from 'zod/mini';
import { call, rows, wire } from './kernel/call.ts';
import { flag, id, ifGiven, int, json, oneOf, orElse, raw, text } from './kernel/codec.ts';

export const CONNECTION_KINDS = ['simulator', 'twilio', 'smpp', 'gateway'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

const TWILIO = 'https://api.twilio.com';

export type ConnectionField = {
  /** `secret`: taken and never given back. `lines`: several lines. `flag`: '0' or '1'. */
  type: 'text' | 'url' | 'host' | 'secret' | 'number' | 'choice' | 'flag' | 'lines';
  default: string;
  required?: boolean;
  min?: number;
  max?: number;
  choices?: readonly string[];
  longest?: number;
};

/** Kannel's sendsms form, as its user guide describes it; `dlr-mask` 31 asks for every kind of receipt. */
export const KANNEL_PARAMETERS = [
  'username={username}',
  'password={password}',
  'from={from}',
  'to={to}',
  'text={text}',
  'coding={coding}',
  'charset=UTF-8',
  'dlr-mask=31',
  'dlr-url={receipt}',
  'validity={validity}',
].join('\n');

export const CONNECTION_FIELDS: Readonly<Record<ConnectionKind, Readonly<Record<string, ConnectionField>>>> =
  {
    simulator: {},
    twilio: {
      baseUrl: { type: 'url', default: TWILIO, required: true, longest: 255 },
      accountSid: { type: 'text', default: '', required: true, longest: 100 },
      authToken: { type: 'secret', default: '', required: true, longest: 255 },
    },
    smpp: {
      host: { type: 'host', default: '', required: true, longest: 255 },
      port: { type: 'number', default: '2775', required: true, min: 1, max: 65_535 },
      tls: { type: 'flag', default: '0' },
      verifyCertificate: { type: 'flag', default: '1' },
      // PEM; one authority or a few.
      caCertificate: { type: 'lines', default: '', longest: 20_000 },
      // SMPP 3.4, 4.1.1: at most 15, 8 and 12 characters; some centres take longer passwords.
      systemId: { type: 'text', default: '', required: true, longest: 15 },
      password: { type: 'secret', default: '', longest: 64 },
      systemType: { type: 'text', default: '', longest: 12 },
      bind: { type: 'choice', default: 'transceiver', choices: ['transceiver', 'pair'] },
      window: { type: 'number', default: '10', min: 1, max: 1_000 },
      enquireSeconds: { type: 'number', default: '30', min: 5, max: 600 },
      split: { type: 'choice', default: 'udh', choices: ['udh', 'sar', 'payload'] },
      validity: { type: 'choice', default: 'relative', choices: ['relative', 'absolute', 'none'] },
    },
    gateway: {
      url: { type: 'url', default: '', required: true, longest: 500 },
      method: { type: 'choice', default: 'GET', choices: ['GET', 'POST'] },
      username: { type: 'text', default: '', longest: 255 },
      password: { type: 'secret', default: '', longest: 255 },
      parameters: { type: 'lines', default: KANNEL_PARAMETERS, required: true, longest: 4_000 },
      acceptedTexts: { type: 'lines', default: '', longest: 1_000 },
    },
  };

export type ConnectionProblem = { field: string; problem: string };

/**
 * The first thing wrong with settings, in words for a person. `hasSecret`: a secret that is stored need not
 * be given again.
 */
export function connectionProblem(
  kind: ConnectionKind,
  values: Readonly<Record<string, string>>,
  hasSecret: (name: string) => boolean,
): ConnectionProblem | null {
  const fields = CONNECTION_FIELDS[kind];
  for (const name of Object.keys(values))
    if (!Object.hasOwn(fields, name)) return { field: name, problem: 'There’s no such setting.' };
  for (const [name, field] of Object.entries(fields)) {
    const value = (values[name] ?? field.default).trim();
    const stored = field.type === 'secret' && hasSecret(name);
    const problem =
      value === '' ? (field.required && !stored ? 'This is required.' : null) : valueProblem(field, value);
    if (problem !== null) return { field: name, problem };
  }
  return kind === 'twilio' ? twilioProblem(values) : null;
}

/**
 * Twilio's console shows several ids that look alike; other carriers of its form may name accounts as they
 * like.
 */
function twilioProblem({ baseUrl = '', accountSid = '' }: Readonly<Record<string, string>>) {
  const isTwilio = new URL(baseUrl.trim() || TWILIO).hostname.endsWith('.twilio.com');
  return isTwilio && !/^AC/i.test(accountSid.trim())
    ? {
        field: 'accountSid',
        problem: 'A Twilio Account SID starts with AC. If yours starts with SK, it’s an API key.',
      }
    : null;
}

function valueProblem(field: ConnectionField, value: string): string | null {
  const { longest = 255, min = 0, max = 0 } = field;
  if (value.length > longest) return `At most ${longest} characters, please.`;
  switch (field.type) {
    case 'url':
      return isWebAddress(value) ? null : 'Enter an address that starts with https:// or http://.';
    case 'host':
      // Carriers' mails write them together.
      if (/^[^:]+:\d+$/.test(value)) return 'Enter the port in its own field.';
      return /^[a-z\d:]([a-z\d.:-]*[a-z\d:])?$/i.test(value) ? null : 'Enter a hostname or an IP address.';
    case 'number':
      return /^\d{1,6}$/.test(value) && Number(value) >= min && Number(value) <= max
        ? null
        : `Please enter a whole number from ${min} to ${max}.`;
    case 'choice':
      return field.choices?.includes(value) ? null : `Please choose one of ${field.choices?.join(', ')}.`;
    case 'flag':
      return value === '0' || value === '1' ? null : 'Please choose yes or no.';
    default:
      return null;
  }
}

/** Credentials belong into their own fields, where they are kept secret. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
}

/** How long the addresses before go on when there are new ones. */
export const USUAL_OVERLAP_HOURS = 24;
export const LONGEST_OVERLAP_HOURS = 168;

const record = z.record(z.string(), z.string());
const settings = json(record, '{setting: value}');

/**
 * Settings of a channel's way to its carrier. Paths lie under `channels`, because a connection belongs to its
 * channel.
 */
export const connections = {
  load: call(
    'channels/getConnection',
    { channel: wire('ChannelId', id) },
    {
      name: wire('NAME', text(255)),
      number: wire('CHANNEL', text(32)),
      kind: wire('KIND', oneOf(...CONNECTION_KINDS)),
      values: wire('VALUES', settings),
      secrets: wire('SECRETS', json(z.array(z.string()), 'list of names')),
      sendsMedia: wire('MMS', flag),
      backupKind: wire('BACKUPKIND', orElse(oneOf(...CONNECTION_KINDS), null)),
      backupValues: wire('BACKUPVALUES', settings),
      backupSecrets: wire('BACKUPSECRETS', json(z.array(z.string()), 'list of names')),
      webhooks: wire(
        'WEBHOOKS',
        rows({
          place: wire('PLACE', int(1, 2)),
          purpose: wire('PURPOSE', text(20)),
          address: wire('URL', text(1_000)),
          formerUntil: wire('FORMERUNTIL', text(40)),
        }),
      ),
      isPublic: wire('PUBLIC', flag),
    },
    {
      about:
        'The connection of a channel and its backup. Secrets are never answered, only which ones are set. PUBLIC 0: carriers cannot call back. WEBHOOKS, which hold a secret, are for owners who have confirmed: others get none. FORMERUNTIL: until when the addresses before these go on.',
    },
  ),
  save: call(
    'channels/saveConnection',
    {
      channel: wire('ChannelId', id),
      number: wire('ChannelNumber', ifGiven(text(32))),
      kind: wire('inpKind', ifGiven(oneOf(...CONNECTION_KINDS))),
      values: wire('inpValues', ifGiven(settings)),
      sendsMedia: wire('inpMMS', orElse(flag, undefined)),
      /** Empty: none. */
      backupKind: wire('inpBackupKind', ifGiven(orElse(oneOf(...CONNECTION_KINDS), null))),
      backupValues: wire('inpBackupValues', ifGiven(settings)),
    },
    {},
    {
      ownersOnly: true,
      confirmed: true,
      about:
        'Stores what is given of the connection of a channel: a field or a secret that is left out stays as it is. DETAIL names the setting that is wrong.',
    },
  ),
  renewWebhooks: call(
    'channels/renewWebhooks',
    {
      channel: wire('ChannelId', id),
      place: wire('inpPlace', orElse(int(1, 2), 1)),
      keepHours: wire('inpKeepHours', orElse(int(0, LONGEST_OVERLAP_HOURS), USUAL_OVERLAP_HOURS)),
    },
    {},
    {
      ownersOnly: true,
      confirmed: true,
      about:
        'Gives a connection new secret addresses for its carrier. Those before go on for so many hours, 0: they end now; what was before them ends now.',
    },
  ),
  test: call(
    'channels/testSend',
    {
      channel: wire('ChannelId', id),
      phone: wire('inpContactString', text(64)),
      text: wire('inpText', text(TEXT_LIMITS.message)),
    },
    { id: wire('MESSAGEID', int()) },
    { sends: true, about: 'Sends one text over the channel as it is set up; it costs what any text costs.' },
  ),
  testResult: call(
    'channels/testResult',
    { message: wire('inpMessageId', id) },
    {
      status: wire('STATUS', text(20)),
      code: wire('CODE', text(100)),
      reason: wire('REASON', text(2_000)),
      carrierId: wire('CARRIERID', text(255)),
    },
    { about: 'What became of a test text, with the carrier’s code and words verbatim.' },
  ),
  status: call(
    'channels/connectionStatus',
    { channel: wire('ChannelId', id) },
    {
      connections: wire(
        'CONNECTIONS',
        rows({
          place: wire('PLACE', int(1, 2)),
          kind: wire('KIND', oneOf(...CONNECTION_KINDS)),
          link: wire('LINK', text(20)),
          circuit: wire('CIRCUIT', text(20)),
          perSecond: wire('PERSECOND', raw<number>('number')),
          inFlight: wire('INFLIGHT', int()),
          window: wire('WINDOW', int()),
          code: wire('CODE', text(100)),
          reason: wire('REASON', text(2_000)),
          troubleAt: wire('TROUBLE_AT', text(40)),
        }),
      ),
    },
    {
      about:
        'How the connections of a channel do: link, circuit, speed, requests in flight, the last trouble.',
    },
  ),
};
