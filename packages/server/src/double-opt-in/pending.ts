/** Double opt-in: who was added to such a list waits for a YES (lists/pending-members.ts). */
import {
  confirmationText,
  confirmedText,
  QUESTION_PATTERNS,
  questionLanguage,
  saysYesIn,
} from '@parley/rules/confirmation-text.ts';
import type { NewEvent } from '../events/index.ts';
import { addConfirmed, askOnceMore, noteOrigins, type Origin, stopWaiting } from '../lists/index.ts';
import type { NewMessage } from '../messages/index.ts';
import { numberArray } from '../platform/db/arrays.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import { tell } from '../platform/hook.ts';
import { countedOptIns, recordConsents } from '../suppression/index.ts';
import { membersConfirmed } from './hooks.ts';
import { withLanguages } from './question-languages.ts';

/** Somebody who answered YES on a channel, in some language. */
export type Yes = {
  contactId: number;
  channelId: number;
  phone: string;
  text: string;
  /** When a conversation asked something that waits for an answer; null: none did. */
  askedSince: Date | null;
  /** Counts only when they were asked on this channel. */
  sameChannel: boolean;
};

type Pending = Origin & {
  listId: number;
  contactId: number;
  askedAt: Date;
  language: string | null;
  name: string;
  account: string;
};

/** Whose YES it was, the opt-ins that count now, and what tells them so. */
export type Confirmed = { contactIds: Set<number>; events: NewEvent[]; messages: NewMessage[] };

/** A text about their membership that answers the person at once. */
export const systemReply = (
  { phone, ...to }: { channelId: number; contactId: number; phone: string },
  body: string,
): NewMessage => ({
  ...to,
  campaignId: null,
  blastId: null,
  stepId: null,
  origin: 'system',
  purpose: 'response',
  body,
  media: null,
  checked: { phone },
});

/**
 * Notes where pending people came from, and who is asked in this very transaction; answers what each of them
 * is asked, in their order.
 */
export async function notePending(
  trx: Db,
  accountId: number,
  pending: readonly (Origin & { listId: number; contactId: number; askedAt: Date | null })[],
): Promise<string[]> {
  const noted = await withLanguages(trx, accountId, pending);
  const lists = await rows(
    trx,
    sql<{ id: number; name: string; account: string }>`
      with noted as (${noteOrigins(accountId, noted)})
      select l.id, l.name, a.name as account from lists l join accounts a on a.id = ${accountId}
      where l.account_id = ${accountId} and l.id = any(${pending.map(({ listId }) => listId)}::bigint[])`,
  );
  const byId = new Map(lists.map((list) => [list.id, list]));
  return noted.map(({ listId, language }) => {
    const list = byId.get(listId);
    return list ? confirmationText(list.account, list.name, language) : '';
  });
}

/** Whether `m` is a question to somebody who waits. */
const isQuestion = sql<boolean>`m.origin = 'system' and m.body like any(${QUESTION_PATTERNS}::text[])`;

/** Whether the question to `p` went over the channel of the answer, for those of whom it matters. */
function askedOver(accountId: number, people: readonly Yes[]) {
  const careful = people.filter((each) => each.sameChannel);
  return sql<boolean>`
    not exists (
      select from unnest(
        ${numberArray(careful.map((each) => each.contactId))}::bigint[], ${numberArray(careful.map((each) => each.channelId))}::bigint[]
      ) as given (contact_id, channel_id)
      where given.contact_id = p.contact_id and not exists (
        select from messages m
        where m.account_id = ${accountId} and m.contact_id = p.contact_id and m.created_at >= p.asked_at
          and m.channel_id = given.channel_id and ${isQuestion}
      )
    )`;
}

/**
 * Whether the question to `p` was held back from somebody who had opted out: nothing was shown that a YES
 * could be the answer to.
 */
const isUnseen = (accountId: number) => sql<boolean>`
  coalesce((
    select bool_and(m.status = 'skipped') from messages m
    where m.account_id = ${accountId} and m.contact_id = p.contact_id and m.created_at >= p.asked_at
      and ${isQuestion}
  ), false)`;

