-- The schema as the migrations leave it, by the rooms that own the tables. “npm run schema” writes it.

create extension btree_gin;

create extension pg_trgm;

create type message_status as enum ('queued', 'held', 'sending', 'unknown', 'sent', 'expired', 'failed', 'undelivered', 'delivered', 'skipped');

CREATE OR REPLACE FUNCTION public.contact_words(tags jsonb)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_to_tsvector('simple'::regconfig, (regexp_replace(NORMALIZE((tags)::text, NFD), '[̀-ͯ]'::text, ''::text, 'g'::text))::jsonb, '["string"]'::jsonb)
;

CREATE OR REPLACE FUNCTION public.contacts_dated(account bigint, keys text[])
 RETURNS TABLE(id bigint)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  return query
    select c.id from contacts c
    where c.account_id = contacts_dated.account and c.tags <> '{}' and date_keys(c.tags) && contacts_dated.keys;
end $function$
;

CREATE OR REPLACE FUNCTION public.contacts_like(account bigint, digits text, words tsquery, most integer)
 RETURNS TABLE(id bigint)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  return query
    (select c.id from contacts c where c.account_id = contacts_like.account and c.phone like contacts_like.digits limit contacts_like.most)
    union
    (select c.id from contacts c
      where c.account_id = contacts_like.account and c.tags <> '{}' and contact_words(c.tags) @@ contacts_like.words limit contacts_like.most);
end $function$
;

CREATE OR REPLACE FUNCTION public.date_keys(tags jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT array_agg(((((held.tag || ' '::text) || ltrim(COALESCE(found.parts[1], found.parts[3]), '0'::text)) || '-'::text) || ltrim(COALESCE(found.parts[2], found.parts[4]), '0'::text))) AS array_agg FROM (jsonb_each_text(date_keys.tags) held(tag, value) CROSS JOIN LATERAL regexp_match(NORMALIZE(held.value, NFKC), '^[ \t\n\r]*(?:[0-9]{4}-([0-9]{1,2})-([0-9]{1,2})|([0-9]{1,2}) *[/.-] *([0-9]{1,2}))(?![0-9])'::text) found(parts)) WHERE (found.parts IS NOT NULL))
;

CREATE OR REPLACE FUNCTION public.inbound_messages_like(account bigint, pattern text, most integer)
 RETURNS TABLE(id bigint, at timestamp with time zone, contact_id bigint)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  return query
    select i.id, i.at, i.contact_id from inbound_messages i
    where i.account_id = inbound_messages_like.account and i.body ilike inbound_messages_like.pattern limit inbound_messages_like.most;
end $function$
;

CREATE OR REPLACE FUNCTION public.step_references(step jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT ('list '::text || (step_references.step ->> 'list'::text)) WHERE ((step_references.step ->> 'list'::text) IS NOT NULL) UNION SELECT ('campaign '::text || (id.id)::text) FROM jsonb_path_query(step_references.step, '$.**."switchTo"'::jsonpath) id(id) WHERE (id.id <> '0'::jsonb) UNION SELECT ('tag '::text || lower((step_references.step ->> 'tag'::text))) WHERE ((step_references.step ->> 'tag'::text) <> ''::text) UNION SELECT ('tag '::text || lower(btrim((pick.pick ->> 'name'::text)))) FROM jsonb_path_query(step_references.step, '$."picks"[*]'::jsonpath) pick(pick) WHERE ((pick.pick -> 'inTag'::text) = 'true'::jsonb) UNION SELECT ('token '::text || lower(btrim(token.token[1]))) FROM regexp_matches((step_references.step)::text, '\{%((?:[^{}%|]|%(?!\}))+)'::text, 'g'::text) token(token))
;

CREATE OR REPLACE FUNCTION public.suppressions_like(account bigint, digits text, pattern text, most integer)
 RETURNS TABLE(at timestamp with time zone, phone text)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
end $function$
;

-- platform --------------------------------------------------------------------

create table deleted_ids (
  account_id bigint not null,
  kind text not null,
  id bigint not null,
  constraint deleted_ids_pkey PRIMARY KEY (account_id, kind, id),
  constraint deleted_ids_kind_check CHECK ((kind = ANY (ARRAY['tag'::text, 'list'::text, 'channel'::text, 'automaton'::text, 'credential'::text, 'report'::text, 'step'::text, 'segment'::text]))),
  constraint deleted_ids_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table id_blocks (
  name text not null,
  next_id bigint not null,
  constraint id_blocks_pkey PRIMARY KEY (name)
);

create table idempotency_keys (
  account_id bigint not null,
  user_id bigint not null,
  key text not null,
  request_hash bytea not null,
  at timestamp with time zone not null,
  reply bytea,
  claim uuid,
  constraint idempotency_keys_pkey PRIMARY KEY (account_id, user_id, key)
);
CREATE INDEX idempotency_keys_at ON public.idempotency_keys USING btree (at);

create table installation_acts (
  act text not null,
  at timestamp with time zone not null,
  detail text not null default ''::text,
  constraint installation_acts_pkey PRIMARY KEY (act)
);

create table installation_secrets (
  name text not null,
  secret_encrypted bytea not null,
  constraint installation_secrets_pkey PRIMARY KEY (name)
);

create table migrations (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table online_migrations (
  name text not null,
  step smallint not null default 0,
  account_id bigint not null default 0,
  next jsonb,
  rows bigint not null default 0,
  finished_at timestamp with time zone,
  problem text not null default ''::text,
  constraint online_migrations_pkey PRIMARY KEY (name)
);

create table throttles (
  key text not null,
  window_start timestamp with time zone not null,
  count integer not null,
  blocked_until timestamp with time zone,
  constraint throttles_pkey PRIMARY KEY (key)
);
CREATE INDEX throttles_age ON public.throttles USING btree (window_start);

create table worker_processes (
  name text not null,
  at timestamp with time zone not null,
  role text not null default 'all'::text,
  host text not null default ''::text,
  key_check bytea,
  imports text,
  started_at timestamp with time zone,
  version text not null default ''::text,
  known_keys bytea[],
  constraint worker_processes_pkey PRIMARY KEY (name)
);

-- audit -----------------------------------------------------------------------

create table audit_log (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  at timestamp with time zone not null,
  user_id bigint,
  actor text not null,
  action text not null,
  target_kind text not null,
  target_id bigint,
  name text not null,
  detail text not null,
  address text not null,
  constraint audit_log_pkey PRIMARY KEY (account_id, id),
  constraint audit_log_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX audit_log_actions ON public.audit_log USING btree (account_id, action, at DESC, id DESC);
CREATE INDEX audit_log_age ON public.audit_log USING btree (at);
CREATE INDEX audit_log_newest ON public.audit_log USING btree (account_id, at DESC, id DESC);

-- retention -------------------------------------------------------------------

create table retention (
  account_id bigint not null,
  kind text not null,
  months smallint not null,
  gone_before timestamp with time zone,
  done_before timestamp with time zone,
  walked jsonb not null default '{}'::jsonb,
  constraint retention_pkey PRIMARY KEY (account_id, kind),
  constraint retention_months_check CHECK (((months >= 0) AND (months <= 120)))
);

-- accounts --------------------------------------------------------------------

create table account_users (
  account_id bigint not null,
  user_id bigint not null,
  role text not null,
  last_seen_at timestamp with time zone,
  previous_visit_at timestamp with time zone,
  owner_offer text,
  owner_offer_by bigint,
  constraint account_users_pkey PRIMARY KEY (account_id, user_id),
  constraint account_users_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text, 'author'::text]))),
  constraint account_users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX account_users_user ON public.account_users USING btree (user_id);

create table accounts (
  id bigint not null generated by default as identity,
  name text not null,
  contact_info text not null default ''::text,
  time_zone text not null default 'UTC'::text,
  created_at timestamp with time zone not null,
  frequency_cap smallint,
  frequency_cap_days smallint,
  founded_by bigint,
  low_balance integer not null default 100,
  low_balance_since timestamp with time zone,
  unpaid_since timestamp with time zone,
  opt_out_words text[] not null default '{}'::text[],
  reserved_replies jsonb not null default '{}'::jsonb,
  custom_event_months smallint not null default 24,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_custom_event_months_check CHECK (((custom_event_months >= 1) AND (custom_event_months <= 60))),
  constraint accounts_frequency_cap_check CHECK ((frequency_cap > 0)),
  constraint accounts_frequency_cap_days_check CHECK ((frequency_cap_days > 0)),
  constraint accounts_low_balance_check CHECK ((low_balance >= 0)),
  constraint accounts_founded_by_fkey FOREIGN KEY (founded_by) REFERENCES users(id)
);
CREATE INDEX accounts_founder ON public.accounts USING btree (founded_by);

