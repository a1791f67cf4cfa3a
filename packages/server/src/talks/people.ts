/** Whom a flow is tried as: what a conversation with a contact would go by. Only read. */

import type { HoursRule } from '@parley/rules/quiet-hours.ts';
import { TALK_LIMITS } from '@parley/rules/talk-limits.ts';
import type { RawBuilder } from 'kysely';
import { findContact } from '../contacts/index.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { accountHours, consentRecord, contactRules } from '../policy/index.ts';
import { displayName, isIndexed, isWho, listTags, peopleLike, whoOf } from '../tags/index.ts';

/** Who an index finds: enough to choose the newest from. */
const FOUND = 200;
/** Numbers are looked for by one or two digits among so many of the newest. */
const STRETCH = 20_000;

/** The newest contacts whom a search is for; without one the newest of all. */
export async function findPeople(db: Db, accountId: number, search: string) {
  const found = await candidates(db, accountId, search.trim());
  return rows(
    db,
    sql<{ contact: number; phone: string; optedOut: boolean; displayName: string }>`
      select c.id as contact, c.phone, c.opted_out as "optedOut", ${displayName(accountId)} as "displayName"
      from (${found} order by id desc limit ${TALK_LIMITS.people}) c order by c.id desc`,
  );
}

async function candidates(db: Db, accountId: number, search: string): Promise<RawBuilder<unknown>> {
  const all = sql`select * from contacts c where c.account_id = ${accountId} and c.erased_at is null`;
  if (search === '') return all;
  const who = await whoOf(db, search);
  if (!isIndexed(who))
    return sql`select * from (${all} order by c.id desc limit ${STRETCH}) c where ${isWho(who)}`;
  const found = await rows(db, sql<{ id: number }>`select id from ${peopleLike(accountId, who, FOUND)}`);
  return sql`${all} and c.id = any(${found.map(({ id }) => id)}::bigint[])`;
}

/** Undefined: there is no such contact. */
export async function readPerson(db: Db, accountId: number, contactId: number, now: Date) {
  const [contact, rules, consent, tags] = await Promise.all([
    findContact(db, accountId, contactId),
    contactRules(db, accountId, contactId, now),
    consentRecord(db, accountId, contactId, now),
    listTags(db, accountId, ''),
  ]);
  if (!contact || !rules || !consent) return undefined;
  const agreed = consent.consents.filter(({ kind }) => kind === 'opt-in').at(-1);
  return {
    phone: contact.phone,
    timeZone: rules.timeZone,
    zones: rules.place.zones,
    state: rules.place.state,
    ...hoursFields(rules.hours),
    optedOut: rules.optOut.optedOut,
    pausedUntil: rules.pause.until,
    consentSource: agreed?.source ?? '',
    consentAt: agreed?.at.toISOString() ?? '',
    tags: tags.flatMap(({ id, name }) => {
      const value = contact.tags[id];
      return value === undefined ? [] : [{ name, value }];
    }),
  };
}

/** The quiet hours for somebody of whom nothing is known. */
export const readHours = async (db: Db, accountId: number) => hoursFields(await accountHours(db, accountId));

const ALL_DAY = [0, 24] as const;
const hoursFields = ({ hours, byState }: HoursRule) => {
  const [from, to] = hours ?? ALL_DAY;
  return { quiet: hours !== null, from, to, byState };
};
