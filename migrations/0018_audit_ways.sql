-- The way by which an entry came: 'command' for the operator's command; null for the API, the settings and the service.
alter table audit_entry add column via text;
-- When the last test calls of a webhook were made, ten at most: no more are made in a minute.
alter table webhook add column tested_at timestamptz[] not null default '{}';
