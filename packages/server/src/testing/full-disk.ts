/** A table whose disk is full, as PostgreSQL says it, in a file's own database. */
import { type Db, script } from '../platform/db/database.ts';

/** From now on rows may be read and deleted; `unless`: a condition of those that still have room. */
export async function fillDisk(db: Db, table: string, unless = 'false'): Promise<void> {
  await script(
    db,
    `create or replace function no_room() returns boolean language plpgsql as
       $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
  );
  await script(db, `alter table ${table} add constraint room check (${unless} or no_room()) not valid`);
}

export const makeRoom = (db: Db, table: string): Promise<void> =>
  script(db, `alter table ${table} drop constraint room`);
