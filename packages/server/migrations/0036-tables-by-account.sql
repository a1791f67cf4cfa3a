-- Ready to be spread over machines: what lies beside the accounts refers to nothing of theirs, and what is of
-- an account is told apart within it.

alter table sessions drop constraint sessions_account_id_fkey, drop constraint sessions_user_id_fkey;
alter table known_devices drop constraint known_devices_user_id_fkey;
alter table password_reset_codes drop constraint password_reset_codes_user_id_fkey;

-- Shared: whose sign-up page an address is.
create table sign_up_codes (
  code text primary key,
  account_id bigint not null,
  list_id bigint not null
);
insert into sign_up_codes (code, account_id, list_id) select code, account_id, list_id from sign_up_pages;
alter table sign_up_pages drop constraint sign_up_pages_code_key;
