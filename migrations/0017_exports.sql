-- Exports of records: jobs, and the files that they write (docs/exports.md).

create sequence export_job_id_seq as int;
create table export_job (
  org_id int not null,
  id int not null,
  state text not null default 'running',
  sections text[] not null,
  format text not null,
  -- As asked: a day, or a time with its zone.
  since text,
  -- Read scopes of the exported records: only callers that have all of them see the export.
  scopes text[] not null,
  -- It has records that only its user may see.
  personal boolean not null,
  token_id bigint,
  user_kid int,
  -- The file; without one while it is written.
  url text,
  size bigint,
  aws smallint not null default 0,
  records int not null default 0,
  error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- The worker that writes it, and until when it does without a sign of life.
  lease text,
  leased_until timestamptz(3),
  tries smallint not null default 0,
  primary key (org_id, id)
);
-- distribute: export_job
create index export_job_queue on export_job (created_at)
  where state = 'running';
create index export_job_content on export_job (org_id, url)
  where url is not null;
create index export_job_age on export_job (created_at);
