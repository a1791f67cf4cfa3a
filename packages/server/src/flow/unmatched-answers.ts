/** What people said to a question that none of its answers understood. */
import { createHash } from 'node:crypto';
import { plainAnswer } from '@parley/engine';
import { UNMATCHED_LIMITS } from '@parley/rules/answer-limits.ts';
import { type Db, first, sql } from '../platform/db/database.ts';

export type UnmatchedAnswer = { text: string; count: number /** ISO instant. */; last: string };
export type UnmatchedAnswers = { answers: UnmatchedAnswer[]; isPartial: boolean };

type Row = {
  said: UnmatchedAnswer[];
  /** Hashes of texts that were put away, in hexadecimal digits. */
  dismissed: string[];
  isPartial: boolean;
};

/** One question of an account. */
export type AskedAt = { accountId: number; campaign: number; step: number };

/**
 * Reads them from the latest answers to the campaign, at most {@link UNMATCHED_LIMITS}.reach of them in the
 * order of their index, so that a campaign of millions costs no more; null when the account has no such
 * question. Longer texts than can be shown are not told: nobody says them twice.
 */
export async function readUnmatched(
  db: Db,
  { accountId, campaign, step }: AskedAt,
  reach: number = UNMATCHED_LIMITS.reach,
): Promise<UnmatchedAnswers | null> {
  const row = await first(
    db,
    sql<Row>`
      with looked as materialized (
        select step_id, intent, raw, at from events
        where account_id = ${accountId} and campaign_id = ${campaign} and kind = 'response'
        order by at desc, id desc limit ${reach + 1}
      )
      select (select count(*) from looked) > ${reach} as "isPartial", coalesce((
          select jsonb_agg(s) from (
            select raw as text, count(*) as count, to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last
            from looked where step_id = ${step} and intent = '' and length(raw) between 1 and ${UNMATCHED_LIMITS.text}
            group by raw
          ) s), '[]') as said, coalesce((
          select jsonb_agg(encode(d.text_hash, 'hex')) from dismissed_answers d
          where d.account_id = ${accountId} and d.campaign_id = c.id and d.step_id = ${step}), '[]') as dismissed
      from campaigns c where c.account_id = ${accountId} and c.id = ${campaign} and not c.is_template
        and exists (select from steps s where s.account_id = ${accountId} and s.campaign_id = c.id and s.id = ${step})`,
  );
  if (!row) return null;
  const dismissed = new Set(row.dismissed);
  const answers = alike(row.said).filter(([plain]) => !dismissed.has(hashOf(plain).toString('hex')));
  return {
    answers: answers.slice(0, UNMATCHED_LIMITS.shown).map(([, answer]) => answer),
    isPartial: row.isPartial,
  };
}

/** Texts that are the same but for case, accents and outer signs are one, in the words that came last. */
function alike(said: readonly UnmatchedAnswer[]): [plain: string, UnmatchedAnswer][] {
  const groups = new Map<string, UnmatchedAnswer>();
  for (const each of said) {
    const plain = plainAnswer(each.text);
    if (plain === '') continue;
    const known = groups.get(plain);
    const latest = !known || each.last > known.last ? each : known;
    groups.set(plain, { text: latest.text, last: latest.last, count: each.count + (known?.count ?? 0) });
  }
  return [...groups].sort(
    ([, one], [, other]) => other.count - one.count || (one.last < other.last ? 1 : -1),
  );
}

const hashOf = (plain: string): Buffer => createHash('sha256').update(plain).digest();

/**
 * Puts a text away, or takes it back; of each question the latest {@link UNMATCHED_LIMITS}.dismissed stay
 * away. False when the account has no such step.
 */
export async function dismissAnswer(
  db: Db,
  { accountId, campaign, step }: AskedAt,
  text: string,
  away: { isDismissed: boolean; at: Date },
): Promise<boolean> {
  const hash = hashOf(plainAnswer(text));
  const row = await first(
    db,
    away.isDismissed
      ? sql<{ id: number }>`
        with asked as (
          select id from steps where account_id = ${accountId} and campaign_id = ${campaign} and id = ${step}
        ), stored as (
          insert into dismissed_answers (account_id, campaign_id, step_id, text_hash, at)
          select ${accountId}, ${campaign}, id, ${hash}, ${away.at} from asked
          on conflict (account_id, campaign_id, step_id, text_hash) do update set at = excluded.at
        ), dropped as (
          delete from dismissed_answers d using (
            select text_hash from dismissed_answers
            where account_id = ${accountId} and campaign_id = ${campaign} and step_id = ${step} and text_hash <> ${hash}
            order by at desc offset ${UNMATCHED_LIMITS.dismissed - 1}
          ) old
          where d.account_id = ${accountId} and d.campaign_id = ${campaign} and d.step_id = ${step} and d.text_hash = old.text_hash
        )
        select id from asked`
      : sql<{ id: number }>`
        with back as (
          delete from dismissed_answers
          where account_id = ${accountId} and campaign_id = ${campaign} and step_id = ${step} and text_hash = ${hash}
        )
        select id from steps where account_id = ${accountId} and campaign_id = ${campaign} and id = ${step}`,
  );
  return row !== undefined;
}
