-- People who asked to be forgotten. Their contact stays as a row that says nothing of anybody, so that what was counted of it still adds up.
alter table contacts add column erased_at timestamptz;
-- A text of such a person: without words, and shown nowhere.
alter table inbound add column erased boolean not null default false;

create table erasures (
  account_id bigint not null references accounts (id),
  contact_id bigint not null,
  -- The number, until the last traces of it are gone; then null.
  phone text,
  user_id bigint not null,
  at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, contact_id)
);

-- Shared claim table: erasures whose last traces are still to be looked for.
create table due_erasures (
  account_id bigint not null,
  contact_id bigint not null,
  due_at timestamptz not null,
  worker text,
  leased_until timestamptz,
  primary key (account_id, contact_id)
);
create index due_erasures_due on due_erasures (due_at);

-- Numbers that must get nothing more although nobody is kept who has them: a keyed hash each. It becomes a row of opt_outs again, and leaves
-- this table, in the statement that makes a contact of the number.
create table erased_numbers (
  account_id bigint not null references accounts (id),
  -- HMAC-SHA-256 of the account and the number under a key that the database does not have.
  fingerprint bytea not null,
  at timestamptz not null,
  primary key (account_id, fingerprint)
);

-- Previews and scans of a person's links; clicks of people have an index already.
set local statement_timeout = 0;
create index link_clicks_looks on link_clicks (account_id, contact_id) where kind <> 'person';
