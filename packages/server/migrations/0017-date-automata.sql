-- Automata that the date in a tag starts.

-- What of a contact's tags may be a date, as '<tag id> <month>-<day>': whoever has one on a day is found by
-- it; the year, and whether it is a date at all, is looked at then (rules/date-trigger.ts).
create function date_keys(tags jsonb) returns text[] language sql immutable parallel safe
  return (
    select array_agg(held.tag || ' ' || ltrim(coalesce(found.parts[1], found.parts[3]), '0')
      || '-' || ltrim(coalesce(found.parts[2], found.parts[4]), '0'))
    from jsonb_each_text(tags) as held (tag, value)
    cross join lateral regexp_match(
      normalize(held.value, nfkc),
      '^[ \t\n\r]*(?:[0-9]{4}-([0-9]{1,2})-([0-9]{1,2})|([0-9]{1,2}) *[/.-] *([0-9]{1,2}))(?![0-9])'
    ) as found (parts)
    where found.parts is not null
  );
create index contacts_dates on contacts using gin (date_keys(tags)) where tags <> '{}';

-- By the index and nothing else, whatever the planner makes of an array: everybody else is not looked at.
create function contacts_dated(account bigint, keys text[]) returns table (id bigint)
  language sql stable set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  begin atomic
    select c.id from contacts c
    where c.account_id = account and c.tags <> '{}' and date_keys(c.tags) && keys;
  end;

-- It starts nobody whose moment was before: it was off, or waited for another date.
alter table automata add column dates_from timestamptz;
-- Whose dates begin it was looked at last; null: not since then.
alter table automata add column dates_seen_at timestamptz;
create index automata_by_date on automata (account_id, id)
  where enabled and type = 7 and trigger ->> 'event' = 'date.reached';
