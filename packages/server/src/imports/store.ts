/** All SQL that writes imports, but for their batches (`write-batch.ts`) and taking them back (`undo.ts`). */
import type { CountryCode } from '@parley/rules/phone.ts';
import { changed, type Db, first, rows, sql } from '../platform/db/database.ts';
import { claimFirst, LOOKED_AT } from '../platform/db/leases.ts';

export type ImportState =
  | 'uploaded'
  | 'tried'
  | 'running'
  | 'done'
  | 'cancelled'
  | 'failed'
  | 'undoing'
  | 'undone';
/** Target of a column: 'phone', 'optout', '' (not imported), 'tag:<id>' or 'newtag:<name>'. */
export type ColumnTarget = { index: number; target: string };

export type Import = {
  id: number;
  listId: number;
  state: ImportState;
  fileName: string;
  storedAs: string;
  delimiter: string;
  hasHeader: boolean;
  country: CountryCode;
  mapping: ColumnTarget[];
  rows: number;
  done: number;
  added: number;
  updated: number;
  duplicates: number;
  invalid: number;
  optedOut: number;
  newOptOuts: number;
  /** Who started it; null: nobody did yet. */
  startedBy: number | null;
  /** Of taking it back: people it changed, and those who are as before again. */
  undoTotal: number;
  undone: number;
  undoKept: number;
  createdAt: Date;
};

const columns = sql`id, list_id as "listId", state, file_name as "fileName", stored_as as "storedAs", delimiter,
  has_header as "hasHeader", mapping, row_count as rows, done_count as done, new_count as added, updated_count as updated,
  duplicate_count as duplicates, invalid_count as invalid, optout_count as "optedOut", undo_total as "undoTotal",
  undone_count as undone,
  undo_kept as "undoKept", new_optout_count as "newOptOuts", country, started_by as "startedBy", created_at as "createdAt"`;

export type NewImport = {
  listId: number;
  fileName: string;
  storedAs: string;
  delimiter: string;
  hasHeader: boolean;
  country: CountryCode;
  rows: number;
  now: Date;
};

/** Stores an upload; undefined when its list was deleted while the file was read. */
export async function insertImport(db: Db, accountId: number, given: NewImport): Promise<number | undefined> {
  const row = await first(
    db,
    sql<{ id: number }>`
      with l as (select id from lists where account_id = ${accountId} and id = ${given.listId} for key share)
      insert into imports (account_id, list_id, state, file_name, stored_as, delimiter, has_header, country, row_count, created_at)
      select ${accountId}, l.id, 'uploaded', ${given.fileName}, ${given.storedAs}, ${given.delimiter},
        ${given.hasHeader}::boolean, ${given.country}, ${given.rows}::int, ${given.now}::timestamptz
      from l
      returning id`,
  );
  return row?.id;
}

export async function findImport(db: Db, accountId: number, id: number): Promise<Import | undefined> {
  return first(
    db,
    sql<Import>`select ${columns} from imports where account_id = ${accountId} and id = ${id}`,
  );
}

/** The import, locked until the transaction ends. */
export async function lockImport(trx: Db, accountId: number, id: number): Promise<Import | undefined> {
  return first(
    trx,
    sql<Import>`select ${columns} from imports where account_id = ${accountId} and id = ${id} for update`,
  );
}

/** What is left to do of an import, locked as a batch that is being stored holds it: before the import. */
export async function lockImportJob(trx: Db, accountId: number, id: number): Promise<void> {
  await sql`
    select 1 from import_jobs where account_id = ${accountId} and import_id = ${id} for update`.execute(trx);
}

/** Keeps the mapping and the country that were tried; false when the import has been started meanwhile. */
export async function storeMapping(
  db: Db,
  accountId: number,
  id: number,
  mapping: readonly ColumnTarget[],
  country: CountryCode,
): Promise<boolean> {
  const count = await changed(
    db,
    sql`
      update imports set state = 'tried', mapping = ${JSON.stringify(mapping)}::jsonb, country = ${country}
      where account_id = ${accountId} and id = ${id} and state in ('uploaded', 'tried')`,
  );
  return count > 0;
}

/**
 * `mapping` has ids in the place of names of tags that were to be added. `hasConsent`: whoever starts it
 * attests that these people agreed; `note` says how they did.
 */
export type Starting = {
  mapping: readonly ColumnTarget[];
  userId: number;
  hasConsent: boolean;
  note: string;
};

/** Needs a transaction. */
export async function startImport(
  trx: Db,
  accountId: number,
  id: number,
  { mapping, userId, hasConsent, note }: Starting,
  now: Date,
): Promise<void> {
  await sql`
    update imports set state = 'running', mapping = ${JSON.stringify(mapping)}::jsonb,
      started_by = ${userId}, consent_by = ${hasConsent ? userId : null}, consent_at = ${hasConsent ? now : null},
      consent_note = ${note}
    where account_id = ${accountId} and id = ${id}`.execute(trx);
  await makeDue(trx, accountId, id, now);
}