create table invitations (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  email text not null,
  email_key text not null,
  role text not null,
  token_hash bytea not null,
  invited_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  invited_by_user bigint,
  constraint invitations_pkey PRIMARY KEY (account_id, id),
  constraint invitations_account_id_email_key_key UNIQUE (account_id, email_key),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text, 'author'::text]))),
  constraint invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX invitations_inviter ON public.invitations USING btree (account_id, invited_by_user);

create table users (
  id bigint not null generated by default as identity,
  email text not null,
  email_key text not null,
  password_hash text not null,
  phone text not null,
  mfa_enabled boolean not null default false,
  created_at timestamp with time zone not null,
  phone_verified boolean not null default false,
  disabled_at timestamp with time zone,
  operator_since timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key_key UNIQUE (email_key)
);

-- credits ---------------------------------------------------------------------

create table balances (
  account_id bigint not null,
  balance bigint not null,
  reserved bigint not null default 0,
  spent bigint not null default 0,
  granted bigint not null,
  constraint balances_pkey PRIMARY KEY (account_id),
  constraint balances_balance_check CHECK ((balance >= 0)),
  constraint balances_check CHECK ((granted = ((balance + reserved) + spent))),
  constraint balances_reserved_check CHECK ((reserved >= 0)),
  constraint balances_spent_check CHECK ((spent >= 0)),
  constraint balances_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table ledger (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  kind text not null,
  credits bigint not null,
  blast_id bigint,
  messages integer not null default 0,
  note text not null default ''::text,
  at timestamp with time zone not null,
  constraint ledger_pkey PRIMARY KEY (account_id, id),
  constraint ledger_credits_check CHECK ((credits >= 0)),
  constraint ledger_kind_check CHECK ((kind = ANY (ARRAY['grant'::text, 'reserve'::text, 'spend'::text, 'spend-reserved'::text, 'return'::text, 'refund'::text]))),
  constraint ledger_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX ledger_blast ON public.ledger USING btree (account_id, blast_id) WHERE (blast_id IS NOT NULL);

-- feed ------------------------------------------------------------------------

create table event_feed (
  account_id bigint not null,
  consumer text not null,
  id bigint not null generated by default as identity,
  kind text not null,
  contact_id bigint,
  at timestamp with time zone not null,
  fact text not null,
  properties jsonb not null,
  constraint event_feed_pkey PRIMARY KEY (account_id, consumer, id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.1);
CREATE INDEX event_feed_contact ON public.event_feed USING btree (account_id, contact_id);

create table event_feed_turns (
  account_id bigint not null,
  consumer text not null,
  served_at timestamp with time zone not null,
  retry_at timestamp with time zone not null,
  failures integer not null default 0,
  constraint event_feed_turns_pkey PRIMARY KEY (account_id, consumer),
  constraint event_feed_turns_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX event_feed_turns_next ON public.event_feed_turns USING btree (consumer, served_at);

create table event_listeners (
  account_id bigint not null,
  consumer text not null,
  kind text not null,
  constraint event_listeners_pkey PRIMARY KEY (account_id, consumer, kind),
  constraint event_listeners_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

-- tags ------------------------------------------------------------------------

create table tags (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  name_key text not null,
  position integer not null,
  created_at timestamp with time zone not null,
  constraint tags_pkey PRIMARY KEY (account_id, id),
  constraint tags_account_id_name_key_key UNIQUE (account_id, name_key),
  constraint tags_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

-- lists -----------------------------------------------------------------------

create table confirmation_jobs (
  account_id bigint not null,
  list_id bigint not null,
  due_at timestamp with time zone not null,
  worker text,
  leased_until timestamp with time zone,
  constraint confirmation_jobs_pkey PRIMARY KEY (account_id, list_id)
);

create table list_departures (
  account_id bigint not null,
  list_id bigint not null,
  contact_id bigint not null,
  left_at timestamp with time zone not null,
  joined_at timestamp with time zone not null,
  constraint list_departures_pkey PRIMARY KEY (account_id, list_id, contact_id, left_at)
);
CREATE INDEX list_departures_contact ON public.list_departures USING btree (account_id, contact_id, left_at);

create table list_member_rollups (
  account_id bigint not null,
  list_id bigint not null,
  block bigint not null,
  members integer not null,
  constraint list_member_rollups_pkey PRIMARY KEY (account_id, list_id, block)
);

create table list_members (
  account_id bigint not null,
  list_id bigint not null,
  contact_id bigint not null,
  added_at timestamp with time zone not null,
  import_id bigint,
  constraint list_members_pkey PRIMARY KEY (account_id, list_id, contact_id)
);
CREATE INDEX list_members_contact ON public.list_members USING btree (account_id, contact_id);

create table lists (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  kind text not null,
  name text not null,
  name_key text not null,
  position integer not null,
  member_count integer not null default 0,
  optout_count integer not null default 0,
  created_at timestamp with time zone not null,
  double_opt_in boolean not null default false,
  constraint lists_pkey PRIMARY KEY (account_id, id),
  constraint lists_account_id_kind_name_key_key UNIQUE (account_id, kind, name_key),
  constraint lists_kind_check CHECK ((kind = ANY (ARRAY['list'::text, 'audience'::text]))),
  constraint lists_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table pending_members (
  account_id bigint not null,
  list_id bigint not null,
  contact_id bigint not null,
  added_at timestamp with time zone not null,
  asked_at timestamp with time zone,
  import_id bigint,
  campaign_id bigint,
  campaign_version integer,
  step_id bigint,
  blast_id bigint,
  language text,
  constraint pending_members_pkey PRIMARY KEY (account_id, list_id, contact_id),
  constraint pending_members_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contacts(account_id, id) ON DELETE CASCADE,
  constraint pending_members_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, id) ON DELETE CASCADE
);
CREATE INDEX pending_members_contact ON public.pending_members USING btree (account_id, contact_id);
CREATE INDEX pending_members_unasked ON public.pending_members USING btree (account_id, list_id, contact_id) WHERE (asked_at IS NULL);

-- contacts --------------------------------------------------------------------

create table contacts (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  phone text not null,
  tags jsonb not null default '{}'::jsonb,
  time_zone text,
  opted_out boolean not null default false,
  created_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  constraint contacts_pkey PRIMARY KEY (account_id, id),
  constraint contacts_account_id_phone_key UNIQUE (account_id, phone)
) with (fillfactor=85);
CREATE INDEX contacts_created ON public.contacts USING btree (account_id, created_at, id);
CREATE INDEX contacts_dates ON public.contacts USING gin (date_keys(tags)) WHERE (tags <> '{}'::jsonb);
CREATE INDEX contacts_opted_out ON public.contacts USING btree (account_id, id) WHERE opted_out;
CREATE INDEX contacts_phone_search ON public.contacts USING gin (account_id, phone gin_trgm_ops);
CREATE INDEX contacts_tags ON public.contacts USING gin (tags jsonb_path_ops);
CREATE INDEX contacts_words ON public.contacts USING gin (account_id, contact_words(tags)) WHERE (tags <> '{}'::jsonb);

create table erasure_jobs (
  account_id bigint not null,
  contact_id bigint not null,
  due_at timestamp with time zone not null,
  worker text,
  leased_until timestamp with time zone,
  constraint erasure_jobs_pkey PRIMARY KEY (account_id, contact_id)
);
CREATE INDEX erasure_jobs_due ON public.erasure_jobs USING btree (due_at);

create table erasures (
  account_id bigint not null,
  contact_id bigint not null,
  phone text,
  user_id bigint not null,
  at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint erasures_pkey PRIMARY KEY (account_id, contact_id),
  constraint erasures_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

-- events ----------------------------------------------------------------------

create table daily_account_counts (
  account_id bigint not null,
  kind text not null,
  day date not null,
  count bigint not null,
  constraint daily_account_counts_pkey PRIMARY KEY (account_id, kind, day)
);

create table daily_campaign_counts (
  account_id bigint not null,
  campaign_id bigint not null,
  kind text not null,
  day date not null,
  count bigint not null,
  constraint daily_campaign_counts_pkey PRIMARY KEY (account_id, campaign_id, kind, day)
);

create table events (
  account_id bigint not null,
  campaign_id bigint not null,
  at timestamp with time zone not null,
  id bigint not null generated by default as identity,
  kind text not null,
  contact_id bigint not null,
  blast_id bigint,
  step_id bigint,
  list_id bigint,
  raw text not null default ''::text,
  intent text not null default ''::text,
  score text not null default ''::text,
  phone text collate "C" not null default ''::text,
  version integer,
  constraint events_pkey PRIMARY KEY (account_id, campaign_id, kind, at, id)
) partition by RANGE (at);
CREATE INDEX events_answers ON ONLY public.events USING btree (account_id, contact_id, at) WHERE (kind = 'response'::text);
CREATE INDEX events_campaign_phone ON ONLY public.events USING btree (account_id, campaign_id, kind, phone, at, id) INCLUDE (contact_id, list_id);
CREATE INDEX events_newest ON ONLY public.events USING btree (account_id, kind, at, id);
CREATE INDEX events_optins ON ONLY public.events USING btree (account_id, phone, at, id) INCLUDE (contact_id, list_id) WHERE (kind = 'optin'::text);

create table events_default partition of events DEFAULT;

create table step_visits (
  account_id bigint not null,
  campaign_id bigint not null,
  contact_id bigint not null,
  at timestamp with time zone not null,
  id bigint not null generated by default as identity,
  version integer not null,
  from_step bigint,
  steps bigint[] not null,
  timed_out bigint,
  constraint step_visits_pkey PRIMARY KEY (account_id, campaign_id, contact_id, at, id)
) partition by RANGE (at);

create table step_visits_default partition of step_visits DEFAULT;

-- custom-events ---------------------------------------------------------------

create table custom_event_keys (
  account_id bigint not null,
  source text not null,
  event_id text not null,
  at timestamp with time zone not null,
  constraint custom_event_keys_pkey PRIMARY KEY (account_id, source, event_id)
);
CREATE INDEX custom_event_keys_at ON public.custom_event_keys USING btree (account_id, at);

create table custom_events (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  contact_id bigint not null,
  name text not null,
  at timestamp with time zone not null,
  source text not null,
  event_id text not null,
  data jsonb not null,
  constraint custom_events_pkey PRIMARY KEY (account_id, id, at)
) partition by RANGE (at);
CREATE INDEX custom_events_at ON ONLY public.custom_events USING btree (account_id, at);
CREATE INDEX custom_events_contact ON ONLY public.custom_events USING btree (account_id, contact_id, at);

create table custom_events_default partition of custom_events DEFAULT;

-- policy ----------------------------------------------------------------------

create table contact_pauses (
  account_id bigint not null,
  contact_id bigint not null,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  constraint contact_pauses_pkey PRIMARY KEY (account_id, contact_id),
  constraint contact_pauses_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contacts(account_id, id) ON DELETE CASCADE
);

create table muted_conversations (
  account_id bigint not null,
  channel_id bigint not null,
  contact_id bigint not null,
  messages integer not null,
  at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint muted_conversations_pkey PRIMARY KEY (account_id, channel_id, contact_id)
);

-- suppression -----------------------------------------------------------------

create table consents (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  phone text not null,
  kind text not null,
  channel_id bigint,
  list_id bigint,
  campaign_id bigint,
  campaign_version integer,
  source text not null,
  words text not null default ''::text,
  at timestamp with time zone not null,
  shown text not null default ''::text,
  address text not null default ''::text,
  note text not null default ''::text,
  user_id bigint,
  constraint consents_pkey PRIMARY KEY (account_id, id),
  constraint consents_kind_check CHECK ((kind = ANY (ARRAY['opt-in'::text, 'opt-out'::text])))
);
CREATE INDEX consents_campaign ON public.consents USING btree (account_id, campaign_id, at) WHERE (campaign_id IS NOT NULL);
CREATE INDEX consents_opt_outs ON public.consents USING btree (account_id, at) WHERE ((kind = 'opt-out'::text) AND (channel_id IS NOT NULL));
CREATE INDEX consents_phone ON public.consents USING btree (account_id, phone, at);
CREATE INDEX consents_sign_ups ON public.consents USING btree (account_id, list_id, at) WHERE (source = 'sign-up'::text);

create table erased_numbers (
  account_id bigint not null,
  fingerprint bytea not null,
  at timestamp with time zone not null,
  constraint erased_numbers_pkey PRIMARY KEY (account_id, fingerprint),
  constraint erased_numbers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table opt_out_reviews (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  channel_id bigint not null,
  contact_id bigint not null,
  phone text not null,
  body text not null,
  matched text not null,
  at timestamp with time zone not null,
  decision text,
  decided_at timestamp with time zone,
  user_id bigint,
  constraint opt_out_reviews_pkey PRIMARY KEY (account_id, id),
  constraint opt_out_reviews_decision_check CHECK ((decision = ANY (ARRAY['opt-out'::text, 'not-opt-out'::text]))),
  constraint opt_out_reviews_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX opt_out_reviews_open ON public.opt_out_reviews USING btree (account_id, at DESC, id DESC) WHERE (decision IS NULL);

create table suppressions (
  account_id bigint not null,
  phone text not null,
  scope text not null default 'account'::text,
  channel_id bigint,
  source text not null,
  at timestamp with time zone not null,
  words text not null default ''::text,
  note text not null default ''::text,
  user_id bigint,
  asked_at timestamp with time zone,
  asked_words text not null default ''::text,
  asked_campaign_id bigint,
  over_address_of bigint,
  constraint suppressions_pkey PRIMARY KEY (account_id, phone)
);
CREATE INDEX suppressions_asked ON public.suppressions USING btree (account_id, asked_campaign_id) WHERE (asked_campaign_id IS NOT NULL);
CREATE INDEX suppressions_newest ON public.suppressions USING btree (account_id, at DESC, phone);
CREATE INDEX suppressions_search ON public.suppressions USING gin (account_id, phone gin_trgm_ops, words gin_trgm_ops, note gin_trgm_ops);

-- carriers --------------------------------------------------------------------

create table carrier_message_ids (
  account_id bigint not null,
  channel_id bigint not null,
  carrier_id text not null,
  message_id bigint not null,
  phone text not null,
  at timestamp with time zone not null,
  constraint carrier_message_ids_pkey PRIMARY KEY (account_id, channel_id, carrier_id)
);
CREATE INDEX carrier_message_ids_age ON public.carrier_message_ids USING btree (account_id, channel_id, at);

create table connection_leases (
  account_id bigint not null,
  channel_id bigint not null,
  place smallint not null,
  worker text,
  leased_until timestamp with time zone,
  constraint connection_leases_pkey PRIMARY KEY (account_id, channel_id, place)
);

create table connection_states (
  account_id bigint not null,
  channel_id bigint not null,
  place smallint not null,
  state jsonb not null,
  at timestamp with time zone not null,
  constraint connection_states_pkey PRIMARY KEY (account_id, channel_id, place)
);

create table inbound_media (
  account_id bigint not null,
  inbound_id bigint not null,
  place smallint not null,
  channel_id bigint not null,
  address text not null,
  content_type text,
  bytes bytea,
  tries smallint not null default 0,
  due_at timestamp with time zone,
  constraint inbound_media_pkey PRIMARY KEY (account_id, inbound_id, place)
);
CREATE INDEX inbound_media_due ON public.inbound_media USING btree (due_at) WHERE (due_at IS NOT NULL);

create table inbound_message_parts (
  account_id bigint not null,
  channel_id bigint not null,
  phone text not null,
  reference integer not null,
  total smallint not null,
  part smallint not null,
  body bytea not null,
  at timestamp with time zone not null,
  constraint inbound_message_parts_pkey PRIMARY KEY (account_id, channel_id, phone, reference, total, part)
);

create table no_reply_messages (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  channel_id bigint not null,
  sender text not null,
  body text not null,
  carrier_message_id text not null,
  at timestamp with time zone not null,
  constraint no_reply_messages_pkey PRIMARY KEY (account_id, id),
  constraint no_reply_messages_account_id_channel_id_carrier_message_id_key UNIQUE (account_id, channel_id, carrier_message_id),
  constraint no_reply_messages_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX no_reply_messages_newest ON public.no_reply_messages USING btree (account_id, at DESC, id DESC);

create table simulator_messages (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  channel_id bigint not null,
  phone text not null,
  direction text not null,
  reference text not null,
  body text not null,
  media text,
  at timestamp with time zone not null,
  receipt text,
  receipt_due_at timestamp with time zone,
  constraint simulator_messages_pkey PRIMARY KEY (account_id, id),
  constraint simulator_messages_account_id_channel_id_direction_referenc_key UNIQUE (account_id, channel_id, direction, reference),
  constraint simulator_messages_direction_check CHECK ((direction = ANY (ARRAY['MT'::text, 'MO'::text])))
);
CREATE INDEX simulator_messages_phone ON public.simulator_messages USING btree (account_id, channel_id, phone, id);
CREATE INDEX simulator_messages_receipts ON public.simulator_messages USING btree (receipt_due_at) WHERE (receipt_due_at IS NOT NULL);

create table unmatched_receipts (
  account_id bigint not null,
  channel_id bigint not null,
  carrier_id text not null,
  forms text[] not null,
  numbers text[] not null,
  status message_status not null,
  code text,
  at timestamp with time zone not null,
  constraint unmatched_receipts_pkey PRIMARY KEY (account_id, channel_id, carrier_id)
);

-- channels --------------------------------------------------------------------

create table channel_lookups (
  key text not null,
  account_id bigint not null,
  channel_id bigint not null,
  constraint channel_lookups_pkey PRIMARY KEY (key)
);

create table channels (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  audience_list_id bigint,
  name text not null,
  name_key text not null,
  number text not null,
  connection_kind text not null,
  connection jsonb not null default '{}'::jsonb,
  segments_per_second integer,
  quiet_from smallint,
  quiet_to smallint,
  position integer not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  sends_media boolean not null default true,
  fallback_kind text,
  fallback_connection jsonb not null default '{}'::jsonb,
  usual_quiet_hours boolean not null default true,
  state_quiet_hours boolean not null default true,
  disclosure text not null default ''::text,
  segments_per_minute integer,
  segments_per_day integer,
  rate_limit_zone text not null default 'America/Los_Angeles'::text,
  rate_limit_preset text not null default ''::text,
  time_to_live_minutes integer,
  connected_by bigint,
  start_hint boolean not null default false,
  opt_out_words text[] not null default '{}'::text[],
  reserved_replies jsonb not null default '{}'::jsonb,
  constraint channels_pkey PRIMARY KEY (account_id, id),
  constraint channels_connection_kind_check CHECK ((connection_kind = ANY (ARRAY['simulator'::text, 'twilio'::text, 'smpp'::text, 'gateway'::text]))),
  constraint channels_fallback_kind_check CHECK ((fallback_kind = ANY (ARRAY['twilio'::text, 'smpp'::text, 'gateway'::text]))),
  constraint channels_account_id_audience_list_id_fkey FOREIGN KEY (account_id, audience_list_id) REFERENCES lists(account_id, id),
  constraint channels_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX channels_name ON public.channels USING btree (account_id, name_key) WHERE (deleted_at IS NULL);

-- links -----------------------------------------------------------------------

create table contact_last_seen (
  account_id bigint not null,
  kind text not null,
  subject_id bigint not null,
  contact_id bigint not null,
  day date not null,
  constraint contact_last_seen_pkey PRIMARY KEY (account_id, kind, subject_id, contact_id)
);

create table daily_link_clicks (
  account_id bigint not null,
  link_id bigint not null,
  day date not null,
  count bigint not null,
  constraint daily_link_clicks_pkey PRIMARY KEY (account_id, link_id, day)
);

create table daily_unique_contacts (
  account_id bigint not null,
  kind text not null,
  subject_id bigint not null,
  day date not null,
  previous_day date not null,
  people bigint not null,
  constraint daily_unique_contacts_pkey PRIMARY KEY (account_id, kind, subject_id, day, previous_day),
  constraint daily_unique_contacts_kind_check CHECK ((kind = ANY (ARRAY['optin'::text, 'click'::text])))
);

create table link_clicks (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  link_id bigint not null,
  contact_id bigint,
  at timestamp with time zone not null,
  campaign_id bigint,
  blast_id bigint,
  kind text not null,
  reason text not null default ''::text,
  agent text not null default ''::text,
  phone text collate "C" not null default ''::text,
  constraint link_clicks_pkey PRIMARY KEY (account_id, id),
  constraint link_clicks_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'preview'::text, 'scanner'::text])))
);
CREATE INDEX link_clicks_contact ON public.link_clicks USING btree (account_id, contact_id, at) WHERE (kind = 'person'::text);
CREATE INDEX link_clicks_link ON public.link_clicks USING btree (account_id, link_id, at, id) WHERE (kind = 'person'::text);
CREATE INDEX link_clicks_link_phone ON public.link_clicks USING btree (account_id, link_id, phone, at, id) INCLUDE (contact_id) WHERE (kind = 'person'::text);
CREATE INDEX link_clicks_looks ON public.link_clicks USING btree (account_id, contact_id) WHERE (kind <> 'person'::text);
CREATE INDEX link_clicks_newest ON public.link_clicks USING btree (account_id, at, id) WHERE (kind = 'person'::text);
CREATE INDEX link_clicks_phone ON public.link_clicks USING btree (account_id, phone, at, id) INCLUDE (contact_id) WHERE (kind = 'person'::text);

create table link_codes (
  code text collate "C" not null,
  account_id bigint not null,
  link_id bigint not null,
  contact_id bigint not null,
  campaign_id bigint not null,
  blast_id bigint,
  url text,
  created_at timestamp with time zone not null,
  constraint link_codes_pkey PRIMARY KEY (code)
);
CREATE INDEX link_codes_age ON public.link_codes USING brin (created_at);

create table short_links (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  url text not null,
  campaign_id bigint,
  created_at timestamp with time zone not null,
  clicks bigint not null default 0,
  people bigint not null default 0,
  previews bigint not null default 0,
  scans bigint not null default 0,
  last_click_at timestamp with time zone,
  constraint short_links_pkey PRIMARY KEY (account_id, id),
  constraint short_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX short_links_newest ON public.short_links USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX short_links_search ON public.short_links USING gin (account_id, url gin_trgm_ops, name gin_trgm_ops);
CREATE UNIQUE INDEX short_links_written ON public.short_links USING btree (account_id, campaign_id, md5(url)) WHERE (campaign_id IS NOT NULL);

-- talks -----------------------------------------------------------------------

create table talks (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  campaign_id bigint not null,
  name text not null,
  talk text not null,
  created_at timestamp with time zone not null,
  constraint talks_pkey PRIMARY KEY (account_id, id),
  constraint talks_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id)
);
CREATE INDEX talks_campaign ON public.talks USING btree (account_id, campaign_id, id);

-- flow ------------------------------------------------------------------------

create table dismissed_answers (
  account_id bigint not null,
  campaign_id bigint not null,
  step_id bigint not null,
  text_hash bytea not null,
  at timestamp with time zone not null,
  constraint dismissed_answers_pkey PRIMARY KEY (account_id, campaign_id, step_id, text_hash),
  constraint dismissed_answers_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id)
);

create table flow_versions (
  account_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  draft_version integer not null,
  message text not null,
  restored integer,
  finished boolean not null,
  published_by bigint not null,
  published_at timestamp with time zone not null,
  constraint flow_versions_pkey PRIMARY KEY (account_id, campaign_id, number),
  constraint flow_versions_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id)
);

create table published_steps (
  account_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  id bigint not null,
  position integer not null,
  version integer not null,
  step jsonb not null,
  constraint published_steps_pkey PRIMARY KEY (account_id, campaign_id, number, "position"),
  constraint published_steps_account_id_campaign_id_number_fkey FOREIGN KEY (account_id, campaign_id, number) REFERENCES flow_versions(account_id, campaign_id, number)
);
CREATE INDEX published_steps_id ON public.published_steps USING btree (account_id, id, number);
CREATE INDEX published_steps_references ON public.published_steps USING gin (account_id, step_references(step)) WITH (fastupdate=off);

create table steps (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  campaign_id bigint not null,
  position integer not null,
  version integer not null default 1,
  step jsonb not null,
  constraint steps_pkey PRIMARY KEY (account_id, id),
  constraint steps_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id)
);
CREATE INDEX steps_flow ON public.steps USING btree (account_id, campaign_id, "position");
CREATE INDEX steps_references ON public.steps USING gin (account_id, step_references(step)) WITH (fastupdate=off);

-- campaigns -------------------------------------------------------------------

create table campaigns (
  account_id bigint not null,
  id bigint not null generated by default as identity (start with 1000),
  is_template boolean not null default false,
  name text not null,
  template_id bigint not null default 0,
  template_type integer not null default 0,
  icon_id integer not null default 1001,
  version integer not null default 1,
  finished boolean not null default false,
  former_keywords jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  name_lower text generated always as (lower(name)) stored,
  run_of bigint,
  run_by bigint,
  errors_noted_on date,
  live_version integer,
  starts_by_first_word boolean not null default false,
  language text not null default 'en'::text,
  constraint campaigns_pkey PRIMARY KEY (account_id, id),
  constraint campaigns_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX campaigns_newest ON public.campaigns USING btree (account_id, created_at DESC, id DESC) INCLUDE (name_lower, deleted_at, run_of) WHERE (NOT is_template);
CREATE INDEX campaigns_runs ON public.campaigns USING btree (account_id, run_of) WHERE (run_of IS NOT NULL);
CREATE INDEX campaigns_search ON public.campaigns USING gin (account_id, name_lower gin_trgm_ops);
CREATE INDEX campaigns_templates ON public.campaigns USING btree (account_id, created_at DESC, id DESC) WHERE is_template;

create table keywords (
  account_id bigint not null,
  channel_id bigint not null,
  keyword_key text not null,
  keyword text not null,
  campaign_id bigint not null,
  is_further boolean not null default false,
  constraint keywords_pkey PRIMARY KEY (account_id, channel_id, keyword_key),
  constraint keywords_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id),
  constraint keywords_account_id_channel_id_fkey FOREIGN KEY (account_id, channel_id) REFERENCES channels(account_id, id)
);
CREATE INDEX keywords_campaign ON public.keywords USING btree (account_id, campaign_id, channel_id);
CREATE UNIQUE INDEX keywords_first ON public.keywords USING btree (account_id, campaign_id, channel_id) WHERE (NOT is_further);

-- catch-all -------------------------------------------------------------------

create table catch_all_answers (
  account_id bigint not null,
  contact_id bigint not null,
  channel_id bigint not null,
  when_closed boolean not null,
  at timestamp with time zone not null,
  constraint catch_all_answers_pkey PRIMARY KEY (account_id, contact_id, channel_id, when_closed)
);

create table catch_alls (
  account_id bigint not null,
  channel_id bigint not null,
  campaign_id bigint,
  pause_hours smallint not null default 0,
  closed_campaign_id bigint,
  closed_pause_hours smallint not null default 12,
  week jsonb,
  holidays text[] not null default '{}'::text[],
  time_zone text,
  constraint catch_alls_pkey PRIMARY KEY (account_id, channel_id),
  constraint catch_alls_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id),
  constraint catch_alls_account_id_channel_id_fkey FOREIGN KEY (account_id, channel_id) REFERENCES channels(account_id, id),
  constraint catch_alls_account_id_closed_campaign_id_fkey FOREIGN KEY (account_id, closed_campaign_id) REFERENCES campaigns(account_id, id)
);

-- messages --------------------------------------------------------------------

create table blast_status_rollups (
  account_id bigint not null,
  blast_id bigint not null,
  block bigint not null,
  version bigint not null default 1,
  counted_version bigint not null default 0,
  counts jsonb not null default '[]'::jsonb,
  constraint blast_status_rollups_pkey PRIMARY KEY (account_id, blast_id, block)
) with (fillfactor=50);

create table manual_reconciliations (
  account_id bigint not null,
  message_id bigint not null,
  decision text not null,
  user_id bigint not null,
  at timestamp with time zone not null,
  constraint manual_reconciliations_pkey PRIMARY KEY (account_id, message_id, at),
  constraint manual_reconciliations_decision_check CHECK ((decision = ANY (ARRAY['sent'::text, 'not-sent'::text, 'again'::text])))
);

create table messages (
  account_id bigint not null,
  id bigint not null,
  channel_id bigint not null,
  contact_id bigint not null,
  campaign_id bigint,
  blast_id bigint,
  seq smallint not null default 0,
  step_id bigint,
  origin text not null,
  status message_status not null,
  body text,
  media text,
  credits smallint not null default 0,
  segments smallint not null default 0,
  reason text,
  carrier_code text,
  carrier_id text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  settled_at timestamp with time zone,
  held_until timestamp with time zone,
  constraint messages_pkey PRIMARY KEY (account_id, id)
) with (fillfactor=50);
CREATE INDEX messages_begun ON public.messages USING btree (account_id, created_at) WHERE (origin = ANY (ARRAY['automata'::text, 'wait'::text]));
CREATE UNIQUE INDEX messages_blast ON public.messages USING btree (account_id, blast_id, contact_id, seq) WHERE (origin = 'blast'::text);
CREATE INDEX messages_contact ON public.messages USING btree (account_id, contact_id, created_at);
CREATE INDEX messages_single ON public.messages USING btree (account_id, created_at) WHERE (origin <> 'blast'::text);
CREATE INDEX messages_without_balance ON public.messages USING btree (account_id, created_at) WHERE ((reason = 'balance'::text) AND (origin <> 'blast'::text));

create table outbox (
  account_id bigint not null,
  message_id bigint not null,
  channel_id bigint not null,
  due_at timestamp with time zone not null,
  worker text,
  leased_until timestamp with time zone,
  reply boolean not null default false,
  submitted boolean,
  constraint outbox_pkey PRIMARY KEY (account_id, message_id)
);
CREATE INDEX outbox_due ON public.outbox USING btree (due_at);

create table unconfirmed_messages (
  account_id bigint not null,
  message_id bigint not null,
  contact_id bigint not null,
  blast_id bigint,
  tried_at timestamp with time zone not null,
  constraint unconfirmed_messages_pkey PRIMARY KEY (account_id, message_id)
);
CREATE INDEX unconfirmed_messages_contact ON public.unconfirmed_messages USING btree (account_id, contact_id);

create table unpaid_replies (
  account_id bigint not null,
  message_id bigint not null,
  channel_id bigint not null,
  contact_id bigint not null,
  credits smallint not null,
  reply boolean not null,
  holds boolean not null,
  since timestamp with time zone not null,
  constraint unpaid_replies_pkey PRIMARY KEY (account_id, message_id)
);
CREATE INDEX unpaid_replies_by_contact ON public.unpaid_replies USING btree (account_id, contact_id, channel_id);

-- sign-up ---------------------------------------------------------------------

create table pending_sign_ups (
  account_id bigint not null,
  list_id bigint not null,
  contact_id bigint not null,
  words_hash bytea not null,
  at timestamp with time zone not null,
  url text not null,
  address text not null,
  constraint pending_sign_ups_pkey PRIMARY KEY (account_id, list_id, contact_id),
  constraint pending_sign_ups_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contacts(account_id, id) ON DELETE CASCADE,
  constraint pending_sign_ups_account_id_list_id_words_hash_fkey FOREIGN KEY (account_id, list_id, words_hash) REFERENCES sign_up_words(account_id, list_id, hash) ON DELETE CASCADE
);
CREATE INDEX pending_sign_ups_contact ON public.pending_sign_ups USING btree (account_id, contact_id);

create table sign_up_codes (
  code text not null,
  account_id bigint not null,
  list_id bigint not null,
  constraint sign_up_codes_pkey PRIMARY KEY (code)
);

create table sign_up_pages (
  account_id bigint not null,
  list_id bigint not null,
  code text not null,
  is_on boolean not null,
  page jsonb not null,
  version integer not null default 1,
  updated_at timestamp with time zone not null,
  constraint sign_up_pages_pkey PRIMARY KEY (account_id, list_id),
  constraint sign_up_pages_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, id) ON DELETE CASCADE
);

create table sign_up_words (
  account_id bigint not null,
  list_id bigint not null,
  hash bytea not null,
  words text not null,
  since timestamp with time zone not null,
  constraint sign_up_words_pkey PRIMARY KEY (account_id, list_id, hash),
  constraint sign_up_words_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, id) ON DELETE CASCADE
);

-- preferences -----------------------------------------------------------------

create table preference_choices (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  contact_id bigint not null,
  at timestamp with time zone not null,
  act text not null,
  said text not null,
  address text not null,
  words_hash bytea,
  constraint preference_choices_pkey PRIMARY KEY (account_id, id),
  constraint preference_choices_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contacts(account_id, id) ON DELETE CASCADE,
  constraint preference_choices_account_id_words_hash_fkey FOREIGN KEY (account_id, words_hash) REFERENCES preference_words(account_id, hash)
);
CREATE INDEX preference_choices_contact ON public.preference_choices USING btree (account_id, contact_id, at);

create table preference_lists (
  account_id bigint not null,
  list_id bigint not null,
  public_name text not null,
  position integer not null,
  constraint preference_lists_pkey PRIMARY KEY (account_id, list_id),
  constraint preference_lists_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, id) ON DELETE CASCADE
);

