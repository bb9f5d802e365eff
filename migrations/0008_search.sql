-- What a search reads (docs/decisions/0008).

-- One row a record, one more for each of its parts, all with the record's section and id, so that a part is written
-- without reading the others. A query's words must all stand in the rows of one record.
create table search_entry (
  org_id int not null,
  section text not null,
  id int not null,
  -- '' for the record itself, else the part's name.
  part text not null,
  part_id int not null,
  text text not null,
  -- Numbers that depend on organisation and record kind (src/derive/search-grams.ts): the lists of an organisation do
  -- not grow with those of others.
  grams int[] not null,
  primary key (org_id, section, id, part, part_id)
);
-- Of the grams of a query the rarest are looked up, so the frequent ones must be known.
alter table search_entry alter column grams set statistics 500;
-- Which share of all entries is of an organisation's record kind: how frequent a gram is is compared with it.
create statistics search_entry_kinds (mcv) on org_id, section from search_entry;
-- distribute: search_entry
create index search_entry_grams on search_entry using gin (grams);

-- PostgreSQL shows such statistics to the owner of the tables alone, and the service may connect as another role.
create function search_kind_shares() returns table (value text, share float8)
language sql stable security definer set search_path from current
as $$
  select most_common_vals[n][1] || '/' || most_common_vals[n][2], most_common_freqs[n]
  from pg_catalog.pg_stats_ext, pg_catalog.generate_subscripts(most_common_freqs, 1) n
  where statistics_schemaname = current_schema() and statistics_name = 'search_entry_kinds'
$$;
revoke execute on function search_kind_shares() from public;

-- The entries of large kinds once more, packed in blocks of records: a search that finds very many counts by them,
-- without a look at each entry. Blocks follow each other by id; what is newer than the last of them is not packed.
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
-- Unpacking compressed texts would take longer than the search in them.
alter table search_texts alter column texts set storage external;
-- distribute: search_texts

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
