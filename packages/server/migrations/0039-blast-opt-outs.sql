-- Nobody counted who opted out after a blast: counted from the events that named it.
update blasts b set opted_out = counted.people
from (
  select account_id, blast_id, count(distinct contact_id) as people from events
  where kind = 'optout' and blast_id is not null group by account_id, blast_id
) counted
where b.account_id = counted.account_id and b.id = counted.blast_id;
