import type { RawBuilder } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { createHook } from '../platform/hook.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Services } from '../platform/services.ts';
import type { PersonalData } from './personal-data.ts';

/**
 * What rooms store of people: whoever owns a table with anything of a contact says here how it is erased and
 * shown.
 */
export const personalData = createHook<PersonalData>('personalData');

/**
 * Two CTEs for a statement that makes contacts of these numbers (E.164), `returned` (phone) among them: those
 * whose opt-out outlived their erasure.
 */
export const numbersReturn =
  createHook<(secrets: Secrets, accountId: number, phones: readonly string[]) => RawBuilder<unknown>>(
    'numbersReturn',
  );

/**
 * Somebody is being erased, in this transaction, while the contact still has the number. `block`: the number
 * gets nothing more.
 */
export const contactErasing =
  createHook<
    (
      trx: Db,
      services: Services,
      contact: { accountId: number; phone: string; block: boolean },
    ) => Promise<void>
  >('contactErasing');

/** What waits to be sent to a contact who is erased is given up, in this transaction. */
export const sendingStops =
  createHook<(trx: Db, accountId: number, contactId: number, now: Date) => Promise<void>>('sendingStops');

/** Files that name a number are removed; false: one is in use, to be tried again. */
export const filesForgotten =
  createHook<(services: Services, accountId: number, phone: string) => Promise<boolean>>('filesForgotten');

/** Nothing of an erased contact is on its way any more: the number is forgotten, in this transaction. */
export const numberForgotten =
  createHook<(trx: Db, secrets: Secrets, accountId: number, phone: string) => Promise<void>>(
    'numberForgotten',
  );

/**
 * These values, by contact and tag id, are no longer what an import gave: the contact, or somebody by hand,
 * has said them since, equal or not.
 */
export const valuesSaid =
  createHook<
    (
      db: Db,
      accountId: number,
      values: ReadonlyMap<number, Readonly<Record<string, string>>>,
    ) => Promise<void>
  >('valuesSaid');