create table preference_pages (
  account_id bigint not null,
  page jsonb not null,
  version integer not null default 1,
  updated_at timestamp with time zone not null,
  constraint preference_pages_pkey PRIMARY KEY (account_id),
  constraint preference_pages_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table preference_words (
  account_id bigint not null,
  hash bytea not null,
  words text not null,
  since timestamp with time zone not null,
  constraint preference_words_pkey PRIMARY KEY (account_id, hash),
  constraint preference_words_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

-- conversation ----------------------------------------------------------------

create table api_calls (
  id bigint not null generated by default as identity,
  account_id bigint not null,
  channel_id bigint not null,
  contact_id bigint not null,
  turn integer not null,
  request jsonb not null,
  due_at timestamp with time zone not null,
  worker text,
  leased_until timestamp with time zone,
  reply boolean not null default false,
  service text not null generated always as (COALESCE("substring"((request ->> 'url'::text), '^[^/]*//([^/?#]*)'::text), ''::text)) stored,
  tries integer not null default 0,
  constraint api_calls_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX api_calls_due ON public.api_calls USING btree (account_id, service, due_at, id);

create table bot_pauses (
  account_id bigint not null,
  contact_id bigint not null,
  channel_id bigint not null,
  since timestamp with time zone not null,
  last_text_at timestamp with time zone not null,
  constraint bot_pauses_pkey PRIMARY KEY (account_id, contact_id, channel_id)
);
CREATE INDEX bot_pauses_by_text ON public.bot_pauses USING btree (last_text_at);

create table conversations (
  account_id bigint not null,
  channel_id bigint not null,
  contact_id bigint not null,
  campaign_id bigint not null,
  active boolean not null,
  session jsonb not null,
  turn integer not null default 1,
  blast_id bigint,
  updated_at timestamp with time zone not null,
  automaton_start_id bigint,
  constraint conversations_pkey PRIMARY KEY (account_id, channel_id, contact_id),
  constraint conversations_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contacts(account_id, id)
) with (fillfactor=75);
CREATE INDEX conversations_campaign ON public.conversations USING btree (account_id, campaign_id);

create table inbound_messages (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  channel_id bigint not null,
  contact_id bigint not null,
  carrier_message_id text not null,
  body text not null,
  kind text not null,
  campaign_id bigint,
  at timestamp with time zone not null,
  media jsonb,
  erased boolean not null default false,
  constraint inbound_messages_pkey PRIMARY KEY (account_id, id),
  constraint inbound_messages_account_id_channel_id_carrier_message_id_key UNIQUE (account_id, channel_id, carrier_message_id)
);
CREATE INDEX inbound_messages_contact ON public.inbound_messages USING btree (account_id, contact_id, at);
CREATE INDEX inbound_messages_newest ON public.inbound_messages USING btree (account_id, at DESC, id DESC);
CREATE INDEX inbound_messages_unanswered ON public.inbound_messages USING btree (account_id, at DESC, id DESC) WHERE (kind = 'none'::text);
CREATE INDEX inbound_messages_words ON public.inbound_messages USING gin (account_id, body gin_trgm_ops) WITH (gin_pending_list_limit='256');

create table timers (
  account_id bigint not null,
  channel_id bigint not null,
  contact_id bigint not null,
  turn integer not null,
  due_at timestamp with time zone not null,
  worker text,
  leased_until timestamp with time zone,
  is_send boolean not null default false,
  held_since timestamp with time zone,
  constraint timers_pkey PRIMARY KEY (account_id, channel_id, contact_id)
);
CREATE INDEX timers_due ON public.timers USING btree (due_at);

create table unplayed_texts (
  account_id bigint not null,
  phone text not null,
  id bigint not null generated by default as identity,
  channel_id bigint not null,
  carrier_message_id text not null,
  body text not null,
  at timestamp with time zone not null,
  failures integer not null default 0,
  retry_at timestamp with time zone,
  constraint unplayed_texts_pkey PRIMARY KEY (account_id, phone, id)
);

-- segments --------------------------------------------------------------------

create table segments (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  name_key text not null,
  tree jsonb not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint segments_pkey PRIMARY KEY (account_id, id),
  constraint segments_account_id_name_key_key UNIQUE (account_id, name_key),
  constraint segments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

-- blasts ----------------------------------------------------------------------

create table blast_exclusions (
  account_id bigint not null,
  blast_id bigint not null,
  after_contact_id bigint not null,
  reason text not null,
  people integer not null,
  contact_ids bigint[] not null,
  constraint blast_exclusions_pkey PRIMARY KEY (account_id, blast_id, after_contact_id, reason),
  constraint blast_exclusions_reason_check CHECK ((reason = ANY (ARRAY['filtered'::text, 'opted-out'::text, 'already-blasted'::text])))
);

create table blast_jobs (
  account_id bigint not null,
  blast_id bigint not null,
  due_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  worker text,
  constraint blast_jobs_pkey PRIMARY KEY (account_id, blast_id)
);
CREATE INDEX blast_jobs_due ON public.blast_jobs USING btree (due_at);

create table blast_reviews (
  account_id bigint not null,
  key text not null,
  counts jsonb not null,
  at timestamp with time zone not null,
  constraint blast_reviews_pkey PRIMARY KEY (account_id, key),
  constraint blast_reviews_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table blasts (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  campaign_id bigint not null,
  source_campaign_id bigint not null,
  channel_id bigint not null,
  list_ids bigint[] not null,
  filters jsonb not null default '[]'::jsonb,
  ab_campaign_ids bigint[] not null default '{}'::bigint[],
  members_since timestamp with time zone,
  flows jsonb not null,
  state text not null,
  state_before_pause text,
  scheduled_for timestamp with time zone not null,
  request_key text not null,
  filtered integer not null default 0,
  opted_out_before integer not null default 0,
  duplicates integer not null default 0,
  cursor_contact_id bigint not null default 0,
  list_count integer not null default 0,
  total integer not null default 0,
  queued integer not null default 0,
  sent integer not null default 0,
  delivered integer not null default 0,
  failed integer not null default 0,
  unknown integer not null default 0,
  skipped integer not null default 0,
  replied integer not null default 0,
  opted_out integer not null default 0,
  credits_reserved bigint not null default 0,
  credits_spent bigint not null default 0,
  automaton_id bigint,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  local_time text,
  time_to_live_minutes integer,
  pause_reason text not null default ''::text,
  stalled_since timestamp with time zone,
  run_due_at timestamp with time zone,
  renewal text,
  segment_id bigint,
  segment_plan jsonb,
  constraint blasts_pkey PRIMARY KEY (account_id, id),
  constraint blasts_renewal_check CHECK ((renewal = ANY (ARRAY['awaited'::text, 'clearing'::text]))),
  constraint blasts_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'fanning'::text, 'running'::text, 'paused'::text, 'done'::text, 'cancelled'::text, 'failed'::text]))),
  constraint blasts_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id),
  constraint blasts_account_id_channel_id_fkey FOREIGN KEY (account_id, channel_id) REFERENCES channels(account_id, id),
  constraint blasts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX blasts_automaton ON public.blasts USING btree (account_id, automaton_id) WHERE (automaton_id IS NOT NULL);
CREATE INDEX blasts_awaited ON public.blasts USING btree (account_id, scheduled_for) WHERE (renewal = 'awaited'::text);
CREATE INDEX blasts_campaign ON public.blasts USING btree (account_id, source_campaign_id);
CREATE INDEX blasts_newest ON public.blasts USING btree (account_id, created_at DESC);
CREATE UNIQUE INDEX blasts_once_a_run ON public.blasts USING btree (account_id, automaton_id, run_due_at) WHERE (run_due_at IS NOT NULL);
CREATE INDEX blasts_segment ON public.blasts USING btree (account_id, segment_id) WHERE (segment_id IS NOT NULL);

create table send_chunks (
  id bigint not null generated by default as identity,
  account_id bigint not null,
  blast_id bigint not null,
  channel_id bigint not null,
  first_message_id bigint not null,
  last_message_id bigint not null,
  due_at timestamp with time zone not null,
  paused boolean not null default false,
  worker text,
  leased_until timestamp with time zone,
  submitted_through bigint,
  released_at timestamp with time zone,
  constraint send_chunks_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX send_chunks_blast ON public.send_chunks USING btree (account_id, blast_id);
CREATE INDEX send_chunks_due ON public.send_chunks USING btree (due_at) WHERE (NOT paused);

-- sending ---------------------------------------------------------------------

create table channel_rate_limits (
  account_id bigint not null,
  channel_id bigint not null,
  tokens double precision not null,
  granted boolean not null,
  at timestamp with time zone not null,
  day date,
  day_segments bigint not null default 0,
  constraint channel_rate_limits_pkey PRIMARY KEY (account_id, channel_id)
);

-- approvals -------------------------------------------------------------------

create table blast_approvals (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  campaign_id bigint not null,
  form jsonb not null,
  note text not null default ''::text,
  asked_by text not null,
  asked_by_user bigint not null,
  asked_at timestamp with time zone not null,
  state text not null default 'waiting'::text,
  decided_by text not null default ''::text,
  decided_at timestamp with time zone,
  answer text not null default ''::text,
  blast_id bigint,
  constraint blast_approvals_pkey PRIMARY KEY (account_id, id),
  constraint blast_approvals_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text]))),
  constraint blast_approvals_account_id_campaign_id_fkey FOREIGN KEY (account_id, campaign_id) REFERENCES campaigns(account_id, id)
);
CREATE INDEX blast_approvals_campaign ON public.blast_approvals USING btree (account_id, campaign_id, id);
CREATE INDEX blast_approvals_waiting ON public.blast_approvals USING btree (account_id, asked_by_user) WHERE (state = 'waiting'::text);

