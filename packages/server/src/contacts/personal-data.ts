/**
 * What is stored of a contact. Each room that owns a table with anything of people brings its part
 * (`personalData` in hooks.ts): how it is erased (GDPR article 17, CCPA 1798.105) and how it is shown to the
 * person (articles 15 and 20, CCPA 1798.110).
 */
import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../platform/db/database.ts';

/**
 * `phone`: the contact's number in E.164; of an erased contact the one it had until `at`: somebody may have
 * come with the same number since.
 */
export type ContactData = { accountId: number; contactId: number; phone: string };
export type ErasedContact = ContactData & { at: Date };

export type PersonalData = {
  /**
   * Rows that something is counted by stay and say nothing of anybody; all others go. It may be run again.
   */
  erase: (db: Db, contact: ErasedContact) => Promise<void>;
  /**
   * Sections of the person's file, oldest rows first. Each names the indexes it is read by: of the contact,
   * or of the number.
   */
  show?: (contact: ContactData) => Record<string, RawBuilder<object>>;
};

/**
 * For `erase`: each statement is a transaction of its own, so that nobody waits for a contact with many
 * texts.
 */
export const erasing =
  (statementsFor: (contact: ErasedContact) => readonly RawBuilder<unknown>[]): PersonalData['erase'] =>
  async (db, contact) => {
    for (const statement of statementsFor(contact)) await statement.execute(db);
  };

/** The condition for rows of the contact. */
export const ofContact = ({ accountId, contactId }: ContactData) =>
  sql`account_id = ${accountId} and contact_id = ${contactId}`;

/** The condition for rows of the number, of the time when it was the contact's. */
export const ofNumber = ({ accountId, phone, at }: ErasedContact) =>
  sql`account_id = ${accountId} and phone = ${phone} and at <= ${at}`;

/** What stands for the number of an erased contact. */
export const erasedName = ({ accountId, contactId }: ContactData) =>
  sql`(select phone from contacts where account_id = ${accountId} and id = ${contactId})`;

/**
 * All ids of an account's table: indexes that lead to the contact over its channel, import or campaign are
 * walked for each of these.
 */
export const idsOf = ({ accountId }: ContactData, table: 'channels' | 'imports' | 'campaigns') =>
  sql`array(select id from ${sql.table(table)} where account_id = ${accountId})`;

/** Names of what a row points at, for the person's file. */
export const campaignName = ({ accountId }: ContactData, column: string) => sql`
  (select g.name from campaigns g where g.account_id = ${accountId} and g.id = ${sql.ref(column)}) as campaign`;
export const channelName = ({ accountId }: ContactData, column: string) => sql`
  (select h.name from channels h where h.account_id = ${accountId} and h.id = ${sql.ref(column)}) as channel`;
