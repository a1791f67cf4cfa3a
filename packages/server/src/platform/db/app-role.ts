/**
 * The role that Parley works as in the embedded PostgreSQL: owner of its schema and of what is in it, and of
 * nothing else. Whoever could put SQL of their own into a statement reaches no file, no program and no other
 * role by it. The superuser that made the cluster is used at the start, for what follows here, and for
 * backups.
 */
import pg from 'pg';
import type { Log } from '../log.ts';
import { type Db, first, sql } from './database.ts';

export const APP_ROLE = 'parley_app';
/** Made by the superuser; the migrations find them there. */
export const EXTENSIONS = ['pg_trgm', 'btree_gin'];
/** Any fixed number: it keeps two starting processes from doing this at once. */
const LOCK = 7_275_392;

/**
 * A connection of the superuser, which takes no function or table for PostgreSQL's own that somebody made in
 * the schema.
 */
export async function connectAsOwner(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'parley-owner',
    options: '-c search_path=pg_catalog',
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Makes the role and gives it the schema `public` of a database with all that is in it, as one transaction.
 * Run at each start: it mends what a set-up that was killed, another password or an older Parley, which
 * worked as superuser, has left.
 */
export async function giveToApp(ownerUrl: string, password: string): Promise<void> {
  const client = await connectAsOwner(ownerUrl);
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${LOCK})`);
    await client.query(MAKE_ROLE);
    await client.query(
      `alter role ${APP_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
       password ${client.escapeLiteral(password)}`,
    );
    for (const name of EXTENSIONS) await client.query(`create extension if not exists ${name} schema public`);
    await client.query(GIVE_SCHEMA);
    await client.query(GIVE_OBJECTS);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

const MAKE_ROLE = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${APP_ROLE}') then create role ${APP_ROLE}; end if;
  end $$`;

const GIVE_SCHEMA = `
  do $$ begin
    if (select nspowner::regrole::text from pg_namespace where nspname = 'public') <> '${APP_ROLE}' then
      alter schema public owner to ${APP_ROLE};
    end if;
  end $$`;

/**
 * "reassign owned" refuses the superuser that made a cluster: system objects are its own, too. What an
 * extension made stays with it.
 */
const GIVE_OBJECTS = `
  do $$
  declare one record;
  begin
    for one in
      select kind.type, kind.identity
      from (
        select tableoid, oid, relnamespace, relowner from pg_class c
        where relkind in ('r', 'p', 'v', 'm', 'f') or (relkind = 'S' and not exists (
          select from pg_depend d where d.classid = c.tableoid and d.objid = c.oid and d.deptype in ('a', 'i')))
        union all select tableoid, oid, pronamespace, proowner from pg_proc
        union all select t.tableoid, t.oid, t.typnamespace, t.typowner from pg_type t
          where typtype in ('d', 'e', 'r') or exists (select from pg_class c where c.oid = t.typrelid and relkind = 'c')
        union all select tableoid, oid, collnamespace, collowner from pg_collation
        union all select tableoid, oid, stxnamespace, stxowner from pg_statistic_ext
        union all select tableoid, oid, cfgnamespace, cfgowner from pg_ts_config
        union all select tableoid, oid, dictnamespace, dictowner from pg_ts_dict
        union all select tableoid, oid, oprnamespace, oprowner from pg_operator
        union all select tableoid, oid, opfnamespace, opfowner from pg_opfamily
        union all select tableoid, oid, opcnamespace, opcowner from pg_opclass
      ) object (class, id, schema, owner)
      cross join pg_identify_object(class, id, 0) kind
      where object.schema = 'public'::regnamespace and object.owner::regrole::text <> '${APP_ROLE}'
        and not exists (select from pg_depend d where d.classid = class and d.objid = id and d.deptype = 'e')
    loop
      execute format('alter %s %s owner to ${APP_ROLE}',
        case one.type when 'statistics object' then 'statistics' else one.type end, one.identity);
    end loop;
  end $$`;

/**
 * Says so when a database of somebody's own is worked on by a role that may do all: nothing here needs one.
 */
export async function warnOfSuperuser(db: Db, log: Log): Promise<void> {
  const role = await first(
    db,
    sql<{ isSuper: boolean }>`select rolsuper as "isSuper" from pg_roles where rolname = current_user`,
  );
  if (role?.isSuper)
    log.warn('DATABASE_URL names a superuser: give Parley a role that owns its database and nothing else');
}
