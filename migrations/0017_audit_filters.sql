-- The audit log narrowed to a kind of record, or to acts that are seldom, backwards in time (docs/performance.md). Of what
-- every write notes, creating and changing, there is enough at any time to be found on the way through the whole log.
create index audit_entry_section on audit_entry (org_id, section, at, id);
create index audit_entry_act on audit_entry (org_id, action, at, id)
  where action not in ('insert', 'update');
