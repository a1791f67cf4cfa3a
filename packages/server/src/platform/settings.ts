/**
 * Every setting that the server reads from its environment, once. The README's table and `.env.example` are
 * made of it (`npm run settings`), and the start tells of names that look like one of these and are none.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Why the server cannot start (a wrong setting, a data folder in use …), in the one line shown to the
 * operator.
 */
export class ConfigError extends Error {}

/** One that may pass by itself (a database that is away, a full disk): starting again later is worth it. */
export class PassingError extends ConfigError {}

type SettingGroup = {
  /** Each with what it may be set to, for `.env.example`. */
  names: Readonly<Record<string, string>>;
  /** What holds where it is not set, in the README's words; absent: the values of `names`. */
  otherwise?: string;
  what: string;
};

export const SETTINGS = [
  { names: { PORT: '3000', HOST: '127.0.0.1' }, what: 'where it listens' },
  {
    names: { DATA_DIR: './data' },
    what: 'the embedded database, imported files, the secret key; a release keeps it beside itself. A relative path in `parley.env` begins beside that file',
  },
  {
    names: { DATABASE_URL: 'postgres://user:password@host:5432/name' },
    otherwise: 'embedded',
    what: 'a PostgreSQL 15 or newer: `postgres://user:password@host:5432/name`; of several hosts (`one:5432,other:5432`) the one that takes writes',
  },
  {
    names: { MOVE_TO: 'postgres://user:password@host:5432/name' },
    otherwise: 'none',
    what: 'where `manage move` copies everything, once: a PostgreSQL, or `embedded` (docs/postgresql.md)',
  },
  {
    names: { REPORT_DATABASE_URL: 'postgres://user:password@replica:5432/name' },
    otherwise: 'the database itself',
    what: 'a copy of the database (a streaming standby) that reports are read from',
  },
  { names: { REPORT_CONNECTIONS: '4' }, what: 'how many connections reports may hold' },
  {
    names: { PUBLIC_URL: 'https://sms.example.com' },
    otherwise: 'what the request says',
    what: 'the address people and carriers use; `https://…` switches secure cookies and HSTS on',
  },
  {
    names: { ALLOWED_HOSTS: 'go.example.com' },
    otherwise: '',
    what: 'further names that it is served under, beside that of `PUBLIC_URL`',
  },
  {
    names: { TRUSTED_PROXIES: 'loopback,192.0.2.0/24' },
    otherwise: 'this machine and private networks',
    what: 'whose word is taken for where a visitor comes from, when `PUBLIC_URL` is set',
  },
  {
    names: { PARLEY_ROLE: 'all' },
    what: '`web`: screens, calls and webhooks alone; `worker`: what runs in the background alone; `all`: both',
  },
  {
    names: { DRAIN_SECONDS: '0' },
    what: 'told to stop, it serves on for so long while `/readyz` says 503, so that a load balancer can notice',
  },
  {
    names: { SIGN_UP: 'open' },
    what: '`closed`: only the first person signs up, everybody else is invited',
  },
  {
    names: { PRIVATE_CARRIERS: '0' },
    otherwise: '`1` while only this machine reaches the server, else `0`',
    what: 'carriers at private addresses may be connected to',
  },
  {
    names: { CARRIER_REQUESTS: '64' },
    what: 'how many requests at a time a carrier over HTTP gets from a process for a channel, 64 at most',
  },
  {
    names: { LOOKUP_URL: 'https://lookups.twilio.com', LOOKUP_USER: '', LOOKUP_PASSWORD: '' },
    otherwise: 'nobody is asked',
    what: 'a look-up provider for carriers, in the manner of Twilio Lookup v2 (`https://lookups.twilio.com`)',
  },
  {
    names: { SECRET_KEY: '' },
    otherwise: 'made once, kept in `DATA_DIR`',
    what: 'encrypts stored secrets; at least 32 characters',
  },
  {
    names: { OTHER_SECRET_KEY: '' },
    otherwise: 'none',
    what: 'read with, too, while `SECRET_KEY` is changed (docs/changing-the-key.md)',
  },
  {
    names: { MFA: 'optional' },
    what: '`off`, `optional` or `required`: a code at the sign-in, of an authenticator app or by text message',
  },
  {
    names: { CODE_CHANNEL: '1:+18005550100' },
    otherwise: 'each person’s own',
    what: 'the channel that brings everybody’s sign-in and password codes: an account’s number and one of its senders, `1:+18005550100`',
  },
  { names: { NEW_ACCOUNT_CREDITS: '1000' }, what: 'credits of a new account' },
  {
    names: { PICTURE_MEGABYTES: '1000' },
    what: 'how much an account’s copies of incoming pictures may take; the oldest go first',
  },
  {
    names: { DISK_MEGABYTES: '2000' },
    what: 'the log warns when less than that is free where `DATA_DIR` is',
  },
  {
    names: { METRICS_TOKEN: '' },
    otherwise: 'only this machine reads `/metrics`',
    what: 'whoever reads `/metrics` shows it (`Authorization: Bearer …`); at least 16 characters',
  },
  {
    names: {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_HEADERS: '',
      OTEL_SERVICE_NAME: 'parley',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production',
      OTEL_TRACES_SAMPLER_ARG: '1',
    },
    otherwise: 'no traces',
    what: 'a collector of OpenTelemetry that traces go to by OTLP over HTTP (`http://127.0.0.1:4318`), with headers and attributes as `name=value,…`; the share of traces that are kept, 0 to 1 (docs/watching.md)',
  },
  {
    names: { REPORT_DEBUG_SECRET: '' },
    otherwise: 'none',
    what: '`/report-builder/<this>` can show its report as JSON',
  },
  { names: { PARLEY_DEMO: '0' }, what: '`1`: as `npm start -- --demo`' },
  { names: { LOG_LEVEL: 'info' }, what: '`debug`, `warn`, …' },
] as const satisfies readonly SettingGroup[];

