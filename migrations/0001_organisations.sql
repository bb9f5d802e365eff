-- Organisations, and who may call the API for them (rules 6, 11, 12).
--
-- In every migration: `org_id` comes first in every key, so that a row can name rows of its own organisation only, and
-- so that Citus can put all that belongs to an organisation on one node (docs/decisions/0002). A line below each table
-- says where it lies there: `distribute` (by organisation), `reference` (a copy on every node) or `local` (on the
-- coordinator). Where Citus is not installed the lines are comments.

-- GIN indexes that begin with the organisation.
create extension if not exists btree_gin;
-- No index needs it any more; databases of before have it.
create extension if not exists pg_trgm;

create sequence organisation_id_seq as int;
create table organisation (
  org_id int primary key,
  name text not null,
  time_zone text not null default 'Europe/Berlin',
  contract text not null default 'active' check (contract in ('active', 'inactive')),
  trial_ends timestamptz,
  -- Raw plan values: an invalid one is kept, and makes calls 503 (rules 6.3).
  plan jsonb not null default '{}',
  settings jsonb not null default '{}',
  -- Counts up with every change of the settings; processes read them anew when it differs.
  settings_version int not null default 1,
  -- Whose second factor the organisation requires.
  second_factor text not null default 'nobody' check (second_factor in ('nobody', 'administrators', 'everybody')),
  created_at timestamptz not null default now()
);
-- distribute: organisation

-- Secrets that sign tokens; the newest signs, all that are not retired verify.
create table signing_key (
  kid text primary key,
  secret text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
-- reference: signing_key

create sequence api_token_id_seq as int;
create table api_token (
  org_id int not null,
  id int not null,
  user_kid int,
  name text not null,
  scopes text[] not null default '{}',
  expires_at timestamptz,
  addresses text[] not null default '{}',
  -- Counts up when the string is issued anew; older strings are `token_mismatch`.
  issue int not null default 1,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (org_id, id),
  constraint api_token_organisation foreign key (org_id) references organisation (org_id) on delete cascade
);
-- distribute: api_token
-- The command names a token by its number alone.
create index api_token_by_id on api_token (id);

-- Calls of an organisation in a minute of the database's clock: `used` counts what was given to processes, `granted`
-- tells the latest asker what it was given. Half of each page stays free, so that an update needs no index entry.
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

-- Which keys the secrets in this database are encrypted with: not the keys, but what tells a wrong one
-- (docs/decisions/0009).
create table secrets_key (
  id text primary key,
  -- A known text, encrypted with the key.
  check_value text not null,
  -- `table.column` of all that has been encrypted; what this version knows beyond that is in clear still.
  encrypted text[] not null default '{}',
  created_at timestamptz not null default now()
);
-- reference: secrets_key
