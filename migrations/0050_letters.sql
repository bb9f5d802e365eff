-- Letters (rules 16.26): jobs, and the letters that they have made. The PDF of a letter is a document; its content stays here as
-- long as the job, for the one file of all letters.
create sequence letter_job_id_seq as int;
create table letter_job (
  org_id int not null,
  id int not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  section text not null,
  kind text not null,
  -- Empty when the job is done: they may name a person.
  subject text not null,
  text text not null,
  ids int[] not null,
  scopes text[] not null,
  token_id bigint,
  user_kid int,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  lease text,
  leased_until timestamptz(3),
  -- Failures since the last letter.
  tries smallint not null default 0,
  primary key (org_id, id)
);
-- distribute: letter_job
create index letter_job_queue on letter_job (created_at) where state = 'running';
create index letter_job_age on letter_job (created_at);

create table letter (
  org_id int not null,
  job_id int not null,
  record_id int not null,
  -- Of a letter that was made.
  document_id int,
  content jsonb,
  empty text[] not null default '{}',
  -- Code of the error of one that was not.
  error text,
  primary key (org_id, job_id, record_id)
);
-- distribute: letter
create index letter_document on letter (org_id, document_id);
