-- How many of a minute's places went to webhooks that fail, which get at most half of them. Versions before counted all places
-- against that half: a row of theirs has 0.
alter table webhook_budget add column used_failing int not null default 0;
