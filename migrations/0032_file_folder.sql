-- The folder that keeps content on the disk: the name that a file in it has (docs/decisions/0014), and where it was seen last. A
-- service that is started on another folder finds out by it that documents lie elsewhere. One row at most.
create table file_folder (
  only_one boolean primary key check (only_one),
  id text not null,
  place text not null,
  seen_at timestamptz not null
);
-- local: file_folder
