-- The addresses of pictures that came with a text, a JSON list; null: none.
alter table inbound add column media jsonb;

-- The highest id of a message that was given to the carrier, or may have been: what is in 'sending' beyond it never left this server.
alter table send_chunks add column handed_up_to bigint;
