-- Who may sign in: temporary passwords, recovery codes, browsers that are known, and what is told of sessions.

-- A password that somebody else has seen; it is good for its own change alone.
alter table credential add column temporary boolean not null default false;

-- Whose second factor the organisation requires.
alter table organisation add column second_factor text not null default 'nobody'
  check (second_factor in ('nobody', 'administrators', 'everybody'));

-- Where a session is used, for those who look through their sessions.
alter table session add column address text;
alter table session add column browser text;

-- Codes that stand in for the second factor, each once; only their hashes are stored.
create table recovery_code (
  org_id int not null,
  kid int not null,
  id text not null,
  primary key (org_id, kid, id)
);
-- distribute: recovery_code
alter table recovery_code
  add constraint recovery_code_organisation foreign key (org_id) references organisation (org_id) on delete cascade;

-- Browsers that have signed in as a user: who guesses from elsewhere cannot lock the user out of them.
create table known_browser (
  org_id int not null,
  id text not null,
  kid int not null,
  used_at timestamptz not null,
  primary key (org_id, id)
);
-- distribute: known_browser
create index known_browser_of on known_browser (org_id, kid, used_at);
create index known_browser_age on known_browser (used_at);
alter table known_browser
  add constraint known_browser_organisation foreign key (org_id) references organisation (org_id) on delete cascade;
