-- The audit log and the change feed, both written in the transaction of the change.

-- Append-only: the role of the service may insert and select. Only filters by record and time have an index, and security
-- events, which are rare: every write pays for each entry.
create sequence audit_entry_id_seq;
create table audit_entry (
  org_id int not null,
  id bigint not null default nextval('audit_entry_id_seq'),
  at timestamptz(3) not null,
  token_id bigint,
  user_kid int,
  -- 'command' for changes by an operator's command; null for the API, the settings page and the service.
  via text,
  request_id text,
  section text not null,
  record_id int not null,
  action text not null,
  owner_section text,
  owner_id int,
  changes text not null,
  -- Logins, passwords, tokens, webhooks.
  security boolean not null default false,
  primary key (org_id, id)
);
-- distribute: audit_entry
create index audit_entry_record on audit_entry (org_id, section, record_id, id);
create index audit_entry_owner on audit_entry (org_id, owner_section, owner_id, id)
  where owner_id is not null;
create index audit_entry_at on audit_entry (org_id, at, id);
create index audit_entry_security on audit_entry (org_id, at)
  where security;

-- The change feed (docs/decisions/0019). A reader numbers the committed changes, one reader of an organisation at a time: a
-- late commit gets a later number, and is never behind a cursor.
create sequence change_id_seq;
create table change (
  org_id int not null,
  -- 0: not numbered yet. The key serves these rows and the numbered ones; a write fills no other index.
  number bigint not null default 0,
  -- Allocated while the record is locked: the order of changes of one record.
  id bigint not null default nextval('change_id_seq'),
  at timestamptz(3) not null,
  section text not null,
  record_id int not null,
  action text not null,
  -- Names of the changed fields, as JSON.
  changed text not null,
  owner_section text,
  owner_id int,
  slave_kid int,
  -- Visible to this user alone; negative: to all but this user.
  audience int,
  primary key (org_id, number, id)
);
-- distribute: change

-- Highest allocated number, and highest deleted number. No row: the feed was never read.
create table change_feed (
  org_id int not null,
  last bigint not null default 0,
  gone bigint not null default 0,
  primary key (org_id)
) with (fillfactor = 50);
-- distribute: change_feed

-- Inserts an audit entry and its change: one call instead of two statements of every write.
create function note_change(organisation int, moment timestamptz, token bigint, who int, request text, by_way text,
  kind text, record int, act text, below text, below_id int, what text, is_security boolean, told_as text, fields text)
returns void
language plpgsql
as $$
begin
  insert into audit_entry (
    org_id, at, token_id, user_kid, request_id, via,
    section, record_id, action, owner_section, owner_id, changes, security)
  values (organisation, moment, token, who, request, by_way, kind, record, act, below, below_id, what, is_security);
  insert into change (org_id, at, section, record_id, action, changed, owner_section, owner_id)
  values (organisation, moment, told_as, record, act, fields, below, below_id);
end
$$;

-- The same change of many records that are deleted or moved with another one.
create function tell_changes(organisation int, moment timestamptz, told_as text, records int[], act text, fields text,
  below text, below_ids int[])
returns void
language plpgsql
as $$
begin
  insert into change (org_id, at, section, record_id, action, changed, owner_section, owner_id)
  select organisation, moment, told_as, r.record, act, fields, below, r.below_id
  from unnest(records, below_ids) r(record, below_id);
end
$$;
