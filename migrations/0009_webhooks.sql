-- Webhooks and their deliveries; the deliveries are the outbox: written in the transaction of the change.

create sequence webhook_id_seq as int;
create table webhook (
  org_id int not null,
  id int not null,
  url text not null,
  method text not null default 'POST',
  content_type text not null default 'json',
  headers jsonb not null default '{}',
  events text[] not null default '{}',
  active boolean not null default false,
  -- A successful test since the last change of address, method, content type or headers.
  released boolean not null default false,
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  last_test_at timestamptz,
  last_test_ok boolean,
  -- When the last test calls were made, ten at most: no more are made in a minute.
  tested_at timestamptz[] not null default '{}',
  switched_off_because text,
  -- Since when no delivery succeeded, and how many failed for good since then.
  failing_since timestamptz,
  failed_count int not null default 0,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
-- distribute: webhook
create index webhook_by_id on webhook (id);
create index webhook_active on webhook (org_id)
  where active;

create sequence webhook_delivery_id_seq;
create table webhook_delivery (
  org_id int not null,
  id bigint not null default nextval('webhook_delivery_id_seq'),
  webhook_id int not null,
  request_id uuid not null,
  event_name text not null,
  event_at timestamptz(3) not null,
  payload text not null,
  state text not null default 'pending',
  -- Sent again because somebody asked for it.
  resent boolean not null default false,
  -- Attempts of the current round; sending again starts a new one.
  tries int not null default 0,
  attempts jsonb not null default '[]',
  next_attempt_at timestamptz not null,
  leased_until timestamptz,
  primary key (org_id, webhook_id, id)
);
-- distribute: webhook_delivery
-- Found per webhook: what is due by time, the log by number. Few indexes, because a change's commit fills them.
create index webhook_delivery_queue on webhook_delivery (org_id, webhook_id, next_attempt_at, id)
  where state = 'pending';
create index webhook_delivery_age on webhook_delivery using brin (event_at);

-- Attempts of an organisation in a minute (plan value webhook_deliveries_per_minute).
create table webhook_budget (
  org_id int not null,
  minute bigint not null,
  used int not null,
  -- How many places the last claim got; an upsert has no other way to return it.
  granted int not null default 0,
  primary key (org_id, minute)
);
-- distribute: webhook_budget
