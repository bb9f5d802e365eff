-- Organisations, tokens, the request budget and passwords (rules 6, 11, 12).

create sequence organisation_id_seq as int;
create sequence api_token_id_seq as int;

create table organisation (
  org_id int primary key,
  name text not null,
  time_zone text not null default 'Europe/Berlin',
  contract text not null default 'active' check (contract in ('active', 'inactive')),
  trial_ends timestamptz,
  -- Raw plan values: an invalid one is kept, and makes calls 503 (rules 6.3).
  plan jsonb not null default '{}',
  settings jsonb not null default '{}',
  settings_version int not null default 1,
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
  primary key (org_id, id)
);
-- distribute: api_token
create index api_token_by_id on api_token (id);
alter table api_token
  add constraint api_token_organisation foreign key (org_id) references organisation (org_id) on delete cascade;

-- Calls of an organisation in a minute of the database's clock: `used` counts what was given to processes, `granted`
-- tells the latest asker what it was given.
create table request_budget (
  org_id int not null,
  minute int not null,
  used bigint not null,
  granted bigint not null default 0,
  primary key (org_id, minute)
) with (fillfactor = 50);
-- distribute: request_budget

-- Passwords of the settings UI's users.
create table credential (
  org_id int not null,
  kid int not null,
  email_lower text not null,
  password_hash text not null,
  changed_at timestamptz not null default now(),
  primary key (org_id, kid)
);
-- distribute: credential
create index credential_email on credential (email_lower);
alter table credential
  add constraint credential_organisation foreign key (org_id) references organisation (org_id) on delete cascade;
