-- Options of exports: query, columns, labels, guard of formulas (docs/exports.md).

alter table export_job
  add column options jsonb not null default '{}';
