-- The searches by an index, in a language whose statements are planned with the values they are given: where
-- a database is spread over machines those say where the rows lie (docs/decisions/0007).

create or replace function contacts_like(account bigint, digits text, words tsquery, most int)
  returns table (id bigint) language plpgsql stable
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
begin
  return query
    (select c.id from contacts c where c.account_id = contacts_like.account and c.phone like contacts_like.digits limit contacts_like.most)
    union
    (select c.id from contacts c
      where c.account_id = contacts_like.account and c.tags <> '{}' and contact_words(c.tags) @@ contacts_like.words limit contacts_like.most);
end $$;

create or replace function contacts_dated(account bigint, keys text[])
  returns table (id bigint) language plpgsql stable
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
begin
  return query
    select c.id from contacts c
    where c.account_id = contacts_dated.account and c.tags <> '{}' and date_keys(c.tags) && contacts_dated.keys;
end $$;

create or replace function inbound_messages_like(account bigint, pattern text, most int)
  returns table (id bigint, at timestamptz, contact_id bigint) language plpgsql stable
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
begin
  return query
    select i.id, i.at, i.contact_id from inbound_messages i
    where i.account_id = inbound_messages_like.account and i.body ilike inbound_messages_like.pattern limit inbound_messages_like.most;
end $$;

create or replace function suppressions_like(account bigint, digits text, pattern text, most int)
  returns table (at timestamptz, phone text) language plpgsql stable
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
begin
  return query
    (select o.at, o.phone from suppressions o
      where o.account_id = suppressions_like.account and o.phone like suppressions_like.digits limit suppressions_like.most)
    union
    (select o.at, o.phone from suppressions o
      where o.account_id = suppressions_like.account and o.words ilike suppressions_like.pattern limit suppressions_like.most)
    union
    (select o.at, o.phone from suppressions o
      where o.account_id = suppressions_like.account and o.note ilike suppressions_like.pattern limit suppressions_like.most);
end $$;
