-- The hash of the secret address at which calendar programs read the tasks and deadlines of a user.
alter table credential add column calendar_hash text;