-- access ----------------------------------------------------------------------

create table authenticators (
  user_id bigint not null,
  secret_encrypted bytea not null,
  last_step bigint not null,
  added_at timestamp with time zone not null,
  constraint authenticators_pkey PRIMARY KEY (user_id)
);

create table ended_sessions (
  token_hash bytea not null,
  why text not null,
  account_name text not null default ''::text,
  ended_at timestamp with time zone not null,
  constraint ended_sessions_pkey PRIMARY KEY (token_hash)
);

create table known_devices (
  user_id bigint not null,
  token_hash bytea not null,
  last_used_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, token_hash)
);
CREATE INDEX known_devices_age ON public.known_devices USING btree (last_used_at);

create table mfa_codes (
  token_hash bytea not null,
  code_hash bytea not null,
  guesses integer not null default 0,
  expires_at timestamp with time zone not null,
  phone text,
  constraint mfa_codes_pkey PRIMARY KEY (token_hash),
  constraint mfa_codes_token_hash_fkey FOREIGN KEY (token_hash) REFERENCES sessions(token_hash) ON DELETE CASCADE
);

create table password_reset_codes (
  user_id bigint not null,
  code_hash bytea not null,
  guesses integer not null default 0,
  expires_at timestamp with time zone not null,
  asked_by bytea not null,
  constraint password_reset_codes_pkey PRIMARY KEY (user_id, asked_by)
);
CREATE INDEX password_reset_codes_expiry ON public.password_reset_codes USING btree (expires_at);

