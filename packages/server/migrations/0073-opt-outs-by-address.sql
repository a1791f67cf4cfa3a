-- The channel to whose secret address an opt-out came; null: it was proven otherwise, or came to the address of its own channel.
alter table opt_outs add column over_address_of bigint;
