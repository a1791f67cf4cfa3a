-- What single messages and incoming texts of an account came to, by quarters of an hour: all days of all zones begin on one. Counted
-- anew, less and less often, while receipts may still change it (account/last-days.ts).
create table account_quarters (
  account_id bigint not null,
  quarter timestamptz not null,
  counted_at timestamptz not null,
  sent int not null,
  delivered int not null,
  failed int not null,
  received int not null,
  opt_outs int not null,
  primary key (account_id, quarter)
);
