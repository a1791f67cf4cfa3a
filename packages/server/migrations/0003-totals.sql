-- What 0003-links.sql did not do yet where it was applied in its first form; nothing everywhere else.
create table if not exists daily_totals (
  account_id bigint not null,
  kind text not null,
  day date not null,
  count bigint not null,
  primary key (account_id, kind, day)
);
drop index if exists daily_clicks_day;
drop index if exists daily_counts_day;
insert into daily_totals (account_id, kind, day, count)
  select account_id, kind, day, sum(count) from daily_counts group by 1, 2, 3
  union all select account_id, 'click', day, sum(count) from daily_clicks group by 1, 3
  on conflict do nothing;

alter table campaigns add column if not exists name_lower text generated always as (lower(name)) stored;
drop index if exists campaigns_name_search;
create index if not exists campaigns_templates on campaigns (account_id, created_at desc, id desc) where is_template;
