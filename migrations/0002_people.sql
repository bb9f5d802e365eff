-- Who may sign in to the settings, and with what (docs/decisions/0010).

create table credential (
  org_id int not null,
  kid int not null,
  email_lower text not null,
  password_hash text not null,
  -- A password that somebody else has seen; it is good for its own change alone.
  temporary boolean not null default false,
  changed_at timestamptz not null default now(),
  -- Second factor: the secret in force, one that waits to be confirmed, and the last time step a code was taken for.
  totp_secret text,
  totp_pending text,
  totp_step bigint,
  primary key (org_id, kid),
  constraint credential_organisation foreign key (org_id) references organisation (org_id) on delete cascade
);
-- distribute: credential
-- Who signs in gives an e-mail address; the organisation follows from it.
create index credential_email on credential (email_lower);

-- Codes that stand in for the second factor, each once; only their hashes are stored.
create table recovery_code (
  org_id int not null,
  kid int not null,
  id text not null,
  primary key (org_id, kid, id),
  constraint recovery_code_organisation foreign key (org_id) references organisation (org_id) on delete cascade
);
-- distribute: recovery_code

-- A browser that is signed in. Its cookie names the organisation and a random value; only that value's hash is stored.
create table session (
  org_id int not null,
  id text not null,
  kid int not null,
  csrf text not null,
  -- Where it is used, for those who look through their sessions.
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

-- A link with which a user sets a password, once.
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

-- Browsers that have signed in as a user: who guesses from elsewhere cannot lock the user out of them.
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
