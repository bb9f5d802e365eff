-- Webhooks and their deliveries, which are the outbox: written in the transaction of the change.

create sequence webhook_id_seq as int;
create table webhook (
  org_id int not null,
  id int not null,
  name text not null default '',
  description text not null default '',
  url text not null,
  method text not null default 'POST',
  content_type text not null default 'json',
  headers jsonb not null default '{}',
  events text[] not null default '{}',
  active boolean not null default false,
  -- Successful test since the last change of address, method, content type or headers.
  released boolean not null default false,
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  last_test_at timestamptz,
  last_test_ok boolean,
  -- Times of the last test calls, at most ten: the limit of a minute.
  tested_at timestamptz[] not null default '{}',
  switched_off_because text,
  -- Start of the time without a successful delivery, and deliveries that failed finally since then.
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
  -- Sent again on request.
  resent boolean not null default false,
  -- Attempts of the current round; a resend starts a new round.
  tries int not null default 0,
  attempts jsonb not null default '[]',
  next_attempt_at timestamptz not null,
  leased_until timestamptz,
  -- Trace of the call that caused the event (W3C traceparent), or null.
  traceparent text,
  primary key (org_id, webhook_id, id)
);
-- distribute: webhook_delivery
-- Due deliveries by time, the log by number: few indexes, because each commit with an event fills them.
create index webhook_delivery_queue on webhook_delivery (org_id, webhook_id, next_attempt_at, id)
  where state = 'pending';
create index webhook_delivery_age on webhook_delivery using brin (event_at);
-- Failed deliveries are listed, counted and sent again. A delivery begins as pending, so a commit does not fill this index.
create index webhook_delivery_failed on webhook_delivery (org_id, webhook_id, id)
  where state = 'failed';

-- Attempts of an organisation in a minute (plan value webhook_deliveries_per_minute).
create table webhook_budget (
  org_id int not null,
  minute bigint not null,
  used int not null,
  -- Attempts that the last claim got: the upsert returns it.
  granted int not null default 0,
  -- Attempts of failing webhooks, which get at most half.
  used_failing int not null default 0,
  primary key (org_id, minute)
);
-- distribute: webhook_budget
