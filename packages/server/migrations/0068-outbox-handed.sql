-- Of what is claimed together with many others: whether it has been handed over. What has not waits again when its worker dies. Null: not known.
alter table outbox add column handed boolean;
