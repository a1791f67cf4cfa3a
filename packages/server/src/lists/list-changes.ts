/** What is done to lists, for whoever asks: a screen, a program. */
import { type Actor, recordAuditEvent } from '../audit/index.ts';
import { type Db, isUniqueViolation, transact } from '../platform/db/database.ts';
import { deleteOnce } from '../platform/deletion.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { tell } from '../platform/hook.ts';
import { listDeleted } from './hooks.ts';
import * as store from './store.ts';

type Acting = Actor & { db: Db };

/** @throws Refusal for a name that is taken. */
export function addList({ db, accountId, clock }: Acting, name: string): Promise<number> {
  return nameRefused(name, () => store.insertList(db, accountId, name, clock.now()));
}

/** @throws NotFound, or Refusal for the list of a channel and for a name that is taken. */
export async function renameOwnList({ db, accountId }: Acting, list: number, name: string): Promise<void> {
  await ownList(db, accountId, list, 'renamed');
  // Beside a new order of the lists, which may wait for the same names: a deadlock's victim is run again.
  await nameRefused(name, () => transact(db, (trx) => store.renameList(trx, accountId, list, name)));
}

/** @throws NotFound, or Refusal for the list of a channel and for one that a blast is about to go to. */
export async function removeList(acting: Acting, list: number): Promise<void> {
  const { db, accountId } = acting;
  await deleteOnce(db, accountId, { kind: 'list', id: list }, async (trx) => {
    await recordAuditEvent(trx, acting, { act: 'deleted', kind: 'list', id: list });
    await ownList(trx, accountId, list, 'deleted');
    // A blast that is being launched to it holds it, and is seen then.
    await store.lockList(trx, accountId, list);
    if ((await store.blastsWaitingFor(trx, accountId, list)) > 0)
      throw new Refusal('A blast is about to go to this list. Cancel it before you delete the list.');
    await store.deleteList(trx, accountId, list);
    await tell(listDeleted, trx, accountId, list);
  });
}

async function ownList(db: Db, accountId: number, id: number, done: string): Promise<void> {
  const found = await store.findList(db, accountId, id);
  if (!found) throw new NotFound();
  if (found.kind === 'audience')
    throw new Refusal(
      `These are the people of the channel “${found.name}”: the list is ${done} with the channel.`,
    );
}

async function nameRefused<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'lists_account_id_kind_name_key_key'))
      throw new Refusal(`You already have a list named “${name}”.`, 'ListName');
    throw error;
  }
}
