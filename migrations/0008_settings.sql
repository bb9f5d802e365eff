-- The settings UI: sessions, one-time links, the second factor, failed logins.

-- A browser that is signed in. Its cookie names the organisation and a random value; only that value's hash is stored.
create table session (
  org_id int not null,
  id text not null,
  kid int not null,
  csrf text not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (org_id, id)
);
-- distribute: session
create index session_of on session (org_id, kid);
create index session_age on session (created_at);
alter table session
  add constraint session_organisation foreign key (org_id) references organisation (org_id) on delete cascade;

-- A link with which a user sets a password, once.
create table invitation (
  org_id int not null,
  id text not null,
  kid int not null,
  kind text not null check (kind in ('invitation', 'reset')),
  expires_at timestamptz not null,
  primary key (org_id, id)
);
-- distribute: invitation
create index invitation_of on invitation (org_id, kid);
create index invitation_age on invitation (expires_at);
alter table invitation
  add constraint invitation_organisation foreign key (org_id) references organisation (org_id) on delete cascade;

-- Second factor: the secret in force, one that waits to be confirmed, and the last time step a code was taken for.
alter table credential add column totp_secret text;
alter table credential add column totp_pending text;
alter table credential add column totp_step bigint;

-- Failed logins of a client address (alone and with an e-mail address); addresses belong to no organisation.
create table login_failure (
  id text primary key,
  failures int not null,
  since timestamptz not null
);
create index login_failure_age on login_failure (since);