type KeysOf<T> = T extends unknown ? keyof T & string : never;
export type SettingName = KeysOf<(typeof SETTINGS)[number]['names']>;

/** Settings that may lie in a file instead, named by `…_FILE`. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'MOVE_TO',
  'REPORT_DATABASE_URL',
  'SECRET_KEY',
  'OTHER_SECRET_KEY',
  'LOOKUP_PASSWORD',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'REPORT_DEBUG_SECRET',
] as const satisfies readonly SettingName[];

export type Environment = Readonly<Record<string, string | undefined>>;

const NAMES: readonly string[] = SETTINGS.flatMap(({ names }) => Object.keys(names));
const isSecret = (name: string) => SECRET_SETTINGS.some((each) => each === name);

/** The settings that an installation keeps in a file, and the folder that paths in there begin at. */
export type SettingsFile = { folder: string; values: Environment };

/** How a setting is read; without spaces around it, and undefined when empty. */
export function settingsOf(
  env: Environment,
  file: SettingsFile | null = null,
): (name: SettingName) => string | undefined {
  const given = (name: string) => env[name]?.trim() || undefined;
  return (name) => {
    const path = isSecret(name) ? given(`${name}_FILE`) : undefined;
    if (path === undefined) return given(name);
    if (given(name) !== undefined) throw new ConfigError(`Set ${name} or ${name}_FILE, not both.`);
    return secretIn(`${name}_FILE`, resolve(beginOf(`${name}_FILE`, env, file), path));
  };
}

/** Where a relative path begins: beside the file that it stands in, else where we are. */
export const beginOf = (name: string, env: Environment, file: SettingsFile | null): string =>
  file !== null && env[name] !== undefined && file.values[name] === env[name] ? file.folder : '';

function secretIn(name: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(
      `${name} names ${path}, which cannot be read (${(error as { code?: string }).code}).`,
    );
  }
  if (text === '') throw new ConfigError(`${name} names ${path}, which is empty.`);
  return text;
}

const PREFIX = 'PARLEY_';
/** What other parts of the project read. */
const NOT_OURS = ['PARLEY_SERVER'];

/** A sentence for each name in the environment that looks like a setting and is none: a slip, probably. */
export function slipsIn(env: Environment): string[] {
  return Object.keys(env).flatMap((name) => {
    const doubt = isKnown(name) ? undefined : doubtOf(name);
    return doubt === undefined ? [] : [doubt];
  });
}

const isKnown = (name: string) =>
  NAMES.includes(name) || NOT_OURS.includes(name) || isSecret(name.replace(/_FILE$/, ''));

function doubtOf(name: string): string | undefined {
  const base = name.replace(/_FILE$/, '');
  if (base !== name && NAMES.includes(base))
    return `${name} is not read: only ${SECRET_SETTINGS.join(', ')} may lie in files.`;
  const meant = NAMES.find((known) => isNear(base.toUpperCase(), known));
  const suffix = base !== name && meant !== undefined && isSecret(meant) ? '_FILE' : '';
  if (meant !== undefined) return `${name} is no setting. Is ${meant}${suffix} meant?`;
  return name.startsWith(PREFIX) ? `${name} is no setting of Parley.` : undefined;
}

/** A slip, probably. Short names are near too many others: of them only changed places count. */
export function isNear(name: string, known: string): boolean {
  if (known.length < 6) return name.length === known.length && sorted(name) === sorted(known);
  return distance(name, known) <= (known.length < 8 ? 1 : 2);
}

const sorted = (text: string) => [...text].sort().join('');

/** How many letters are changed, missing, too many, or have changed places with their neighbour. */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, n) => n)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + same,
          swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
}

/** The settings as the README shows them. */
export function settingsTable(): string {
  const rows = SETTINGS.map((group: SettingGroup) => {
    const names = Object.keys(group.names).map((name) => `\`${name}\``);
    return `| ${names.join(', ')} | ${group.otherwise ?? Object.values(group.names).join(', ')} | ${group.what} |`;
  });
  return ['| environment | default | what |', '|---|---|---|', ...rows].join('\n');
}

/** The settings as a file that a service reads, each switched off. */
export function settingsExample(): string {
  const parts = SETTINGS.map((group: SettingGroup) => {
    const { names, otherwise, what } = group;
    const fallback = otherwise === undefined ? '' : ` (otherwise: ${otherwise || 'none'})`;
    const lines = Object.entries(names).map(([name, value]) => {
      const file = isSecret(name) ? `\n#${name}_FILE=/run/secrets/${name.toLowerCase()}` : '';
      return `#${name}=${value}${file}`;
    });
    return [`# ${what}${fallback}`.replaceAll('`', ''), ...lines].join('\n');
  });
  return `# The settings of Parley, all of them optional. Made by "npm run settings".\n\n${parts.join('\n\n')}\n`;
}
