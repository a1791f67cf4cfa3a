/** What stands in the way of copying an installation into a database. */
import { EXTENSIONS } from '../platform/db/app-role.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
import { migrationsAhead } from '../platform/db/migrate.ts';
import { runningProcesses } from './distribute-tables.ts';

const OLDEST = 150_000;
/** So many names of what is in the way are told. */
const NAMED = 5;

type Facts = {
  version: number;
  versionName: string;
  encoding: string;
  mayCreate: boolean;
  isParley: boolean;
  /** What others have there. */
  relations: string[];
  /** Extensions that are missing, and that this user may not create, or nobody can. */
  missing: string[];
};

/** A sentence for each; none: it is empty, and fits. */
export async function troublesOfTarget(db: Db, name: string, now: Date): Promise<string[]> {
  const facts = await readFacts(db);
  if (!facts) return [];
  const { version, versionName, encoding, mayCreate, isParley, relations, missing } = facts;
  const foreign = isParley ? [] : relations.slice(0, NAMED);
  return [
    ...(version < OLDEST ? [`${name} is PostgreSQL ${versionName}: 15 or newer is needed.`] : []),
    ...(encoding === 'UTF8' ? [] : [`${name} is in ${encoding}: a database in UTF8 is needed.`]),
    ...(mayCreate ? [] : [`This user may make no tables in ${name}.`]),
    ...missing.map(
      (one) => `${name} has no ${one}: an administrator runs "create extension ${one}" in it first.`,
    ),
    ...(foreign.length > 0 ? [`${name} is in use by something else: it has ${foreign.join(', ')}.`] : []),
    ...(isParley ? await troublesOfParley(db, name, now) : []),
  ];
}

async function troublesOfParley(db: Db, name: string, now: Date): Promise<string[]> {
  const { newer } = await migrationsAhead(db);
  if (newer.length > 0) return [`${name} is of a newer Parley (${newer.join(', ')}).`];
  const filled = (await hasAccounts(db)) ? [`${name} has accounts already: it must be empty.`] : [];
  return [...filled, ...(await runningProcesses(db, now)).map((trouble) => `${name}: ${trouble}`)];
}

/** Also false where there are no tables yet. */
export async function hasAccounts(db: Db): Promise<boolean> {
  const table = await first(
    db,
    sql<{ isThere: boolean }>`select to_regclass('accounts') is not null as "isThere"`,
  );
  if (!table?.isThere) return false;
  const found = await first(
    db,
    sql<{ some: boolean }>`select (select count(*) from accounts) + (select count(*) from users) > 0 as some`,
  );
  return found?.some ?? false;
}

function readFacts(db: Db): Promise<Facts | undefined> {
  return first(
    db,
    sql<Facts>`
      select current_setting('server_version_num')::int as version, current_setting('server_version') as "versionName",
        pg_encoding_to_char(d.encoding) as encoding,
        coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
        to_regclass('migrations') is not null as "isParley",
        array(
          select c.relname::text from pg_class c
          where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not exists (
            select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
          order by 1) as relations,
        array(
          select wanted from unnest(${EXTENSIONS}::text[]) as wanted
          where not exists (select from pg_extension where extname = wanted) and not exists (
            select from pg_available_extensions a join pg_available_extension_versions v
              on v.name = a.name and v.version = a.default_version
            where a.name = wanted and ((select rolsuper from pg_roles where rolname = current_user)
              or (v.trusted and has_database_privilege(current_database(), 'create'))))) as missing
      from pg_database d where d.datname = current_database()`,
  );
}
