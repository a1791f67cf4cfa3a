-- Whose run of a request may still store what was asked: one that was overtaken fails then.
alter table idempotency_keys add column claim uuid;
