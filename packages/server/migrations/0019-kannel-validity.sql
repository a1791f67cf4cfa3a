-- Gateways with the parameters of the preset as it was: a message's time to live is told to Kannel, too. Parameters that somebody changed stay.
update channels set connection = jsonb_set(connection, '{parameters}', to_jsonb((connection ->> 'parameters') || E'\nvalidity={validity}'))
where connection_kind = 'gateway' and connection ->> 'parameters' = E'username={username}\npassword={password}\nfrom={from}\nto={to}\ntext={text}\ncoding={coding}\ncharset=UTF-8\ndlr-mask=31\ndlr-url={receipt}';
update channels set backup_connection = jsonb_set(backup_connection, '{parameters}', to_jsonb((backup_connection ->> 'parameters') || E'\nvalidity={validity}'))
where backup_kind = 'gateway' and backup_connection ->> 'parameters' = E'username={username}\npassword={password}\nfrom={from}\nto={to}\ntext={text}\ncoding={coding}\ncharset=UTF-8\ndlr-mask=31\ndlr-url={receipt}';
