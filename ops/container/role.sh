# PostgreSQL's image runs it when it makes the database: Parley's own, of a role that is no superuser.
psql -v ON_ERROR_STOP=1 -v password="$(cat /run/secrets/parley_password)" --username postgres <<'SQL'
create role parley login password :'password';
create database parley owner parley;
SQL
