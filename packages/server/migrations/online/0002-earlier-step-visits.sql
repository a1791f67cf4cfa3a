-- Of the time before visits to steps were kept, only the latest conversation of each contact is known, and no
-- order of its steps. What it did since has its visits already.
with slice as materialized (
  select * from conversations v
  where v.account_id = $1
    and ($2::jsonb is null or (v.channel_id, v.contact_id) > (($2::jsonb ->> 0)::bigint, ($2::jsonb ->> 1)::bigint))
  order by v.channel_id, v.contact_id limit 2000
), earlier as materialized (
  select v.campaign_id, v.contact_id, coalesce((v.session ->> 'published')::integer, 0) as version,
    least(v.updated_at, (select min(s.at) from step_visits s
      where s.account_id = $1 and s.campaign_id = v.campaign_id and s.contact_id = v.contact_id)) as at,
    array(
      select jsonb_array_elements_text(v.session -> 'reached')::bigint
      except
      select unnest(s.steps) from step_visits s
      where s.account_id = $1 and s.campaign_id = v.campaign_id and s.contact_id = v.contact_id
    ) as steps
  from slice v where jsonb_typeof(v.session -> 'reached') = 'array' and v.session -> 'reached' <> '[]'
), stored as (
  insert into step_visits (account_id, campaign_id, contact_id, at, version, steps)
  select $1, campaign_id, contact_id, at, version, steps from earlier where steps <> '{}'
)
select count(*) as rows, (
    select jsonb_build_array(channel_id, contact_id) from slice order by channel_id desc, contact_id desc limit 1
  ) as next
from slice;
