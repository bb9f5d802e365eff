-- Imports of files: jobs, their staged rows, and the names that records have in other systems (docs/imports.md).

create sequence import_job_id_seq as int;
create table import_job (
  org_id int not null,
  id int not null,
  state text not null,
  -- Digest of the bytes and the asked options: the same upload again is the same job.
  fingerprint text not null,
  format text not null,
  -- Asked options, and those that are used, as JSON.
  asked text not null,
  options text not null,
  -- Digest of the column headers: their last mapping is the default of the next file.
  header_key text,
  file_name text not null,
  sha256 text not null,
  url text,
  size int not null,
  aws smallint not null,
  -- Who asked: a token, else a user, else a command.
  token_id bigint,
  user_kid int,
  -- Staged rows; the checkpoint of the staging.
  total int not null default 0,
  -- Rows that the running step has done, and those that it finally wrote.
  position int not null default 0,
  applied int not null default 0,
  only_decided boolean not null default false,
  counts text not null default '{}',
  hints text not null default '[]',
  error text,
  created_at timestamptz(3) not null,
  queued_at timestamptz(3) not null,
  applied_at timestamptz(3),
  undone_at timestamptz(3),
  -- The worker that runs the current step, and until when it does without a sign of life.
  lease text,
  leased_until timestamptz(3),
  primary key (org_id, id)
);
-- distribute: import_job
create unique index import_job_same on import_job (org_id, fingerprint)
  where state not in ('undone', 'failed', 'cancelled');
create index import_job_queue on import_job (queued_at)
  where state in ('staging', 'applying', 'undoing');
create index import_job_headers on import_job (org_id, header_key, id)
  where header_key is not null;
create index import_job_content on import_job (org_id, url)
  where url is not null;
create index import_job_age on import_job (created_at);

create table import_row (
  org_id int not null,
  job_id int not null,
  "row" int not null,
  line int not null,
  outcome text not null,
  section text not null,
  -- The matched or written record.
  record_id int,
  -- The record's name inside the file, and its first name in another system.
  key text,
  external_key text,
  -- Decision of a person: take or skip.
  action text,
  -- 0 staged, 1 written, 2 taken back, 3 changed since and left as it is.
  state smallint not null default 0,
  -- The record as the file has it, and the result of the comparison, as JSON.
  source text not null,
  result text not null,
  -- Values before the write, for the undo, as JSON.
  before text,
  primary key (org_id, job_id, "row")
);
-- distribute: import_row
create index import_row_outcome on import_row (org_id, job_id, outcome, "row");
create index import_row_key on import_row (org_id, job_id, key)
  where key is not null;
create index import_row_external on import_row (org_id, job_id, external_key)
  where external_key is not null;

create table external_identity (
  org_id int not null,
  section text not null,
  source text not null,
  external_id text not null,
  id int not null,
  primary key (org_id, section, source, external_id)
);
-- distribute: external_identity
create index external_identity_record on external_identity (org_id, section, id);
