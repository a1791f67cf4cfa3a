-- Opt-ins and clicks that the same person repeated, and when: whoever lists people by their latest (or first) one passes over these without
-- looking for the other. Written a while afterwards (reports/repeats.ts); where a row lacks, it is looked for.
create table repeats (
  account_id bigint not null,
  -- 'optin', 'click': `other_at` is that of the next one; 'click before': that of the one before.
  kind text not null,
  -- The campaign of an opt-in, the link of a click; 0: whichever.
  subject_id bigint not null,
  at timestamptz not null,
  id bigint not null,
  other_at timestamptz not null,
  primary key (account_id, kind, subject_id, at, id)
);
-- Up to when an account's opt-ins ('optin') and clicks ('click') were looked through for them.
create table repeats_until (
  account_id bigint not null,
  kind text not null,
  until timestamptz not null,
  primary key (account_id, kind)
);

-- The order of answers by question goes by what the question says now. Only spans since a campaign's first answer can know of it.
create function forget_questions() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7275393, (old.account_id % 2147483648)::int);
  delete from sorted_heads h
  using (
    select min(day) - 1 as first, max(day) + 2 as after from daily_counts
    where account_id = old.account_id and campaign_id = old.campaign_id and kind = 'response'
  ) days
  where h.account_id = old.account_id and h.subject_id in (0, old.campaign_id) and h.column_id = 'question'
    and (h.span + 1) * 900 * power(4, h.level) > extract(epoch from days.first)
    and h.span * 900 * power(4, h.level) < extract(epoch from days.after);
  return null;
end $$;
create trigger forget_questions after delete on steps for each row execute function forget_questions();
create trigger forget_changed_questions after update of step on steps for each row
  when ((old.step->>'text', old.step->>'description') is distinct from (new.step->>'text', new.step->>'description'))
  execute function forget_questions();

-- As in 0022-sorted-heads.sql, for all columns that answers are put in order by.
create or replace function forget_heads() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7275393, (old.account_id % 2147483648)::int);
  delete from sorted_heads h
  using generate_series(0, 8) as l (level)
  where h.account_id = old.account_id and h.subject_id in (0, old.campaign_id)
    and h.column_id in ('phone', 'question', 'answer', 'intent', 'score')
    and h.level = l.level and h.span = floor(extract(epoch from old.at) / (900 * power(4, l.level)))::int;
  return null;
end $$;
drop trigger forget_heads on events;
create trigger forget_heads after update of raw, intent, score, phone or delete on events
  for each row when (old.kind = 'response') execute function forget_heads();
