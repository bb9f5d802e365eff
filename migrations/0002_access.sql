-- API tokens, rate limits, and failed attempts to authenticate (rules 6, 11, 12).

create sequence api_token_id_seq as int;
create table api_token (
  org_id int not null,
  id int not null,
  user_kid int,
  name text not null,
  scopes text[] not null default '{}',
  expires_at timestamptz,
  addresses text[] not null default '{}',
  -- Incremented when the token is reissued; older strings are `token_mismatch`.
  issue int not null default 1,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  -- Expiry in the token string, which a change of the row cannot extend; `infinity` where the string has none (rules 6.3).
  issued_until timestamptz,
  last_used_at timestamptz,
  last_used_address text,
  -- When a mail announced the expiry, and until when a process has leased that work.
  expiry_told_at timestamptz,
  expiry_telling_until timestamptz,
  primary key (org_id, id),
  constraint api_token_organisation foreign key (org_id) references organisation (org_id) on delete cascade
);
-- distribute: api_token
-- Commands name a token by its number alone.
create index api_token_by_id on api_token (id);
-- Tokens whose expiry is not announced yet.
create index api_token_untold on api_token (expires_at)
  where expires_at is not null and revoked_at is null and expiry_told_at is null;

-- Calls of an organisation in a minute of the database clock: `used` counts what processes were granted, `granted` returns
-- the latest grant. Half of each page stays free, so that an update is HOT and needs no index entry.
create table request_budget (
  org_id int not null,
  minute int not null,
  used bigint not null,
  granted bigint not null default 0,
  primary key (org_id, minute)
) with (fillfactor = 50);
-- distribute: request_budget

-- Failures of a client address in its current minute; addresses belong to no organisation.
create table failed_authentication (
  address text primary key,
  failures int not null,
  since timestamptz not null,
  blocked_until timestamptz
);
-- local: failed_authentication
create index failed_authentication_age on failed_authentication (since);
