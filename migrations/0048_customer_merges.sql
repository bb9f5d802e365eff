-- The writes of a merge of customers, for its undo (rules 5.14a): rows by their ids, removed rows and filled fields with their values.
create table customer_merge (
  org_id int not null,
  slave int not null,
  master int not null,
  at timestamptz(3) not null,
  done text not null,
  primary key (org_id, slave)
);
-- distribute: customer_merge
create index customer_merge_master on customer_merge (org_id, master);
create index customer_merge_at on customer_merge (at);
