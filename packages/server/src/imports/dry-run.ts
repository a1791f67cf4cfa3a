/** Says what an import would do: reads the whole file, asks which numbers are known, writes nothing. */

import { isOfCountry } from '@parley/rules/listed-phone.ts';
import { arrayText } from '../platform/db/array-text.ts';
import { amongTexts } from '../platform/db/arrays.ts';
import { type Db, first, sql } from '../platform/db/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { fingerprintOf } from '../suppression/index.ts';
import { type ImportFile, type Problem, readFile } from './rows.ts';

const BATCH = 2_000;
const PROBLEMS_SHOWN = 100;

export type DryRun = {
  rows: number;
  added: number;
  updated: number;
  duplicates: number;
  invalid: number;
  /** Opted out already. */
  optedOut: number;
  /** Opted out by a column of the file, in rows that are left out, too. */
  newOptOuts: number;
  /** Numbers of other countries than the chosen one. */
  abroad: number;
  /** The first ones. */
  problems: Problem[];
};

/** The fingerprint takes a while to find. */
type Numbered = { phone: string; fingerprint: string };

export async function dryRun(db: Db, secrets: Secrets, accountId: number, file: ImportFile): Promise<DryRun> {
  const result: DryRun = {
    rows: 0,
    added: 0,
    updated: 0,
    duplicates: 0,
    invalid: 0,
    optedOut: 0,
    newOptOuts: 0,
    abroad: 0,
    problems: [],
  };
  let people: Numbered[] = [];
  let optOuts: Numbered[] = [];
  const marked = new Set<number>();
  const numbered = (phone: string): Numbered => ({
    phone,
    fingerprint: fingerprintOf(secrets, accountId, phone),
  });

  async function count(): Promise<void> {
    const known = await countKnown(db, accountId, people);
    const fresh = optOuts.length - (await countKnown(db, accountId, optOuts)).optedOut;
    result.updated += known.contacts;
    result.added += people.length - known.contacts;
    result.optedOut += known.optedOut;
    result.newOptOuts += fresh;
    people = [];
    optOuts = [];
  }

  for await (const reading of readFile(file)) {
    result.rows += 1;
    const digits = Number(reading.optOut?.slice(1));
    if (reading.optOut !== null && !marked.has(digits)) {
      marked.add(digits);
      optOuts.push(numbered(reading.optOut));
    }
    if (reading.kind === 'person') {
      people.push(numbered(reading.person.phone));
      if (!isOfCountry(reading.person.phone, file.country)) result.abroad += 1;
    }
    if (people.length === BATCH || optOuts.length === BATCH) await count();
    if (reading.kind === 'person') continue;
    if (reading.kind === 'invalid') result.invalid += 1;
    else result.duplicates += 1;
    if (result.problems.length < PROBLEMS_SHOWN) result.problems.push(reading.problem);
  }
  await count();
  return result;
}

async function countKnown(
  db: Db,
  accountId: number,
  people: readonly Numbered[],
): Promise<{ contacts: number; optedOut: number }> {
  if (people.length === 0) return { contacts: 0, optedOut: 0 };
  const phones = arrayText(people.map(({ phone }) => phone));
  const fingerprints = arrayText(people.map(({ fingerprint }) => fingerprint));
  const row = await first(
    db,
    sql<{ contacts: number; optedOut: number }>`
      select
        (select count(*) from contacts c
          where c.account_id = ${accountId} and c.phone ${amongTexts(phones)}) as contacts,
        (select count(*)
          from unnest(${phones}::text[], ${fingerprints}::text[]) as given (phone, fingerprint)
          where exists (select from suppressions o where o.account_id = ${accountId} and o.phone = given.phone)
            or exists (select from erased_numbers e
              where e.account_id = ${accountId} and e.fingerprint = decode(given.fingerprint, 'hex'))) as "optedOut"`,
  );
  return row ?? { contacts: 0, optedOut: 0 };
}
