/** What is done to tags, for whoever asks: a screen, a program. */
import { type Actor, recordAuditEvent } from '../audit/index.ts';
import { type Db, isUniqueViolation, transact } from '../platform/db/database.ts';
import { deleteOnce } from '../platform/deletion.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import * as store from './store.ts';

type Acting = Actor & { db: Db };

/** @throws Refusal for a name that is taken. */
export function addTag({ db, accountId, clock }: Acting, name: string): Promise<number> {
  const insert = (trx: Db) => store.insertTag(trx, accountId, name, clock.now());
  return nameRefused(name, () => transact(db, insert));
}

/** @throws NotFound, or Refusal for a name that is taken. */
export async function renameOwnTag({ db, accountId }: Acting, tag: number, name: string): Promise<void> {
  const rename = (trx: Db) => store.renameTag(trx, accountId, tag, name);
  if (!(await nameRefused(name, () => transact(db, rename)))) throw new NotFound();
}

/** @throws NotFound */
export async function removeTag(acting: Acting, tag: number): Promise<void> {
  const { db, accountId } = acting;
  await deleteOnce(db, accountId, { kind: 'tag', id: tag }, async (trx) => {
    await recordAuditEvent(trx, acting, { act: 'deleted', kind: 'tag', id: tag });
    if (!(await store.deleteTag(trx, accountId, tag))) throw new NotFound();
  });
}

async function nameRefused<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'tags_account_id_name_key_key'))
      throw new Refusal(`You already have a tag named “${name}”.`, 'TagName');
    throw error;
  }
}
