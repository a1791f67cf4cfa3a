-- A message is written three times: queued, 'sending' with its text, its result. With this much room left on a page all three stay on it,
-- and no index has to hear of the change; with 40 three in ten moved to another page.
alter table messages set (fillfactor = 25);
