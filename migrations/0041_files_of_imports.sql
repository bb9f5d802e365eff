-- Files of an archive as JSON, in the order in which they are read: name, first line, rows by outcome.
alter table import_job add column files text;
