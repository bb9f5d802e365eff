-- Documents, their folders, and the inbox. Content is stored outside of the database, by its hash (docs/decisions/0014).
-- Columns and indexes: 0004.

-- `url` is the hash of the content, `aws` the store that has it.
create sequence document_id_seq as int;
create table document (
  org_id int not null,
  id int not null,
  kid int,
  name text,
  extension text,
  size int,
  datum date,
  ordner int,
  vid int,
  schaden int,
  nr int,
  url text,
  dir text,
  aws int,
  kundenportal smallint,
  is_eml smallint,
  protect smallint,
  has_error smallint,
  ai_status int,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  extra text,
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint document_kid_fk foreign key (org_id, kid) references contact (org_id, id),
  constraint document_vid_fk foreign key (org_id, vid) references contract (org_id, id),
  constraint document_schaden_fk foreign key (org_id, schaden) references damage (org_id, id)
);
-- distribute: document
create index document_live on document (org_id, id)
  where del = 0;
create index document_kid on document (org_id, kid, id)
  include (vid, schaden)
  where del = 0 and kid is not null;
create index document_ordner on document (org_id, ordner, id)
  where del = 0 and ordner is not null;
create index document_vid on document (org_id, vid, id)
  include (kid, schaden)
  where del = 0 and vid is not null;
create index document_schaden on document (org_id, schaden, id)
  include (kid, vid)
  where del = 0 and schaden is not null;
create index document_extra on document using gin (org_id, (extra::jsonb) jsonb_path_ops)
  where del = 0 and extra is not null;
create index document_size on document (org_id, size)
  where del = 0;
create index document_kid_gone on document (org_id, kid)
  where del <> 0;
-- The sweep looks up the rows that name a content.
create index document_url on document (org_id, url);
create index document_insert_datum on document (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null;
create index document_edit_datum on document (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null;
create index document_name on document (org_id, (lower("name" collate "und-x-icu") collate "C"), id)
  include ("name")
  where del = 0 and "name" is not null;
create index document_datum on document (org_id, "datum", id)
  where del = 0 and "datum" is not null;
create index document_kundenportal on document (org_id, "kundenportal", id)
  where del = 0 and "kundenportal" is not null;

create sequence document_folder_id_seq as int;
create table document_folder (
  org_id int not null,
  id int not null,
  name text,
  parent_id int,
  kid int,
  kundenportal smallint,
  protect smallint,
  datum date,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint document_folder_kid_fk foreign key (org_id, kid) references contact (org_id, id)
);
-- distribute: document_folder
create index document_folder_parent on document_folder (org_id, kid, id);

-- Folder trees as closure: a row for every folder and each of its ancestors, itself included.
create table document_folder_closure (
  org_id int not null,
  ancestor_id int not null,
  descendant_id int not null,
  depth int not null,
  primary key (org_id, ancestor_id, descendant_id)
);
-- distribute: document_folder_closure
create index document_folder_closure_descendant on document_folder_closure (org_id, descendant_id);

-- Documents to be assigned.
create sequence inbox_document_id_seq as int;
create table inbox_document (
  org_id int not null,
  id int not null,
  name text,
  extension text,
  size int,
  datum date,
  betreff text,
  absender text,
  kid int,
  vid int,
  schaden int,
  url text,
  dir text,
  aws int,
  state text,
  document_id int,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint inbox_document_kid_fk foreign key (org_id, kid) references contact (org_id, id),
  constraint inbox_document_vid_fk foreign key (org_id, vid) references contract (org_id, id),
  constraint inbox_document_schaden_fk foreign key (org_id, schaden) references damage (org_id, id)
);
-- distribute: inbox_document
create index inbox_document_live on inbox_document (org_id, id)
  where del = 0;
create index inbox_document_kid on inbox_document (org_id, kid)
  where del = 0;
create index inbox_document_kid_gone on inbox_document (org_id, kid)
  where del <> 0;
create index inbox_document_url on inbox_document (org_id, url);
create index inbox_document_waiting on inbox_document (org_id, id)
  where state = 'waiting' and del = 0;

-- The folder of content on the local disk: id in its marker file, and last known path. A service that starts with another
-- folder reports it. At most one row.
create table file_folder (
  only_one boolean primary key check (only_one),
  id text not null,
  place text not null,
  seen_at timestamptz not null
);
-- local: file_folder
