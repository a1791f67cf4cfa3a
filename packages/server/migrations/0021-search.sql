-- What people look for is found by indexes that begin with the account: a word that everybody else's texts are full of costs nobody time.
create extension if not exists btree_gin;

-- The words of a person's tags, whatever their case and accents: 'José' is found by 'jose'.
create function contact_words(tags jsonb) returns tsvector language sql immutable parallel safe
  return jsonb_to_tsvector('simple'::regconfig,
    regexp_replace(normalize(tags::text, nfd), U&'[\0300-\036f]', '', 'g')::jsonb, '["string"]'::jsonb);
create index contacts_words on contacts using gin (account_id, contact_words(tags)) where tags <> '{}';
drop index contacts_phone_search;
create index contacts_phone_search on contacts using gin (account_id, phone gin_trgm_ops);

-- What people texted, by any part of it. What came last waits in a list that each search reads, so that it is kept short.
create index inbound_words on inbound using gin (account_id, body gin_trgm_ops) with (gin_pending_list_limit = 256);

drop index opt_outs_phone_search;
create index opt_outs_search on opt_outs using gin (account_id, phone gin_trgm_ops, words gin_trgm_ops, note gin_trgm_ops);

drop index short_links_search;
create index short_links_search on short_links using gin (account_id, url gin_trgm_ops, name gin_trgm_ops);
create index campaigns_search on campaigns using gin (account_id, name_lower gin_trgm_ops);

-- What an index of words finds, up to a number of rows. By the index and nothing else: for want of better knowledge the planner would rather
-- go through all texts until it has found so many.
create function texts_like(account bigint, pattern text, most int)
  returns table (id bigint, at timestamptz, contact_id bigint)
  language sql stable set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  begin atomic
    select i.id, i.at, i.contact_id from inbound i where i.account_id = account and i.body ilike pattern limit most;
  end;
create function people_like(account bigint, digits text, words tsquery, most int)
  returns table (id bigint)
  language sql stable set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  begin atomic
    (select c.id from contacts c where c.account_id = account and c.phone like digits limit most)
    union
    (select c.id from contacts c
      where c.account_id = account and c.tags <> '{}' and contact_words(c.tags) @@ words limit most);
  end;