create table recovery_codes (
  user_id bigint not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);

create table sessions (
  token_hash bytea not null,
  user_id bigint not null,
  account_id bigint not null,
  complete boolean not null,
  remember boolean not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  address text not null default ''::text,
  agent text not null default ''::text,
  id bigint not null generated by default as identity,
  confirmed_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);

-- passkeys --------------------------------------------------------------------

create table passkeys (
  id bigint not null generated by default as identity,
  user_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  user_handle bytea not null,
  host text not null,
  is_synced boolean not null,
  name text not null,
  added_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX passkeys_credential ON public.passkeys USING btree (credential_id);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);

-- credentials -----------------------------------------------------------------

create table api_key_lookups (
  hash bytea not null,
  account_id bigint not null,
  api_key_id bigint not null,
  constraint api_key_lookups_pkey PRIMARY KEY (hash)
);
CREATE INDEX api_key_lookups_key ON public.api_key_lookups USING btree (account_id, api_key_id);

create table api_keys (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  mode text not null,
  scopes text[] not null,
  last_characters text not null,
  user_id bigint,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (account_id, id),
  constraint api_keys_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table credential_lookups (
  access_key text not null,
  account_id bigint not null,
  credential_id bigint not null,
  constraint credential_lookups_pkey PRIMARY KEY (access_key)
);

create table credentials (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  access_key text not null,
  secret_encrypted bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint credentials_pkey PRIMARY KEY (account_id, id),
  constraint credentials_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

-- inbox -----------------------------------------------------------------------

create table canned_responses (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  name_key text not null,
  body text not null,
  constraint canned_responses_pkey PRIMARY KEY (account_id, id),
  constraint canned_responses_account_id_name_key_key UNIQUE (account_id, name_key),
  constraint canned_responses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table inbox_notes (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  contact_id bigint not null,
  user_id bigint not null,
  author text not null,
  body text not null,
  at timestamp with time zone not null,
  constraint inbox_notes_pkey PRIMARY KEY (account_id, id),
  constraint inbox_notes_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contacts(account_id, id)
);
CREATE INDEX inbox_notes_contact ON public.inbox_notes USING btree (account_id, contact_id, at DESC, id DESC);

create table inbox_threads (
  account_id bigint not null,
  contact_id bigint not null,
  read_at timestamp with time zone not null,
  done_at timestamp with time zone,
  closed_at timestamp with time zone,
  assigned_to bigint,
  constraint inbox_threads_pkey PRIMARY KEY (account_id, contact_id),
  constraint inbox_threads_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contacts(account_id, id),
  constraint inbox_threads_assigned_to FOREIGN KEY (account_id, assigned_to) REFERENCES account_users(account_id, user_id)
);
CREATE INDEX inbox_threads_assigned ON public.inbox_threads USING btree (account_id, assigned_to, closed_at DESC) WHERE (assigned_to IS NOT NULL);

-- automata --------------------------------------------------------------------

create table automata (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  type smallint not null default 0,
  campaign_id bigint not null default 0,
  list_id bigint not null default 0,
  day_of_week smallint not null default 2,
  day_of_month smallint not null default 1,
  month smallint not null default 1,
  hour smallint not null default 9,
  next_run_day date,
  next_run_at timestamp with time zone,
  weekends boolean not null default true,
  enabled boolean not null default false,
  only_new boolean not null default false,
  clone boolean not null default false,
  filters jsonb not null default '[]'::jsonb,
  members_since timestamp with time zone,
  last_run_at timestamp with time zone,
  problem text not null default ''::text,
  created_at timestamp with time zone not null,
  time_to_live_minutes integer,
  channel_id bigint not null default 0,
  version integer not null default 1,
  segment_id bigint not null default 0,
  trigger jsonb,
  started integer not null default 0,
  dates_from timestamp with time zone,
  dates_seen_at timestamp with time zone,
  constraint automata_pkey PRIMARY KEY (account_id, id),
  constraint automata_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX automata_by_date ON public.automata USING btree (account_id, id) WHERE (enabled AND (type = 7) AND ((trigger ->> 'event'::text) = 'date.reached'::text));
CREATE INDEX automata_by_event ON public.automata USING btree (account_id) WHERE (enabled AND (type = 7));
CREATE INDEX automata_segment ON public.automata USING btree (account_id, segment_id) WHERE (segment_id <> 0);

create table automaton_jobs (
  account_id bigint not null,
  automaton_id bigint not null,
  due_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  worker text,
  constraint automaton_jobs_pkey PRIMARY KEY (account_id, automaton_id)
);
CREATE INDEX automaton_jobs_due ON public.automaton_jobs USING btree (due_at);

create table automaton_starts (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  automaton_id bigint not null,
  contact_id bigint not null,
  kind text not null,
  fact text not null,
  happened_at timestamp with time zone not null,
  state text not null,
  reason text not null default ''::text,
  due_at timestamp with time zone not null,
  tries smallint not null default 0,
  settled_at timestamp with time zone,
  channel_id bigint,
  exit_kind text,
  exited_at timestamp with time zone,
  unpaid_since timestamp with time zone,
  constraint automaton_starts_pkey PRIMARY KEY (account_id, id),
  constraint automaton_starts_account_id_automaton_id_contact_id_kind_fa_key UNIQUE (account_id, automaton_id, contact_id, kind, fact),
  constraint automaton_starts_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'started'::text, 'skipped'::text, 'left'::text]))),
  constraint automaton_starts_account_id_automaton_id_fkey FOREIGN KEY (account_id, automaton_id) REFERENCES automata(account_id, id) ON DELETE CASCADE,
  constraint automaton_starts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX automaton_starts_contact ON public.automaton_starts USING btree (account_id, contact_id);
CREATE INDEX automaton_starts_due ON public.automaton_starts USING btree (account_id, due_at) WHERE (state = 'waiting'::text);
CREATE INDEX automaton_starts_history ON public.automaton_starts USING btree (account_id, automaton_id, state, id);
CREATE INDEX automaton_starts_latest ON public.automaton_starts USING btree (account_id, automaton_id, id);
CREATE INDEX automaton_starts_settled ON public.automaton_starts USING btree (settled_at) WHERE (state = ANY (ARRAY['skipped'::text, 'left'::text]));

-- webhooks --------------------------------------------------------------------

create table webhook_deliveries (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  endpoint_id bigint not null,
  place bigint not null generated by default as identity,
  webhook_id text not null,
  kind text not null,
  contact_id bigint,
  at timestamp with time zone not null,
  data jsonb not null,
  state text not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  failures integer not null default 0,
  tried_from timestamp with time zone,
  tried_at timestamp with time zone,
  status integer not null default 0,
  answer text not null default ''::text,
  duration_ms integer not null default 0,
  created_at timestamp with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (account_id, id),
  constraint webhook_deliveries_account_id_endpoint_id_webhook_id_key UNIQUE (account_id, endpoint_id, webhook_id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_deliveries_contact ON public.webhook_deliveries USING btree (account_id, contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX webhook_deliveries_created ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (account_id, endpoint_id, due_at, place) WHERE (state = 'pending'::text);
CREATE INDEX webhook_deliveries_log ON public.webhook_deliveries USING btree (account_id, endpoint_id, state, kind, id);

create table webhook_endpoints (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  url text not null,
  description text not null,
  kinds text[] not null,
  enabled boolean not null,
  secret_encrypted bytea not null,
  former_secret_encrypted bytea,
  former_until timestamp with time zone,
  created_at timestamp with time zone not null,
  last_success_at timestamp with time zone,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  last_failure text not null default ''::text,
  switched_off_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (account_id, id),
  constraint webhook_endpoints_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table webhook_jobs (
  account_id bigint not null,
  endpoint_id bigint not null,
  due_at timestamp with time zone not null,
  rests_until timestamp with time zone,
  worker text,
  leased_until timestamp with time zone,
  constraint webhook_jobs_pkey PRIMARY KEY (account_id, endpoint_id)
);
CREATE INDEX webhook_jobs_due ON public.webhook_jobs USING btree (due_at);

-- reports ---------------------------------------------------------------------

create table presorted_pages (
  account_id bigint not null,
  subject_id bigint not null,
  column_id text not null,
  level smallint not null,
  span integer not null,
  direction text not null,
  numbers numeric[] not null,
  words text[] not null,
  moments timestamp with time zone[] not null,
  ids bigint[] not null,
  constraint presorted_pages_pkey PRIMARY KEY (account_id, subject_id, column_id, level, span, direction)
);

create table repeat_index (
  account_id bigint not null,
  kind text not null,
  subject_id bigint not null,
  at timestamp with time zone not null,
  id bigint not null,
  other_at timestamp with time zone not null,
  constraint repeat_index_pkey PRIMARY KEY (account_id, kind, subject_id, at, id)
);

create table repeat_index_progress (
  account_id bigint not null,
  kind text not null,
  until timestamp with time zone not null,
  constraint repeat_index_progress_pkey PRIMARY KEY (account_id, kind)
);

create table reports (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  title text not null,
  description text not null default ''::text,
  layout jsonb not null,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  segment_id bigint,
  segment_meaning text,
  constraint reports_pkey PRIMARY KEY (account_id, id),
  constraint reports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

-- imports ---------------------------------------------------------------------

create table import_changes (
  account_id bigint not null,
  import_id bigint not null,
  contact_id bigint not null,
  new_contact boolean not null,
  new_member boolean not null,
  tags_set jsonb,
  tags_before jsonb,
  new_pending boolean not null default false,
  constraint import_changes_pkey PRIMARY KEY (account_id, import_id, contact_id),
  constraint import_changes_account_id_import_id_fkey FOREIGN KEY (account_id, import_id) REFERENCES imports(account_id, id) ON DELETE CASCADE
);
CREATE INDEX import_changes_tags ON public.import_changes USING btree (account_id, contact_id) WHERE (tags_set IS NOT NULL);

create table import_jobs (
  account_id bigint not null,
  import_id bigint not null,
  due_at timestamp with time zone not null,
  tries integer not null default 0,
  worker text,
  leased_until timestamp with time zone,
  constraint import_jobs_pkey PRIMARY KEY (account_id, import_id)
);

create table imports (
  account_id bigint not null,
  id bigint not null generated by default as identity,
  list_id bigint not null,
  state text not null,
  file_name text not null,
  stored_as text not null,
  delimiter text not null,
  has_header boolean not null,
  mapping jsonb not null default '[]'::jsonb,
  row_count integer not null,
  done_count integer not null default 0,
  new_count integer not null default 0,
  updated_count integer not null default 0,
  duplicate_count integer not null default 0,
  invalid_count integer not null default 0,
  optout_count integer not null default 0,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  undo_total integer not null default 0,
  undone_count integer not null default 0,
  country text not null default 'US'::text,
  new_optout_count integer not null default 0,
  consent_by bigint,
  consent_at timestamp with time zone,
  consent_note text not null default ''::text,
  undo_kept integer not null default 0,
  started_by bigint,
  constraint imports_pkey PRIMARY KEY (account_id, id),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['uploaded'::text, 'tried'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text, 'undoing'::text, 'undone'::text]))),
  constraint imports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint imports_account_id_list_id_fkey FOREIGN KEY (account_id, list_id) REFERENCES lists(account_id, id) ON DELETE CASCADE
);
CREATE INDEX imports_list ON public.imports USING btree (account_id, list_id);

-- home ------------------------------------------------------------------------

create table quarter_hour_rollups (
  account_id bigint not null,
  quarter timestamp with time zone not null,
  counted_at timestamp with time zone not null,
  sent integer not null,
  delivered integer not null,
  failed integer not null,
  received integer not null,
  opt_outs integer not null,
  opt_ins integer not null,
  constraint quarter_hour_rollups_pkey PRIMARY KEY (account_id, quarter)
);

-- watch -----------------------------------------------------------------------

create table hourly_counts (
  hour timestamp with time zone not null,
  kind text not null,
  name text not null,
  count bigint not null,
  last_at timestamp with time zone not null,
  constraint hourly_counts_pkey PRIMARY KEY (hour, kind, name)
);

-- id_blocks holds {"name": "messages", "next_id": 1}
