-- The codes of a time, by what their pages say of the moments in them: some kilobytes for millions of codes.
create index concurrently if not exists link_codes_age on link_codes using brin (created_at);
