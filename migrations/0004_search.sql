-- The search projection: one row a record, one more for each of its parts, all with the record's section and id, so
-- that a part is written without reading the others. A query's tokens must all stand in the rows of one record.
drop table search_entry;
create table search_entry (
  org_id int not null,
  section text not null,
  id int not null,
  -- '' for the record itself, else the part's name.
  part text not null,
  part_id int not null,
  -- The contact it lies below: what is deleted with it.
  kid int,
  text text not null,
  grams int[] not null,
  primary key (org_id, section, id, part, part_id)
);
-- distribute: search_entry
create index search_entry_kid on search_entry (org_id, kid) where kid is not null;
create index search_entry_text on search_entry using gin (org_id, text gin_trgm_ops);
create index search_entry_grams on search_entry using gin (org_id, grams);
