-- Who started an import; consent_by is null where nobody attested consent.
alter table imports add column started_by bigint;
update imports set started_by = consent_by where consent_by is not null;

-- Values that people say themselves are looked up among what imports gave.
create index import_changes_tags on import_changes (account_id, contact_id) where tags_set is not null;
