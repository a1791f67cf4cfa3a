/** The environment, read once into one typed object. A wrong value stops the start with one readable line. */
import { resolve } from 'node:path';
import { PICTURE_LIMITS } from '@parley/rules/limits.ts';
import { toE164 } from '@parley/rules/phone.ts';
import ipaddr from 'ipaddr.js';
import { addressesOf } from './db/addresses.ts';
import { installedSettings, USUAL_DATA_DIR } from './release.ts';
import {
  beginOf,
  ConfigError,
  type Environment,
  PassingError,
  type SettingsFile,
  settingsOf,
  slipsIn,
} from './settings.ts';

export { ConfigError, PassingError };

export type MfaSetting = 'off' | 'optional' | 'required';
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type Config = {
  port: number;
  host: string;
  /** Absolute path of the data folder. */
  dataDir: string;
  /** Connection string of a PostgreSQL, or null for the embedded one. */
  databaseUrl: string | null;
  /** Where `manage move` copies everything: a connection string, or 'embedded'; null: nowhere. */
  moveTo: string | null;
  /** How many connections reports may hold, beside those of everything else. */
  reportConnections: number;
  /**
   * Connection string of a copy of the database that reports are read from; null: from the database itself.
   */
  reportDatabaseUrl: string | null;
  /** The address people and carriers reach us by, without a slash at the end; null: what a request says. */
  publicUrl: string | null;
  /**
   * Whose word is taken for where a visitor comes from, when there is a public address: addresses, networks,
   * or names of them.
   */
  trustedProxies: string[];
  /** Further names that it is served under, beside that of the public address. */
  allowedHosts: string[];
  /** Whether anybody may open an account; else only the first one, and those who are invited. */
  signUp: 'open' | 'closed';
  /**
   * Carriers may be at private addresses. By default only while the server is reached from this machine
   * alone.
   */
  privateCarriers: boolean;
  /** How many requests of a batch a carrier over HTTP gets at a time from this process, for each channel. */
  carrierRequests: number;
  /** Null: made once and kept in the data folder. */
  secretKey: string | null;
  /** Read with, too, while the key is changed; null: there is none. */
  otherSecretKey: string | null;
  mfa: MfaSetting;
  /**
   * The operator's channel that every code for a person goes through: an account's number and one of its
   * senders; null: each through their own.
   */
  codeChannel: { accountId: number; number: string } | null;
  /** Who is asked for the carrier of a number; null: nobody. */
  lookup: { url: string; user: string; password: string } | null;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Credits of a new account. */
  newAccountCredits: number;
  /** How much an account's copies of incoming pictures may take; 0: none are kept. */
  pictureMegabytes: number;
  /** With this in its address the report builder shows its report as JSON; null: never. */
  reportSecret: string | null;
  /** Fill a fresh data folder with the named world. */
  demo: boolean;
  /** What this process does: serve people and machines, run what runs in the background, or both. */
  role: Role;
  /** How long it serves on, as not ready, when it is told to stop. */
  drainSeconds: number;
  /** Less free disk than that is warned of. */
  diskMegabytes: number;
  /** What whoever reads the metrics shows; null: only this machine reads them. */
  metricsToken: string | null;
  /** Where traces go, and which share of them is kept (0 to 1); null: there are none. */
  traces: {
    endpoint: string;
    headers: Record<string, string>;
    service: string;
    attributes: Record<string, string>;
    share: number;
  } | null;
  /** Names in the environment that are probably slips, a sentence for each. */
  doubts: string[];
};