/** They have opted in again: what they were not asked meanwhile is asked now. Needs a transaction. */
export const askUnseen = (trx: Db, accountId: number, contactIds: readonly number[], now: Date) =>
  askOnceMore(trx, accountId, contactIds, isUnseen(accountId), now);

/**
 * Makes members of those who were asked and whom nothing else was asked since; with the proof: now they are
 * opted in. Needs a transaction.
 */
export async function confirmMembers(
  trx: Db,
  accountId: number,
  people: readonly Yes[],
  now: Date,
): Promise<Confirmed> {
  const pending = await rows(
    trx,
    sql<Pending>`
      select p.list_id as "listId", p.contact_id as "contactId", p.asked_at as "askedAt", p.language, l.name, a.name as account,
        p.campaign_id as "campaignId", p.campaign_version as "campaignVersion", p.step_id as "stepId", p.blast_id as "blastId"
      from pending_members p
        join lists l on l.account_id = ${accountId} and l.id = p.list_id
        join accounts a on a.id = ${accountId}
      where p.account_id = ${accountId} and p.contact_id = any(${people.map((each) => each.contactId)}::bigint[])
        and p.asked_at is not null and ${askedOver(accountId, people)} and not ${isUnseen(accountId)}
      order by p.list_id, p.contact_id for update of p`,
  );
  const byContact = new Map(people.map((each) => [each.contactId, each]));
  const meant = pending.filter(({ contactId, askedAt, language }) => {
    const person = byContact.get(contactId);
    if (!person || !saysYesIn(questionLanguage(language), person.text)) return false;
    return person.askedSince === null || person.askedSince <= askedAt;
  });
  if (meant.length === 0) return { contactIds: new Set(), events: [], messages: [] };
  await stopWaiting(trx, accountId, meant);
  const confirmed = meant.flatMap((each) => {
    const person = byContact.get(each.contactId);
    return person ? [{ ...each, person }] : [];
  });
  const counted = await countedOptIns(trx, accountId, confirmed, ({ listId, contactId, person }) => {
    return { listId, contactId, phone: person.phone };
  });
  for (const [listId, members] of Map.groupBy(meant, (each) => each.listId))
    await addConfirmed(
      trx,
      accountId,
      listId,
      members.map((each) => each.contactId),
      now,
    );
  await recordConsents(trx, accountId, confirmed.map(consentOf), now);
  const joined = confirmed.map(({ listId, contactId, person }) => ({ listId, contactId, yes: person }));
  await tell(membersConfirmed, trx, accountId, joined, now);
  return {
    contactIds: new Set(meant.map((each) => each.contactId)),
    events: [...counted].flatMap((each) => optInOf(each, now)),
    messages: [...Map.groupBy(confirmed, ({ person }) => person)].map(([person, joined]) =>
      systemReply(
        { channelId: person.channelId, contactId: person.contactId, phone: person.phone },
        confirmedText(
          joined[0]?.account ?? '',
          joined.map(({ name }) => name),
          questionLanguage(joined[0]?.language ?? null),
        ),
      ),
    ),
  };
}

type ConfirmedMember = Pending & { person: Yes };

const consentOf = ({
  listId,
  name,
  account,
  campaignId,
  campaignVersion,
  language,
  person,
}: ConfirmedMember) => ({
  phone: person.phone,
  kind: 'opt-in' as const,
  channelId: person.channelId,
  listId,
  campaignId,
  campaignVersion,
  source: 'double-opt-in' as const,
  words: person.text,
  shown: confirmationText(account, name, questionLanguage(language)),
  address: person.phone,
});

/** An opt-in through a campaign; somebody added by hand or by an import comes through none. */
function optInOf(member: ConfirmedMember, now: Date): NewEvent[] {
  const { campaignId, listId, contactId, stepId, blastId, person } = member;
  if (campaignId === null) return [];
  return [
    {
      campaignId,
      kind: 'optin',
      at: now,
      contactId,
      phone: person.phone,
      blastId: blastId ?? undefined,
      stepId: stepId ?? undefined,
      listId,
      raw: person.text,
    },
  ];
}
