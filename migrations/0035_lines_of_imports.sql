alter table import_job add column lines text;
