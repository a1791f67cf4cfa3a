-- Waits of days and weeks, and until the date in a tag: stored wait steps have none.
update steps set step = step || '{"long": null, "tag": ""}'
  where step ->> 'type' = 'wait' and not step ? 'long';
update published_steps set step = step || '{"long": null, "tag": ""}'
  where step ->> 'type' = 'wait' and not step ? 'long';
