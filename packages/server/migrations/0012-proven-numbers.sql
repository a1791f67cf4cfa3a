-- A code may prove a number before sign-in codes go there: then it belongs to that number. Null: it completes a sign-in.
alter table mfa_codes add column phone text;