const ROLES = ['all', 'web', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** The shortest key that may encrypt secrets. */
export const SECRET_KEY_CHARACTERS = 32;

const TOKEN_CHARACTERS = 16;

/** @throws ConfigError for a value that is none. */
export function readConfig(
  env: Environment,
  args: readonly string[],
  file: SettingsFile | null = installedSettings(),
): Config {
  for (const arg of args)
    if (arg !== '--demo') throw new ConfigError(`Unknown argument ${arg}. Known: --demo`);
  const value = settingsOf(env, file);
  const role = oneOf('PARLEY_ROLE', value('PARLEY_ROLE') ?? 'all', ROLES);
  if (role !== 'all' && value('DATABASE_URL') === undefined)
    throw new ConfigError(
      `PARLEY_ROLE=${role} needs a DATABASE_URL: the embedded database is that of one process.`,
    );
  const dataDir = value('DATA_DIR') ?? USUAL_DATA_DIR;
  return {
    port: wholeNumber('PORT', value('PORT') ?? '3000', 0, 65_535),
    host: value('HOST') ?? '127.0.0.1',
    dataDir: resolve(beginOf('DATA_DIR', env, file), dataDir),
    databaseUrl: postgresUrl('DATABASE_URL', value('DATABASE_URL')),
    moveTo: value('MOVE_TO') === 'embedded' ? 'embedded' : postgresUrl('MOVE_TO', value('MOVE_TO')),
    reportConnections: wholeNumber('REPORT_CONNECTIONS', value('REPORT_CONNECTIONS') ?? '4', 1, 100),
    reportDatabaseUrl: replicaUrl(value),
    publicUrl: baseUrl('PUBLIC_URL', value('PUBLIC_URL')),
    trustedProxies: networks('TRUSTED_PROXIES', value('TRUSTED_PROXIES') ?? NEAR_US),
    allowedHosts: hostNames(value('ALLOWED_HOSTS')),
    signUp: oneOf('SIGN_UP', value('SIGN_UP') ?? 'open', ['open', 'closed']),
    privateCarriers: value('PRIVATE_CARRIERS')
      ? switchedOn('PRIVATE_CARRIERS', value('PRIVATE_CARRIERS'))
      : isLocalOnly(value('HOST')) && !value('PUBLIC_URL'),
    carrierRequests: wholeNumber('CARRIER_REQUESTS', value('CARRIER_REQUESTS') ?? '64', 1, 64),
    secretKey: secret('SECRET_KEY', value('SECRET_KEY')),
    otherSecretKey: secret('OTHER_SECRET_KEY', value('OTHER_SECRET_KEY')),
    codeChannel: codeChannel('CODE_CHANNEL', value('CODE_CHANNEL')),
    mfa: oneOf('MFA', value('MFA') ?? 'optional', ['off', 'optional', 'required']),
    lookup: lookupProvider(value),
    logLevel: oneOf('LOG_LEVEL', value('LOG_LEVEL') ?? 'info', LOG_LEVELS),
    newAccountCredits: wholeNumber(
      'NEW_ACCOUNT_CREDITS',
      value('NEW_ACCOUNT_CREDITS') ?? '1000',
      0,
      1_000_000_000,
    ),
    pictureMegabytes: wholeNumber(
      'PICTURE_MEGABYTES',
      value('PICTURE_MEGABYTES') ?? String(PICTURE_LIMITS.accountMegabytes),
      0,
      1_000_000,
    ),
    reportSecret: value('REPORT_DEBUG_SECRET') ?? null,
    demo: args.includes('--demo') || switchedOn('PARLEY_DEMO', value('PARLEY_DEMO')),
    role,
    drainSeconds: wholeNumber('DRAIN_SECONDS', value('DRAIN_SECONDS') ?? '0', 0, 300),
    diskMegabytes: wholeNumber('DISK_MEGABYTES', value('DISK_MEGABYTES') ?? '2000', 0, 1_000_000_000),
    metricsToken: token(value('METRICS_TOKEN')),
    traces: traceSettings(value),
    doubts: slipsIn(env),
  };
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  return number;
}

function oneOf<T extends string>(name: string, text: string, words: readonly T[]): T {
  if (!words.includes(text as T))
    throw new ConfigError(`${name} must be one of ${words.join(', ')}, not "${text}".`);
  return text as T;
}

/** A proxy on this machine or in its network; the names are those of Fastify's trustProxy. */
const NEAR_US = 'loopback, linklocal, uniquelocal';

function networks(name: string, text: string): string[] {
  const given = text.split(',').map((each) => each.trim());
  const named = NEAR_US.split(', ');
  const wrong = given.find(
    (each) => !named.includes(each) && !ipaddr.isValid(each) && !ipaddr.isValidCIDR(each),
  );
  if (wrong !== undefined)
    throw new ConfigError(
      `${name} must list addresses or networks such as 10.0.0.2, 192.0.2.0/24, not "${wrong}".`,
    );
  return given;
}

function hostNames(text = ''): string[] {
  const given = text.split(',').map((each) => each.trim().toLowerCase());
  const wrong = given.find((each) => !/^[a-z0-9.-]*$/.test(each));
  if (wrong !== undefined)
    throw new ConfigError(`ALLOWED_HOSTS must list names such as sms.example.com, not "${wrong}".`);
  return given.filter((each) => each !== '');
}

function switchedOn(name: string, text: string | undefined): boolean {
  return oneOf(name, text ?? '0', ['0', '1']) === '1';
}

/** A number alone would not do: another account could have a channel of the same number. */
function codeChannel(name: string, text: string | undefined): Config['codeChannel'] {
  if (text === undefined) return null;
  const [, account, sender = ''] = /^([1-9]\d{0,14}):(.+)$/.exec(text) ?? [];
  const number = sender.trim();
  if (account === undefined || number === '')
    throw new ConfigError(
      `${name} must name an account and one of its channels such as 1:+18005550100, not "${text}".`,
    );
  return { accountId: Number(account), number: toE164(number) ?? number };
}

/** Reached from this machine alone. */
export function isLocalOnly(host = '127.0.0.1'): boolean {
  return ['127.0.0.1', '::1', 'localhost'].includes(host);
}

/** Nobody else can be the first to sign up. */
export const isOnOwnMachine = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>) =>
  isLocalOnly(host) && publicUrl === null;

