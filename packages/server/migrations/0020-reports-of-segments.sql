-- The segment whose people alone a saved report is about, and what the segment meant when it was saved.

alter table reports
  add column segment_id bigint,
  add column segment_meaning text;
