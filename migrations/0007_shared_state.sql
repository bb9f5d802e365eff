-- What processes must know of each other: answers kept for an Idempotency-Key, and failed authentications.

create table idempotency_key (
  org_id int not null,
  token_id int not null,
  key text not null,
  -- SHA-256 of method, address and body: the same key for another request is refused.
  fingerprint text not null,
  request_id uuid,
  started_at timestamptz not null,
  -- Transactions of this request that committed: a request that died after one is never run again.
  writes int not null default 0,
  -- The answer; null while the request runs.
  status int,
  body text,
  primary key (org_id, token_id, key)
);
-- distribute: idempotency_key
create index idempotency_key_age on idempotency_key (started_at);

-- Failures of a client address in its current minute; addresses belong to no organisation.
create table failed_authentication (
  address text primary key,
  failures int not null,
  since timestamptz not null,
  blocked_until timestamptz
);
create index failed_authentication_age on failed_authentication (since);
