-- The change feed (docs/decisions/0019): what changed, written in the transaction of the change. A row has no number until
-- somebody asks: whoever reads numbers what has been committed by then, one reader of an organisation after the other. So a
-- change that commits late gets a later number, and is behind no cursor that was given before.
create sequence change_id_seq;
create table change (
  org_id int not null,
  -- 0: not numbered yet. The key finds those rows, and the numbered ones in their order; a write fills no other index.
  number bigint not null default 0,
  -- Drawn while the record is locked: the order of changes of one record.
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
  -- The user who alone sees it; negative: all others.
  audience int,
  primary key (org_id, number, id)
);
-- distribute: change

-- The highest number that was given, and the highest of those that are kept no more. No row: nobody has read yet.
create table change_feed (
  org_id int not null,
  last bigint not null default 0,
  gone bigint not null default 0,
  primary key (org_id)
) with (fillfactor = 50);
-- distribute: change_feed

-- An entry of the audit log with the change that readers of the feed are told: one call where there were two statements,
-- which every write pays for (docs/performance.md).
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

-- The same kind of change of many records, which go or move with another one.
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
