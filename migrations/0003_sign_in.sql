-- Logins to the settings page: credentials, second factors, sessions, one-time links (docs/decisions/0010).

create table credential (
  org_id int not null,
  kid int not null,
  email_lower text not null,
  password_hash text not null,
  -- A password that another person has seen; it only allows its own change.
  temporary boolean not null default false,
  changed_at timestamptz not null default now(),
  -- Second factor: active secret, secret to be confirmed, and last time step whose code was used.
  totp_secret text,
  totp_pending text,
  totp_step bigint,
  primary key (org_id, kid),
  constraint credential_organisation foreign key (org_id) references organisation (org_id) on delete cascade
);
-- distribute: credential
-- A login begins with the e-mail address; the organisation follows from it.
create index credential_email on credential (email_lower);

-- Single-use codes instead of the second factor; only their hashes are stored.
create table recovery_code (
  org_id int not null,
  kid int not null,
  id text not null,
  primary key (org_id, kid, id),
  constraint recovery_code_organisation foreign key (org_id) references organisation (org_id) on delete cascade
);
-- distribute: recovery_code

-- A signed-in browser. Its cookie contains the organisation and a random value; only the hash of the value is stored.
create table session (
  org_id int not null,
  id text not null,
  kid int not null,
  csrf text not null,
  -- Shown in the user's list of sessions.
  address text,
  browser text,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (org_id, id),
  constraint session_organisation foreign key (org_id) references organisation (org_id) on delete cascade
);
-- distribute: session
create index session_of on session (org_id, kid);
create index session_age on session (created_at);

-- A one-time link with which a user sets a password.
create table invitation (
  org_id int not null,
  id text not null,
  kid int not null,
  kind text not null check (kind in ('invitation', 'reset')),
  expires_at timestamptz not null,
  primary key (org_id, id),
  constraint invitation_organisation foreign key (org_id) references organisation (org_id) on delete cascade
);
-- distribute: invitation
create index invitation_of on invitation (org_id, kid);
create index invitation_age on invitation (expires_at);

-- Browsers in which a user has signed in before: guesses from elsewhere cannot lock the user out there.
create table known_browser (
  org_id int not null,
  id text not null,
  kid int not null,
  used_at timestamptz not null,
  primary key (org_id, id),
  constraint known_browser_organisation foreign key (org_id) references organisation (org_id) on delete cascade
);
-- distribute: known_browser
create index known_browser_of on known_browser (org_id, kid, used_at);
create index known_browser_age on known_browser (used_at);

-- Failed logins of a client address (alone and with an e-mail address); addresses belong to no organisation.
create table login_failure (
  id text primary key,
  failures int not null,
  since timestamptz not null
);
-- local: login_failure
create index login_failure_age on login_failure (since);
