-- Columns of a table with some of their values, as JSON: people map them to fields.
alter table import_job add column columns text;
