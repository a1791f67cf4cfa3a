/**
 * The campaigns of an A/B blast side by side. What people did afterwards is looked for from what they did: it
 * grows with the answers.
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
  const did = (table: string) => sql`
    join messages m on m.account_id = ${accountId} and m.blast_id = ${blastId} and m.origin = 'blast' and m.seq = 0
      and m.contact_id = ${sql.ref(`${table}.contact_id`)}
      and ${sql.ref(`${table}.at`)} >= m.sent_at and ${sql.ref(`${table}.at`)} < m.sent_at + ${`${DAYS} days`}::interval`;
  return rows(
    db,
    sql<Variant>`
      with blast as materialized (
        select channel_id, ab_campaign_ids as campaigns, coalesce(started_at, scheduled_for) as since,
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
        from blast join inbound_messages i on i.account_id = ${accountId} and i.channel_id = blast.channel_id
          and i.at >= blast.since and i.at < blast.until and i.kind <> 'stop'
        ${did('i')} group by m.campaign_id
      ),
      clicked as (
        select m.campaign_id, count(distinct m.contact_id) as people
        from blast join link_clicks k on k.account_id = ${accountId} and k.kind = 'person' and k.at >= blast.since
          and k.at < blast.until and k.blast_id = ${blastId}
        ${did('k')} group by m.campaign_id
      ),
      stops as (
        select c.id as contact_id, o.at from blast
        join suppressions o on o.account_id = ${accountId} and o.at >= blast.since and o.at < blast.until
        join contacts c on c.account_id = ${accountId} and c.phone = o.phone
        -- Whose opt-out has no number any more since they were erased.
        union all
        select e.contact_id, e.at from blast
        join events e on e.account_id = ${accountId} and e.campaign_id = any(blast.campaigns) and e.kind = 'optout'
          and e.at >= blast.since and e.at < blast.until
        join contacts c on c.account_id = ${accountId} and c.id = e.contact_id and c.erased_at is not null
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
