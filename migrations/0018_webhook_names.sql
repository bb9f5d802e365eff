-- What people call a webhook, and what it is for.
alter table webhook add column name text not null default '';
alter table webhook add column description text not null default '';
