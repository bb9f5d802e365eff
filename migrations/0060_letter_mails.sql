-- E-mails to the ticked rows of a list are jobs as letters are (rules 16.26): whom they go to, and whether only with a consent to
-- advertising.
alter table letter_job add column recipient text;
alter table letter_job add column consent boolean not null default false;
