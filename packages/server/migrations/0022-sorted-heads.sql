-- The first rows of an order of answers, from either end: of spans of 15 minutes, an hour, 4, 16 hours and so on. Made when a table is first
-- sorted by the column, of spans that are over, so that a page of any range of days reads a few dozen of them instead of all answers. What
-- stands here can be deleted at any time and is made again.
create table sorted_heads (
  account_id bigint not null,
  -- The campaign; 0 for all of the account.
  subject_id bigint not null,
  -- The column of the table of answers.
  column_id text not null,
  -- The span is 15 minutes × 4^level long; `span` counts those of its level since 1970.
  level smallint not null,
  span int not null,
  -- 'asc' or 'desc'
  direction text not null,
  -- What each row is put in order by: the value as a number, where it is one, and as text; then when it came.
  numbers numeric[] not null,
  words text[] not null,
  moments timestamptz[] not null,
  ids bigint[] not null,
  primary key (account_id, subject_id, column_id, level, span, direction)
);

-- An answer that is changed or deleted, as when a person is erased, is in no head any more. Heads are made under the same lock, so
-- that none is made of what an answer said before.
create function forget_heads() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7275393, (old.account_id % 2147483648)::int);
  delete from sorted_heads h
  using generate_series(0, 8) as l (level)
  where h.account_id = old.account_id and h.subject_id in (0, old.campaign_id) and h.column_id in ('answer', 'intent', 'score')
    and h.level = l.level and h.span = floor(extract(epoch from old.at) / (900 * power(4, l.level)))::int;
  return null;
end $$;
create trigger forget_heads after update of raw, intent, score or delete on events
  for each row when (old.kind = 'response') execute function forget_heads();
