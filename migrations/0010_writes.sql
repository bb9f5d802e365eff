-- Counters and idempotency keys, written in the transaction of the change.

-- Counts of live records, spread over slots (docs/decisions/0012).
create table record_count (
  org_id int not null,
  name text not null,
  slot smallint not null,
  n bigint not null,
  primary key (org_id, name, slot)
) with (fillfactor = 50);
-- distribute: record_count

-- The same for each 4,096 ids, so that a far page starts at its block.
create table record_block (
  org_id int not null,
  name text not null,
  block int not null,
  slot smallint not null,
  n bigint not null,
  primary key (org_id, name, block, slot)
) with (fillfactor = 50);
-- distribute: record_block

-- Response of a request with an `Idempotency-Key` as item -1, results of the items of a batch from 0 on. A running batch has
-- a row without status (docs/decisions/0006).
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
