-- Named mappings of imports: their options as JSON (docs/imports.md).
create table import_mapping (
  org_id int not null,
  name text not null,
  options text not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, name)
);
-- distribute: import_mapping