function secret(name: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (text.length < SECRET_KEY_CHARACTERS)
    throw new ConfigError(`${name} must have at least ${SECRET_KEY_CHARACTERS} characters.`);
  return text;
}

function token(text: string | undefined): string | null {
  if (text !== undefined && text.length < TOKEN_CHARACTERS)
    throw new ConfigError(`METRICS_TOKEN must have at least ${TOKEN_CHARACTERS} characters.`);
  return text ?? null;
}

function parsedUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function postgresUrl(name: string, text: string | undefined): string | null {
  if (text !== undefined && addressesOf(text) === null)
    throw new ConfigError(
      `${name} must look like postgres://user:password@host:5432/name, perhaps with several hosts: one:5432,other:5432.`,
    );
  return text ?? null;
}

/** One address: which copy is read from is up to who runs it. */
function replicaUrl(value: ReturnType<typeof settingsOf>): string | null {
  const url = postgresUrl('REPORT_DATABASE_URL', value('REPORT_DATABASE_URL'));
  if (url === null) return null;
  if (value('DATABASE_URL') === undefined)
    throw new ConfigError('REPORT_DATABASE_URL needs a DATABASE_URL: the embedded database has no copies.');
  if ((addressesOf(url) ?? []).length > 1) throw new ConfigError('REPORT_DATABASE_URL must have one host.');
  return url;
}

function webUrl(name: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = parsedUrl(text);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new ConfigError(`${name} must look like https://sms.example.com, not "${text}".`);
  return text.replace(/\/+$/, '');
}

/** Addresses are made by putting paths behind it. */
function traceSettings(value: ReturnType<typeof settingsOf>): Config['traces'] {
  const endpoint = webUrl('OTEL_EXPORTER_OTLP_ENDPOINT', value('OTEL_EXPORTER_OTLP_ENDPOINT'));
  if (endpoint === null) return null;
  const share = Number(value('OTEL_TRACES_SAMPLER_ARG') ?? '1');
  if (!(share >= 0 && share <= 1))
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1.');
  return {
    endpoint,
    headers: namedValues('OTEL_EXPORTER_OTLP_HEADERS', value('OTEL_EXPORTER_OTLP_HEADERS')),
    service: value('OTEL_SERVICE_NAME') ?? 'parley',
    attributes: namedValues('OTEL_RESOURCE_ATTRIBUTES', value('OTEL_RESOURCE_ATTRIBUTES')),
    share,
  };
}

/**
 * `name=value,…`, each encoded as in addresses
 * (https://opentelemetry.io/docs/specs/otel/protocol/exporter/).
 */
function namedValues(name: string, text = ''): Record<string, string> {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  const pairs = parts.flatMap((part) => {
    const [, key, value = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    return key === undefined || !/^(?:[^%]|%[\da-f]{2})*$/i.test(value)
      ? []
      : [[key, decodeURIComponent(value)]];
  });
  // It may be a secret: it is not told.
  if (pairs.length < parts.length) throw new ConfigError(`${name} must look like name=value,other=value.`);
  return Object.fromEntries(pairs);
}

function baseUrl(name: string, text: string | undefined): string | null {
  const url = webUrl(name, text);
  if (url !== null && /[?#@]/.test(url))
    throw new ConfigError(
      `${name} must look like https://sms.example.com, without "?", "#" and "@", not "${url}".`,
    );
  return url;
}

function lookupProvider(value: ReturnType<typeof settingsOf>): Config['lookup'] {
  const url = webUrl('LOOKUP_URL', value('LOOKUP_URL'));
  if (url === null) return null;
  return { url, user: value('LOOKUP_USER') ?? '', password: value('LOOKUP_PASSWORD') ?? '' };
}
