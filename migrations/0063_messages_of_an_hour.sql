-- A message counts in the hour in which it is sent, also for the second time (rules 16.25).
create index message_attempted on message (org_id, next_attempt_at);
drop index message_created;
