-- Sign-up pages: what a list's page says, the words that were shown, and who waits for a YES since.

create table sign_up_pages (
  account_id bigint not null,
  list_id bigint not null,
  -- The end of its address. Unguessable is not needed, apart from other pages is.
  code text not null unique,
  is_on boolean not null,
  -- {"headline": …}, see contract/sign-up.ts.
  page jsonb not null,
  -- Raised by each save, so that of two people who save one page the second is told.
  version int not null default 1,
  updated_at timestamptz not null,
  primary key (account_id, list_id),
  foreign key (account_id, list_id) references lists (account_id, id) on delete cascade
);

-- What a page asked people to agree to, each wording once: a form may be sent after the words were changed.
create table sign_up_words (
  account_id bigint not null,
  list_id bigint not null,
  -- SHA-256 of the words.
  hash bytea not null,
  words text not null,
  since timestamptz not null,
  primary key (account_id, list_id, hash),
  foreign key (account_id, list_id) references lists (account_id, id) on delete cascade
);

-- Who sent the form and has not said YES yet: the proof that is written then.
create table pending_sign_ups (
  account_id bigint not null,
  list_id bigint not null,
  contact_id bigint not null,
  words_hash bytea not null,
  at timestamptz not null,
  url text not null,
  address text not null,
  primary key (account_id, list_id, contact_id),
  foreign key (account_id, list_id, words_hash) references sign_up_words (account_id, list_id, hash) on delete cascade,
  foreign key (account_id, contact_id) references contacts (account_id, id) on delete cascade
);
create index pending_sign_ups_contact on pending_sign_ups (account_id, contact_id);

create index consents_sign_ups on consents (account_id, list_id, at) where source = 'sign-up';
