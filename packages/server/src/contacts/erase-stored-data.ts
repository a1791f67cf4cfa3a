/** Removes what is stored of a contact who was erased, room by room. */
import type { Db } from '../platform/db/database.ts';
import { forgetReplies } from '../platform/http/intents.ts';
import { personalData } from './hooks.ts';
import type { ErasedContact } from './personal-data.ts';

export async function eraseStoredData(db: Db, contact: ErasedContact): Promise<void> {
  for (const { erase } of personalData.all) await erase(db, contact);
  // Replies that are kept to be given again are encrypted, and may name anybody: without them nothing is done
  // twice either.
  await forgetReplies(db, contact.accountId, contact.at);
}