/** Begins to take an import back, or goes on with it. Needs a transaction in which it is locked. */
export async function startUndo(trx: Db, accountId: number, id: number, now: Date): Promise<void> {
  await sql`
    update imports set state = 'undoing', finished_at = null, undo_total = undone_count + (
      select count(*) from import_changes c where c.account_id = ${accountId} and c.import_id = ${id})
    where account_id = ${accountId} and id = ${id}`.execute(trx);
  await makeDue(trx, accountId, id, now);
}

async function makeDue(trx: Db, accountId: number, id: number, now: Date): Promise<void> {
  await sql`
    insert into import_jobs (account_id, import_id, due_at) values (${accountId}, ${id}, ${now})`.execute(
    trx,
  );
}

/** Ends an import. Needs a transaction. */
export async function endImport(
  trx: Db,
  accountId: number,
  id: number,
  state: 'done' | 'cancelled' | 'undone' | 'failed',
  now: Date,
): Promise<void> {
  await sql`
    update imports set state = ${state}, finished_at = ${now}
    where account_id = ${accountId} and id = ${id}`.execute(trx);
  await sql`delete from import_jobs where account_id = ${accountId} and import_id = ${id}`.execute(trx);
}

export type Claim = { accountId: number; importId: number; tries: number };

/** Leases one running import that nobody works on. */
export async function claimImport(
  db: Db,
  worker: string,
  now: Date,
  leasedUntil: Date,
): Promise<Claim | undefined> {
  const isFree = sql`(leased_until is null or leased_until < ${now})`;
  const found = await rows(
    db,
    sql<{ accountId: number; importId: number }>`
      select account_id as "accountId", import_id as "importId" from import_jobs
      where ${isFree} order by due_at, import_id limit ${LOOKED_AT}`,
  );
  return claimFirst(found, (accountId, theirs) =>
    first(
      db,
      sql<Claim>`
        with due as (
          select import_id from import_jobs
          where account_id = ${accountId} and import_id = any(${theirs.map(({ importId }) => importId)}::bigint[]) and ${isFree}
          order by due_at, import_id limit 1 for update skip locked
        )
        update import_jobs d set worker = ${worker}, leased_until = ${leasedUntil}, tries = d.tries + 1
        from due where d.account_id = ${accountId} and d.import_id = due.import_id
        returning d.account_id as "accountId", d.import_id as "importId", d.tries`,
    ),
  );
}

/**
 * Keeps the lease while batches are stored; false when another worker has taken it over or the import has
 * ended.
 */
export async function keepClaim(
  trx: Db,
  { accountId, importId }: Claim,
  worker: string,
  leasedUntil: Date,
): Promise<boolean> {
  const count = await changed(
    trx,
    sql`
      update import_jobs set leased_until = ${leasedUntil}, tries = 0
      where account_id = ${accountId} and import_id = ${importId} and worker = ${worker}`,
  );
  return count > 0;
}

/** Gives an import back, so that the next worker takes it at once. */
export async function releaseClaim(db: Db, { accountId, importId }: Claim, worker: string): Promise<void> {
  await sql`
    update import_jobs set leased_until = null, tries = 0
    where account_id = ${accountId} and import_id = ${importId} and worker = ${worker}`.execute(db);
}

/**
 * Gives back what a worker holds: the database was away, or its disk full, which is no fault of the import's.
 */
export async function dropImportLeases(db: Db, worker: string): Promise<void> {
  await sql`update import_jobs set leased_until = null, tries = 0 where worker = ${worker}`.execute(db);
}

/** Forgets a claim whose import is gone (its list was deleted) or over. */
export async function dropImportClaim(db: Db, { accountId, importId }: Claim): Promise<void> {
  await sql`delete from import_jobs where account_id = ${accountId} and import_id = ${importId}`.execute(db);
}

/** Which of these files an import was made of. */
export async function namedUploads(db: Db, files: readonly string[]): Promise<Set<string>> {
  const found = await rows(
    db,
    sql<{ name: string }>`select stored_as as name from imports where stored_as = any(${files}::text[])`,
  );
  return new Set(found.map(({ name }) => name));
}

/** Forgets what imports before a moment changed: they can no longer be taken back. */
export async function forgetChanges(db: Db, before: Date): Promise<void> {
  const old = await rows(
    db,
    sql<{ accountId: number; id: number }>`
      select account_id as "accountId", id from imports i
      where created_at < ${before} and state in ('done', 'cancelled', 'failed') and exists (
        select from import_changes c where c.account_id = i.account_id and c.import_id = i.id)`,
  );
  for (const { accountId, id } of old)
    await sql`delete from import_changes where account_id = ${accountId} and import_id = ${id}`.execute(db);
}
