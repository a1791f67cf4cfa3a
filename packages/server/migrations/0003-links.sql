-- Short links: one row for each link of a campaign as its author wrote it; each person has a code of her own.
-- A large account takes longer than a call of a person may.
set local statement_timeout = 0;
create unique index short_links_written on short_links (account_id, campaign_id, md5(url)) where campaign_id is not null;
create index short_links_newest on short_links (account_id, created_at desc, id desc);
create index short_links_search on short_links using gin (url gin_trgm_ops);
-- Kept by the statement that writes clicks, so that no list counts them: clicks of people, people, and who only looked.
alter table short_links add column clicks bigint not null default 0;
alter table short_links add column people bigint not null default 0;
alter table short_links add column previews bigint not null default 0;
alter table short_links add column scans bigint not null default 0;
alter table short_links add column last_click_at timestamptz;

-- Shared: code → whose link it is. Found by the code alone, because whoever opens a link has nothing else.
create table link_codes (
  code text collate "C" primary key,
  account_id bigint not null,
  link_id bigint not null,
  contact_id bigint not null,
  campaign_id bigint not null,
  blast_id bigint,
  -- Where it leads; null: where the link's own row says.
  url text,
  created_at timestamptz not null
);

alter table link_clicks add column campaign_id bigint;
alter table link_clicks add column blast_id bigint;
alter table link_clicks add column kind text not null default 'person' check (kind in ('person', 'preview', 'scanner'));
-- What it was recognised by.
alter table link_clicks add column reason text not null default '';
alter table link_clicks add column agent text not null default '';
update link_clicks set kind = 'preview', reason = 'recorded before kinds were told apart' where automatic;
alter table link_clicks drop column automatic;
alter table link_clicks alter column kind drop default;
drop index link_clicks_link;
create index link_clicks_link on link_clicks (account_id, link_id, at, id) where kind = 'person';
create index link_clicks_newest on link_clicks (account_id, at, id) where kind = 'person';
create index link_clicks_contact on link_clicks (account_id, contact_id, at) where kind = 'person';

-- Clicks of people by link and day of the account's zone.
create table daily_clicks (
  account_id bigint not null,
  link_id bigint not null,
  day date not null,
  count bigint not null,
  primary key (account_id, link_id, day)
);
-- The same of all campaigns and all links together: a chart of an account reads a row a day, however many campaigns it has.
create table daily_totals (
  account_id bigint not null,
  -- A kind of event, or 'click'.
  kind text not null,
  day date not null,
  count bigint not null,
  primary key (account_id, kind, day)
);

-- How many different people, over any range of days, without looking at one of them: of the people seen on a day, how many had
-- been seen last on which earlier day ('-infinity': never). Whoever was seen before within the range is counted on that day already.
-- Subject: the campaign of an opt-in, the link of a click; 0 for all of the account.
create table daily_people (
  account_id bigint not null,
  kind text not null check (kind in ('optin', 'click')),
  subject_id bigint not null,
  day date not null,
  previous_day date not null,
  people bigint not null,
  primary key (account_id, kind, subject_id, day, previous_day)
);
-- The last day on which each person was seen.
create table last_days (
  account_id bigint not null,
  kind text not null,
  subject_id bigint not null,
  contact_id bigint not null,
  day date not null,
  primary key (account_id, kind, subject_id, contact_id)
);

-- The newest events of all campaigns, and the later opt-in of the same person.
create index events_newest on events (account_id, kind, at, id);
create index events_optins on events (account_id, contact_id, at) where kind = 'optin';

-- The campaign list searches names by walking them in its order, in lower case and without a look at the table.
alter table campaigns add column name_lower text generated always as (lower(name)) stored;
drop index campaigns_newest;
drop index campaigns_name_search;
create index campaigns_newest on campaigns (account_id, created_at desc, id desc) include (name_lower) where not is_template;
create index campaigns_templates on campaigns (account_id, created_at desc, id desc) where is_template;

-- What happened before this migration.
insert into daily_clicks (account_id, link_id, day, count)
  select k.account_id, k.link_id, (k.at at time zone a.time_zone)::date, count(*)
  from link_clicks k join accounts a on a.id = k.account_id where k.kind = 'person' group by 1, 2, 3;
insert into daily_totals (account_id, kind, day, count)
  select account_id, kind, day, sum(count) from daily_counts group by 1, 2, 3
  union all select account_id, 'click', day, sum(count) from daily_clicks group by 1, 3;
create temporary table seen on commit drop as
  select account_id, kind, subject_id, contact_id, day,
    coalesce(lag(day) over (partition by account_id, kind, subject_id, contact_id order by day), '-infinity') as previous_day
  from (
    select distinct e.account_id, 'optin' as kind, s.subject_id, e.contact_id, (e.at at time zone a.time_zone)::date as day
    from events e join accounts a on a.id = e.account_id cross join lateral (values (e.campaign_id), (0)) s (subject_id)
    where e.kind = 'optin'
    union
    select k.account_id, 'click', s.subject_id, k.contact_id, (k.at at time zone a.time_zone)::date
    from link_clicks k join accounts a on a.id = k.account_id cross join lateral (values (k.link_id), (0)) s (subject_id)
    where k.kind = 'person' and k.contact_id is not null
  ) days;
insert into daily_people (account_id, kind, subject_id, day, previous_day, people)
  select account_id, kind, subject_id, day, previous_day, count(*) from seen group by 1, 2, 3, 4, 5;
insert into last_days (account_id, kind, subject_id, contact_id, day)
  select account_id, kind, subject_id, contact_id, max(day) from seen group by 1, 2, 3, 4;
update short_links l set clicks = c.clicks, previews = c.previews, last_click_at = c.last
from (
  select account_id, link_id, count(*) filter (where kind = 'person') as clicks,
    count(*) filter (where kind = 'preview') as previews, max(at) filter (where kind = 'person') as last
  from link_clicks group by 1, 2
) c where c.account_id = l.account_id and c.link_id = l.id;
update short_links l set people = p.people
from (select account_id, subject_id, count(*) as people from last_days where kind = 'click' group by 1, 2) p
where p.account_id = l.account_id and p.subject_id = l.id;
