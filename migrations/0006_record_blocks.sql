-- Counts of live records per 4,096 ids, so that a far page starts at its block instead of at the first record.
create table record_block (
  org_id int not null,
  name text not null,
  block int not null,
  slot smallint not null,
  n bigint not null,
  primary key (org_id, name, block, slot)
) with (fillfactor = 50);
-- distribute: record_block
