-- Subscribers are members who are counted list by list: what was marked as repeated without a look at the list is marked anew, and people are
-- counted by day only for clicks.
set local statement_timeout = 0;
delete from repeats where kind = 'optin';
delete from repeats_until where kind = 'optin';
delete from daily_people where kind = 'optin';
delete from last_days where kind = 'optin';
