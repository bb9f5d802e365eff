-- The entries of large kinds once more, packed in blocks of records: a search that finds very many counts by them,
-- without a look at each entry (docs/decisions/0008). Blocks follow each other by id; what is newer than the last of
-- them is not packed.
create table search_block (
  org_id int not null,
  section text not null,
  first_id int not null,
  last_id int not null,
  -- The records as they were packed, ascending: the n-th has the n-th bit. Null until then.
  ids int[],
  primary key (org_id, section, last_id),
  -- Of two processes that begin the next block, one succeeds.
  unique (org_id, section, first_id)
);
-- distribute: search_block
-- Which records of a block hold a piece of one or two characters.
create table search_bits (
  org_id int not null,
  section text not null,
  piece text not null,
  last_id int not null,
  bits varbit not null,
  primary key (org_id, section, piece, last_id)
);
-- distribute: search_bits
-- The texts of some records of a block, each with those of its parts.
create table search_texts (
  org_id int not null,
  section text not null,
  last_id int not null,
  -- Of the first of them.
  first_id int not null,
  ids int[] not null,
  texts text[] not null,
  primary key (org_id, section, last_id, first_id)
);
-- distribute: search_texts
-- Unpacking compressed texts would take longer than the search in them.
alter table search_texts alter column texts set storage external;
-- Records in blocks whose entries changed since: what is packed of them may be wrong.
create sequence search_changed_seq;
create table search_changed (
  org_id int not null,
  section text not null,
  id int not null,
  seq bigint not null default nextval('search_changed_seq'),
  primary key (org_id, section, id, seq)
);
-- distribute: search_changed
