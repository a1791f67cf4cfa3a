/**
 * Which statements of a migration keep everybody waiting on a large table: those that rewrite it, read it as
 * a whole under a lock, or change many rows at once. They belong into migrations/online.
 */

/** Tables of which an installation has few rows: what people set up by hand. All others may be large. */
const SMALL = new Set(
  `accounts account_users users invitations balances tags lists campaigns keywords channels channel_lookups templates
  segments automata automaton_jobs reports sign_up_pages preference_pages preference_lists catch_alls talks
  credentials credential_lookups api_keys api_key_lookups canned_responses webhook_endpoints webhook_jobs
  event_listeners event_feed_turns id_blocks migrations online_migrations worker_processes connection_leases
  connection_states channel_rate_limits import_jobs blast_jobs confirmation_jobs erasure_jobs
  send_chunks api_calls`.split(/\s+/),
);

const VOLATILE =
  /\b(?:now|clock_timestamp|statement_timestamp|random|gen_random_uuid|nextval|uuid_\w+)\s*\(|\bcurrent_timestamp\b/;

type Rule = { is: RegExp; unless?: RegExp; why: string };

/** The first group of each is the table. */
const RULES: readonly Rule[] = [
  {
    is: /^create (?:unique )?index (?:if not exists )?(?!concurrently)\w+ on (?:only )?(\w+)/,
    why: 'makes an index while nobody can write: "create index concurrently if not exists" in migrations/online',
  },
  {
    is: /^alter table (?:if exists )?(?:only )?(\w+).*\bset not null/,
    why: 'reads the whole table under a lock: add a check "not valid", validate it in migrations/online',
  },
  {
    is: /^alter table (?:if exists )?(?:only )?(\w+).*\badd (?:constraint \w+ )?(?:check|foreign key)\b/,
    unless: /\bnot valid$/,
    why: 'reads the whole table under a lock: add it "not valid", validate it in migrations/online',
  },
  {
    is: /^alter table (?:if exists )?(?:only )?(\w+).*\badd column (?:if not exists )?\w+ .*\b(?:check|references)\b/,
    why: 'reads the whole table under a lock: add the constraint by itself, "not valid"',
  },
  {
    is: /^alter table (?:if exists )?(?:only )?(\w+).*\badd (?:constraint \w+ )?(?:unique|primary key|exclude)\b/,
    unless: /\busing index \w+$/,
    why: 'makes an index while nobody can write: make it in migrations/online first, then "using index"',
  },
  {
    is: /^alter table (?:if exists )?(?:only )?(\w+).*\balter (?:column )?\w+ (?:set data )?type\b/,
    why: 'rewrites the whole table under a lock: add a new column and fill it in migrations/online',
  },
  {
    is: /^alter table (?:if exists )?(?:only )?(\w+).*\badd column .*\bgenerated always as \(/,
    why: 'rewrites the whole table under a lock: fill a plain column in migrations/online',
  },
  {
    is: /^alter table (?:if exists )?(?:only )?(\w+).*\bset (?:un)?logged|\bset tablespace/,
    why: 'rewrites the whole table under a lock',
  },
  {
    is: /^(?:with\b.*\b)?update (?:only )?(\w+).*\bset\b/,
    why: 'changes many rows at once: in slices, in migrations/online',
  },
  {
    is: /\bdelete from (?:only )?(\w+)/,
    why: 'deletes many rows at once: in slices, in migrations/online',
  },
  {
    is: /\binsert into \w+.*?\bselect\b.*?\bfrom (\w+)/,
    why: 'reads a large table and writes what it found at once: in slices, in migrations/online',
  },
  {
    is: /^(?:vacuum full|cluster|reindex(?: table| index)?|refresh materialized view|lock table|lock) (\w+)/,
    why: 'locks the table for long',
  },
];

/** Refusals of a migration’s statements, in words; empty: nobody waits for it. */
export function slowStatements(statements: readonly string[]): string[] {
  const plain = statements.map((one) =>
    one.toLowerCase().replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim(),
  );
  const made = new Set(plain.flatMap((one) => /^create table (?:if not exists )?(\w+)/.exec(one)?.[1] ?? []));
  const isLarge = (table: string) => !SMALL.has(table) && !made.has(table);
  return plain.flatMap((one) => [
    ...RULES.flatMap(({ is, unless, why }) => {
      const table = is.exec(one)?.[1];
      return table !== undefined && isLarge(table) && !unless?.test(one) ? [`${table}: ${why}`] : [];
    }),
    ...volatileDefaults(one, isLarge),
    ...(/\bconcurrently\b/.test(one)
      ? ['"concurrently" cannot be part of a migration: migrations/online']
      : []),
  ]);
}

function volatileDefaults(statement: string, isLarge: (table: string) => boolean): string[] {
  const [, table = '', columns = ''] =
    /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(statement) ?? [];
  const isSlow =
    isLarge(table) &&
    columns.split(/, add /).some((column) => {
      const [, value = ''] = /\bdefault (.*)/.exec(column) ?? [];
      return (
        /\badd column\b|^column\b/.test(column) && (VOLATILE.test(value) || /\bas identity\b/.test(column))
      );
    });
  return table !== '' && isSlow
    ? [
        `${table}: a default that differs by row rewrites the whole table: fill the column in migrations/online`,
      ]
    : [];
}

/** Refusals of the statements of migrations/online: each must bear to be run twice, and lock nobody out. */
export function unfitOnline(statements: readonly string[]): string[] {
  return statements.flatMap((statement) => {
    const one = statement.replaceAll(/\s+/g, ' ').trim();
    const fits =
      /^create (?:unique )?index concurrently if not exists \w+ on /.test(one) ||
      /^drop index concurrently if exists \w+$/.test(one) ||
      /^alter table \w+ validate constraint \w+$/.test(one) ||
      (one.includes('$1') && /\blimit \d+\b/.test(one) && /\bas rows\b/.test(one) && /\bas next\b/.test(one));
    return fits
      ? []
      : [`${one.slice(0, 60)}…: neither an index, a validation nor a slice ($1, limit, rows, next)`];
  });
}
