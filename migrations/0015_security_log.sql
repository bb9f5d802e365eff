-- Security events of the audit log (sign-ins, passwords, tokens, webhooks) are found by an index of their own.
alter table audit_entry add column security boolean not null default false;
create index audit_entry_security on audit_entry (org_id, at) where security;
