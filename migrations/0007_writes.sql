-- What is written with a record: its entry in the audit log, counters, the answer to a request that may be repeated.

-- The audit log is append-only: the service's role may add and read (src/db/grants.ts).
create sequence audit_entry_id_seq;
create table audit_entry (
  org_id int not null,
  id bigint not null default nextval('audit_entry_id_seq'),
  at timestamptz(3) not null,
  token_id bigint,
  user_kid int,
  -- 'command' for what the operator's command did; null for the API, the settings and the service.
  via text,
  request_id text,
  section text not null,
  record_id int not null,
  action text not null,
  owner_section text,
  owner_id int,
  changes text not null,
  -- Sign-ins, passwords, tokens, webhooks: found by an index of their own.
  security boolean not null default false,
  primary key (org_id, id)
);
-- distribute: audit_entry
create index audit_entry_record on audit_entry (org_id, section, record_id, id);
create index audit_entry_owner on audit_entry (org_id, owner_section, owner_id, id)
  where owner_id is not null;
-- The log is read backwards in time: all of it, a user's or a token's.
create index audit_entry_at on audit_entry (org_id, at, id);
create index audit_entry_user on audit_entry (org_id, user_kid, at, id)
  where user_kid is not null;
create index audit_entry_token on audit_entry (org_id, token_id, at, id)
  where token_id is not null;
create index audit_entry_security on audit_entry (org_id, at)
  where security;

-- Counts of live records, spread over slots (docs/decisions/0012).
create table record_count (
  org_id int not null,
  name text not null,
  slot smallint not null,
  n bigint not null,
  primary key (org_id, name, slot)
) with (fillfactor = 50);
-- distribute: record_count

-- The same per 4,096 ids, so that a far page starts at its block instead of at the first record.
create table record_block (
  org_id int not null,
  name text not null,
  block int not null,
  slot smallint not null,
  n bigint not null,
  primary key (org_id, name, block, slot)
) with (fillfactor = 50);
-- distribute: record_block

-- What a request with an `Idempotency-Key` did is kept in the transaction that does it: its answer as item -1, the
-- outcomes of the items of a batch as 0 and up. So there is no answer that belongs to nothing, and no write without
-- its answer. A request that waits for its answer has no row; a batch that runs has one without status
-- (docs/decisions/0006).
create table idempotency_key (
  org_id int not null,
  token_id int not null,
  key text not null,
  item smallint not null default -1,
  -- SHA-256 of method, address and body: the same key for another request is refused.
  fingerprint text not null,
  started_at timestamptz not null,
  status int,
  body text,
  primary key (org_id, token_id, key, item)
);
-- distribute: idempotency_key
create index idempotency_key_age on idempotency_key (started_at);
