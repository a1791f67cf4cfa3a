/**
 * The campaigns of an A/B blast side by side, by the rules of the blast's own figures (reply-attribution.ts):
 * who wrote over whatever channel, to the newest blast that they had, and who opted out by a channel, also
 * when they came back since. It is looked for from what people did, and grows with the answers.
 */
import { type Db, rows, sql } from '../platform/db/database.ts';
import { ANSWER_DAYS as DAYS } from './reply-attribution.ts';

export type Variant = {
  campaign: number;
  name: string;
  people: number;
  /** Handed over and not failed: whom the shares are of. */
  reached: number;
  replied: number;
  clicked: number;
  optedOut: number;
};

/** Empty for a blast of one campaign. */
export async function compareVariants(db: Db, accountId: number, blastId: number): Promise<Variant[]> {
  const got = (table: string) => sql`
    join messages m on m.account_id = ${accountId} and m.blast_id = ${blastId} and m.origin = 'blast' and m.seq = 0
      and m.contact_id = ${sql.ref(`${table}.contact_id`)} and m.status not in ('queued', 'held', 'skipped')
      and ${sql.ref(`${table}.at`)} >= coalesce(m.sent_at, m.created_at)
      and ${sql.ref(`${table}.at`)} < coalesce(m.sent_at, m.created_at) + ${`${DAYS} days`}::interval`;
  const did = (table: string) => sql`${got(table)} and not exists (
      select from messages n
      where n.account_id = ${accountId} and n.contact_id = m.contact_id and n.origin = 'blast' and n.seq = 0
        and n.status not in ('queued', 'held', 'skipped') and (n.created_at, n.id) > (m.created_at, m.id)
        and coalesce(n.sent_at, n.created_at) <= ${sql.ref(`${table}.at`)})`;
  return rows(
    db,
    sql<Variant>`
      with blast as materialized (
        select ab_campaign_ids as campaigns, coalesce(started_at, scheduled_for) as since,
          coalesce(finished_at, 'infinity') + ${`${DAYS} days`}::interval as until
        from blasts where account_id = ${accountId} and id = ${blastId}
      ),
      reached as (
        select m.campaign_id, count(*) as people,
          count(*) filter (where m.status in ('sent', 'delivered', 'unknown')) as reached
        from messages m, blast
        where m.account_id = ${accountId} and m.blast_id = ${blastId} and m.origin = 'blast' and m.seq = 0
          and cardinality(blast.campaigns) > 1
        group by m.campaign_id
      ),
      replied as (
        select m.campaign_id, count(distinct m.contact_id) as people
        from blast join inbound_messages i on i.account_id = ${accountId}
          and i.at >= blast.since and i.at < blast.until and i.kind <> 'stop'
        ${did('i')} group by m.campaign_id
      ),
      clicked as (
        select m.campaign_id, count(distinct m.contact_id) as people
        from blast join link_clicks k on k.account_id = ${accountId} and k.kind = 'person' and k.at >= blast.since
          and k.at < blast.until and k.blast_id = ${blastId}
        ${got('k')} group by m.campaign_id
      ),
      stops as (
        select c.id as contact_id, o.at from blast
        join consents o on o.account_id = ${accountId} and o.kind = 'opt-out' and o.channel_id is not null
          and o.at >= blast.since and o.at < blast.until
        join contacts c on c.account_id = ${accountId} and c.phone = o.phone
        -- Whose opt-out has no number any more since they were erased.
        union all
        select i.contact_id, i.at from blast
        join inbound_messages i on i.account_id = ${accountId} and i.kind = 'stop' and i.erased
          and i.at >= blast.since and i.at < blast.until
      ),
      stopped as (
        select m.campaign_id, count(distinct m.contact_id) as people from stops ${did('stops')} group by m.campaign_id
      )
      select campaign.id as campaign, coalesce(c.name, '') as name, coalesce(r.people, 0) as people,
        coalesce(r.reached, 0) as reached, coalesce(replied.people, 0) as replied, coalesce(clicked.people, 0) as clicked,
        coalesce(stopped.people, 0) as "optedOut"
      from blast cross join lateral unnest(blast.campaigns) with ordinality as campaign (id, n)
      left join campaigns c on c.account_id = ${accountId} and c.id = campaign.id
      left join reached r on r.campaign_id = campaign.id
      left join replied on replied.campaign_id = campaign.id
      left join clicked on clicked.campaign_id = campaign.id
      left join stopped on stopped.campaign_id = campaign.id
      order by campaign.n`,
  );
}
