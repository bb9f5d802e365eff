-- When the deletion of an organisation began (`broker-crm org delete`). From then on it is there for nobody but the command that
-- deletes it, which may be broken off and goes on with what is left; the row goes last.
alter table organisation add column deletion_began_at timestamptz;
