-- Annotations of records of any kind: `owner_section` and `owner_id` name the record. Columns and indexes: 0004.

create sequence tag_id_seq as int;
create table tag (
  org_id int not null,
  id int not null,
  kid int,
  tag text,
  freigabe int,
  insert_datum timestamp(0),
  insert_user_id int,
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id)
);
-- distribute: tag
create index tag_live on tag (org_id, id)
  where del = 0;

create sequence tag_assignment_id_seq as int;
create table tag_assignment (
  org_id int not null,
  id int not null,
  owner_section text,
  owner_id int,
  tag_id int,
  insert_datum timestamp(0),
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint tag_assignment_tag_id_fk foreign key (org_id, tag_id) references tag (org_id, id)
);
-- distribute: tag_assignment
create index tag_assignment_parent on tag_assignment (org_id, owner_section, owner_id, id)
  where del = 0;
create unique index tag_assignment_once on tag_assignment (org_id, owner_section, owner_id, tag_id)
  where del = 0;
create index tag_assignment_tag_id on tag_assignment (org_id, tag_id)
  where del = 0;
create index tag_assignment_parent_gone on tag_assignment (org_id, owner_section, owner_id)
  where del <> 0;

create sequence comment_id_seq as int;
create table comment (
  org_id int not null,
  id int not null,
  owner_section text,
  owner_id int,
  text text,
  autor_kid int,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint comment_autor_kid_fk foreign key (org_id, autor_kid) references contact (org_id, id)
);
-- distribute: comment
create index comment_parent on comment (org_id, owner_section, owner_id, id)
  where del = 0;
create index comment_parent_gone on comment (org_id, owner_section, owner_id)
  where del <> 0;

-- Users who are notified of changes of a record.
create sequence follower_id_seq as int;
create table follower (
  org_id int not null,
  id int not null,
  owner_section text,
  owner_id int,
  kid_user int,
  insert_datum timestamp(0),
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint follower_kid_user_fk foreign key (org_id, kid_user) references contact (org_id, id)
);
-- distribute: follower
create index follower_parent on follower (org_id, owner_section, owner_id, id)
  where del = 0;
create unique index follower_once on follower (org_id, owner_section, owner_id, kid_user)
  where del = 0;
create index follower_parent_gone on follower (org_id, owner_section, owner_id)
  where del <> 0;

-- Two rows for each link, one for each direction.
create sequence link_id_seq as int;
create table link (
  org_id int not null,
  id int not null,
  owner_section text not null,
  owner_id int not null,
  foreign_section text not null,
  foreign_id int not null,
  insert_datum timestamp(0) not null,
  primary key (org_id, id)
);
-- distribute: link
create unique index link_once on link (org_id, owner_section, owner_id, foreign_section, foreign_id);
