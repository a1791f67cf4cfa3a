-- Receipts of SMPP carriers whose id no answer has named: one that came before the answer, or whose answer was lost with the connection or
-- with the process. Kept until it finds its message, some minutes at most. Acknowledged once it is here.
create table early_receipts (
  account_id bigint not null,
  -- Whose session it came over.
  channel_id bigint not null,
  -- As in carrier_ids.
  carrier_id text not null,
  -- What the answer may call it: the same, and in other notations.
  forms text[] not null,
  -- The digits of the receipt's two ends: the phone's and the sender's.
  numbers text[] not null,
  status message_status not null,
  code text,
  at timestamptz not null,
  primary key (account_id, channel_id, carrier_id)
);
