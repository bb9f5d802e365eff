-- Pairs of records that look like the same one and are not (rules 5.21).
create table duplicate_dismissal (
  org_id int not null,
  section text not null,
  one int not null,
  other int not null,
  created_at timestamptz(3) not null,
  primary key (org_id, section, one, other)
);
-- distribute: duplicate_dismissal
