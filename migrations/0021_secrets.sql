-- Which keys the secrets in this database are encrypted with: not the keys, but what tells a wrong one (docs/decisions/0009).
create table secrets_key (
  id text primary key,
  -- A known text, encrypted with the key.
  check_value text not null,
  -- `table.column` of all that has been encrypted; what this version knows beyond that is in clear still.
  encrypted text[] not null default '{}',
  created_at timestamptz not null default now()
);
-- reference: secrets_key
