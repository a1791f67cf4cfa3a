-- "Is empty" and "is not empty" are operators of their own: a comparison with nothing, which stood for them, counts as unfinished from now on.
create function pg_temp.with_empty(filters jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(
    case
      when f ->> 'tag' <> '' and f ->> 'operator' = '=' and btrim(f ->> 'value', E' \t\n\r') = ''
        then f || '{"operator": "IS EMPTY", "value": ""}'
      when f ->> 'tag' <> '' and f ->> 'operator' = '!=' and btrim(f ->> 'value', E' \t\n\r') = ''
        then f || '{"operator": "IS NOT EMPTY", "value": ""}'
      else f end order by n), '[]')
  from jsonb_array_elements(filters) with ordinality as each (f, n)
  -- Contains nothing: that held for everybody.
  where not (f ->> 'operator' = 'LIKE' and btrim(f ->> 'value', E' \t\n\r') = '')
$$;
update automata set filters = pg_temp.with_empty(filters) where filters <> '[]';
update blasts set filters = pg_temp.with_empty(filters)
  where filters <> '[]' and state in ('scheduled', 'fanning', 'paused');
