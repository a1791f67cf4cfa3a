-- A message that was delivered in the end had kept what went wrong before, which split the people of its blast.
update messages set reason = null, carrier_code = null
where status = 'delivered' and (reason is not null or carrier_code is not null);

update blast_blocks set version = version + 1
where counts @? '$[*] ? (@.status == "delivered" && @.reason != "" || @.status == "sent")';
