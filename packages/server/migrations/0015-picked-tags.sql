-- An API step names the tags that its answer fills, too: a flow is checked again when one of them goes. What
-- is stored so far has none, so that the indexes on this function stay true.
create or replace function step_references(step jsonb) returns text[] language sql immutable parallel safe
  return array(
    select 'list ' || (step ->> 'list') where step ->> 'list' is not null
    union
    select 'campaign ' || id::text from jsonb_path_query(step, '$.**.switchTo') as id where id <> '0'
    union
    select 'tag ' || lower(step ->> 'tag') where step ->> 'tag' <> ''
    union
    select 'tag ' || lower(btrim(pick ->> 'name')) from jsonb_path_query(step, '$.picks[*]') as pick
      where pick -> 'inTag' = 'true'
    union
    select 'token ' || lower(btrim(token[1])) from regexp_matches(step::text, '\{%((?:[^{}%|]|%(?!\}))+)', 'g') as token
  );
