-- Opt-outs that an index of words finds, up to a number of rows of each kind: by the number, by the person's words, by a note (see 0021).
create function opt_outs_like(account bigint, digits text, pattern text, most int)
  returns table (at timestamptz, phone text)
  language sql stable set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  begin atomic
    (select o.at, o.phone from opt_outs o where o.account_id = account and o.phone like digits limit most)
    union
    (select o.at, o.phone from opt_outs o where o.account_id = account and o.words ilike pattern limit most)
    union
    (select o.at, o.phone from opt_outs o where o.account_id = account and o.note ilike pattern limit most);
  end;

-- What a step names: the list it opts in to or notifies, the campaigns it switches to, the tag it stores, the tokens of its texts. Tokens as they
-- stand in the text of the jsonb (see rules/merge-token.ts).
create function step_names(step jsonb) returns text[] language sql immutable parallel safe
  return array(
    select 'list ' || (step ->> 'list') where step ->> 'list' is not null
    union
    select 'campaign ' || id::text from jsonb_path_query(step, '$.**.switchTo') as id where id <> '0'
    union
    select 'tag ' || lower(step ->> 'tag') where step ->> 'tag' <> ''
    union
    select 'token ' || lower(btrim(token[1])) from regexp_matches(step::text, '\{%((?:[^{}%|]|%(?!\}))+)', 'g') as token
  );
create index steps_names on steps using gin (account_id, step_names(step)) with (fastupdate = off);

-- The acts of a group, the newest first, however many others there are.
create index audit_log_acts on audit_log (account_id, act, at desc, id desc);

-- What the Welcome page counts since a visit is counted by quarters, too; all of them are counted anew.
delete from account_quarters;
alter table account_quarters add column opt_ins int not null;
-- Numbers that were opted out in whatever way; `opt_outs` are texts.
alter table account_quarters add column numbers_out int not null;

-- Who is to be asked next, however many were asked.
create index pending_members_unasked on pending_members (account_id, list_id, contact_id) where asked_at is null;
