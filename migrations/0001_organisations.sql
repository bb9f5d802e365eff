-- Organisations (tenants), and the keys of the installation.
--
-- In every migration: `org_id` comes first in every key, so that a row can refer only to rows of its own organisation, and
-- Citus can store all rows of an organisation on one node (docs/decisions/0002). The line below each table says where Citus
-- places it: `distribute` (sharded by organisation), `reference` (a copy on every node) or `local` (only on the
-- coordinator). Without Citus these lines are comments.

-- GIN indexes that begin with the organisation.
create extension if not exists btree_gin;

create sequence organisation_id_seq as int;
create table organisation (
  org_id int primary key,
  name text not null,
  time_zone text not null default 'Europe/Berlin',
  contract text not null default 'active' check (contract in ('active', 'inactive')),
  trial_ends timestamptz,
  -- Raw plan values: an invalid value is stored, and calls answer 503 (rules 6.3).
  plan jsonb not null default '{}',
  settings jsonb not null default '{}',
  -- Incremented with every change of the settings; processes reload them when it differs.
  settings_version int not null default 1,
  -- Users who need a second factor.
  second_factor text not null default 'nobody' check (second_factor in ('nobody', 'administrators', 'everybody')),
  -- A checked small image. Its name is its hash with a file extension, so that browsers may cache it.
  logo bytea,
  logo_name text,
  -- Version of the text folding of the search entries (`SEARCH_TEXT_VERSION`).
  search_text_version int not null default 1,
  -- Progress of the rebuild of older search entries: version, record kind and id.
  search_checkpoint jsonb,
  -- Start of the deletion by `broker-crm org delete`. From then on only this command sees the organisation; it can be
  -- interrupted and resumed, and deletes this row last.
  deletion_began_at timestamptz,
  created_at timestamptz not null default now()
);
-- distribute: organisation

-- Secrets that sign tokens: the newest one signs, all that are not retired verify.
create table signing_key (
  kid text primary key,
  secret text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
-- reference: signing_key

-- Keys that encrypt the secrets of this database: not the keys, but a check value of each (docs/decisions/0009).
create table secrets_key (
  id text primary key,
  -- A known text, encrypted with the key.
  check_value text not null,
  -- `table.column` of each encrypted column; other secret columns that this version knows are still plain text.
  encrypted text[] not null default '{}',
  created_at timestamptz not null default now()
);
-- reference: secrets_key
