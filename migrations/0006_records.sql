-- Activities, finances and goals of customers; contact persons and portals of product partners. Columns and indexes: 0004.

create sequence activity_id_seq as int;
create table activity (
  org_id int not null,
  id int not null,
  kid int,
  kategorie int,
  titel text,
  start timestamp(0),
  ende timestamp(0),
  status int,
  verantwortlich int,
  ersteller int,
  erledigt_am timestamp(0),
  erledigt_kid int,
  beschreibung text,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  extra text,
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint activity_kid_fk foreign key (org_id, kid) references contact (org_id, id),
  constraint activity_verantwortlich_fk foreign key (org_id, verantwortlich) references contact (org_id, id)
);
-- distribute: activity
create index activity_live on activity (org_id, id)
  where del = 0;
create index activity_kid on activity (org_id, kid, id)
  include (kategorie, status, verantwortlich)
  where del = 0 and kid is not null;
create index activity_kategorie on activity (org_id, kategorie, id)
  include (kid, status, verantwortlich)
  where del = 0 and kategorie is not null;
create index activity_status on activity (org_id, status, id)
  include (kid, kategorie, verantwortlich)
  where del = 0 and status is not null;
create index activity_verantwortlich on activity (org_id, verantwortlich, id)
  include (kid, kategorie, status)
  where del = 0 and verantwortlich is not null;
create index activity_extra on activity using gin (org_id, (extra::jsonb) jsonb_path_ops)
  where del = 0 and extra is not null;
create index activity_kid_gone on activity (org_id, kid)
  where del <> 0;
create index activity_insert_datum on activity (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null;
create index activity_edit_datum on activity (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null;
create index activity_start on activity (org_id, "start", id)
  where del = 0 and "start" is not null;
create index activity_ende on activity (org_id, "ende", id)
  where del = 0 and "ende" is not null;

-- Income, expenses, assets and debts of a customer.
create sequence finance_entry_id_seq as int;
create table finance_entry (
  org_id int not null,
  id int not null,
  kid int,
  bereich int,
  ek_art int,
  bezeichnung text,
  betrag numeric(15,2),
  est numeric(15,5),
  zahlweise text,
  beginn date,
  ende date,
  stkl int,
  zkf numeric(15,5),
  gwv numeric(15,2),
  vwl numeric(15,2),
  vwl_ag numeric(15,2),
  fb numeric(15,2),
  re4 numeric(15,5),
  bemerkung text,
  draft smallint,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  extra text,
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint finance_entry_kid_fk foreign key (org_id, kid) references contact (org_id, id)
);
-- distribute: finance_entry
create index finance_entry_live on finance_entry (org_id, id)
  where del = 0;
create index finance_entry_kid on finance_entry (org_id, kid, id)
  include (bereich, ek_art)
  where del = 0 and kid is not null;
create index finance_entry_bereich on finance_entry (org_id, bereich, id)
  include (kid, ek_art)
  where del = 0 and bereich is not null;
create index finance_entry_ek_art on finance_entry (org_id, ek_art, id)
  include (kid, bereich)
  where del = 0 and ek_art is not null;
create index finance_entry_bezeichnung on finance_entry (org_id, bezeichnung, id)
  where del = 0 and bezeichnung is not null;
create index finance_entry_betrag on finance_entry (org_id, betrag, id)
  where del = 0 and betrag is not null;
create index finance_entry_est on finance_entry (org_id, est, id)
  where del = 0 and est is not null;
create index finance_entry_zahlweise on finance_entry (org_id, zahlweise, id)
  where del = 0 and zahlweise is not null;
create index finance_entry_beginn on finance_entry (org_id, beginn, id)
  where del = 0 and beginn is not null;
create index finance_entry_ende on finance_entry (org_id, ende, id)
  where del = 0 and ende is not null;
create index finance_entry_stkl on finance_entry (org_id, stkl, id)
  where del = 0 and stkl is not null;
create index finance_entry_zkf on finance_entry (org_id, zkf, id)
  where del = 0 and zkf is not null;
create index finance_entry_gwv on finance_entry (org_id, gwv, id)
  where del = 0 and gwv is not null;
create index finance_entry_vwl on finance_entry (org_id, vwl, id)
  where del = 0 and vwl is not null;
create index finance_entry_vwl_ag on finance_entry (org_id, vwl_ag, id)
  where del = 0 and vwl_ag is not null;
create index finance_entry_fb on finance_entry (org_id, fb, id)
  where del = 0 and fb is not null;
create index finance_entry_re4 on finance_entry (org_id, re4, id)
  where del = 0 and re4 is not null;
create index finance_entry_bemerkung on finance_entry (org_id, hashtextextended(bemerkung, 0), id)
  where del = 0 and bemerkung is not null;
create index finance_entry_draft on finance_entry (org_id, draft, id)
  where del = 0 and draft is not null;
create index finance_entry_extra on finance_entry using gin (org_id, (extra::jsonb) jsonb_path_ops)
  where del = 0 and extra is not null;
create index finance_entry_kid_gone on finance_entry (org_id, kid)
  where del <> 0;
create index finance_entry_insert_datum on finance_entry (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null;
create index finance_entry_edit_datum on finance_entry (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null;

create sequence goal_id_seq as int;
create table goal (
  org_id int not null,
  id int not null,
  kid int,
  type int,
  subject text,
  priority int,
  "end" date,
  value numeric(15,2),
  payment text,
  description text,
  draft smallint,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  extra text,
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint goal_kid_fk foreign key (org_id, kid) references contact (org_id, id)
);
-- distribute: goal
create index goal_live on goal (org_id, id)
  where del = 0;
create index goal_kid on goal (org_id, kid, id)
  include (type, priority)
  where del = 0 and kid is not null;
create index goal_type on goal (org_id, type, id)
  include (kid, priority)
  where del = 0 and type is not null;
create index goal_subject on goal (org_id, subject, id)
  where del = 0 and subject is not null;
create index goal_priority on goal (org_id, priority, id)
  include (kid, type)
  where del = 0 and priority is not null;
create index goal_end on goal (org_id, "end", id)
  where del = 0 and "end" is not null;
create index goal_value on goal (org_id, value, id)
  where del = 0 and value is not null;
create index goal_payment on goal (org_id, payment, id)
  where del = 0 and payment is not null;
create index goal_description on goal (org_id, hashtextextended(description, 0), id)
  where del = 0 and description is not null;
create index goal_draft on goal (org_id, draft, id)
  where del = 0 and draft is not null;
create index goal_extra on goal using gin (org_id, (extra::jsonb) jsonb_path_ops)
  where del = 0 and extra is not null;
create index goal_kid_gone on goal (org_id, kid)
  where del <> 0;
create index goal_insert_datum on goal (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null;
create index goal_edit_datum on goal (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null;

create sequence contact_person_id_seq as int;
create table contact_person (
  org_id int not null,
  id int not null,
  kid int,
  anrede text,
  vorname text,
  name text,
  position text,
  bereich text,
  email text,
  telefon text,
  mobil text,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  extra text,
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint contact_person_kid_fk foreign key (org_id, kid) references contact (org_id, id)
);
-- distribute: contact_person
create index contact_person_live on contact_person (org_id, id)
  where del = 0;
create index contact_person_kid on contact_person (org_id, kid, id)
  where del = 0 and kid is not null;
create index contact_person_extra on contact_person using gin (org_id, (extra::jsonb) jsonb_path_ops)
  where del = 0 and extra is not null;
create index contact_person_insert_datum on contact_person (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null;
create index contact_person_edit_datum on contact_person (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null;
create index contact_person_name on contact_person (org_id, (lower("name" collate "und-x-icu") collate "C"), id)
  include ("name")
  where del = 0 and "name" is not null;
create index contact_person_email on contact_person (org_id, (lower("email" collate "und-x-icu") collate "C"), id)
  include ("email")
  where del = 0 and "email" is not null;

-- `pass` is encrypted (docs/decisions/0009).
create sequence portal_id_seq as int;
create table portal (
  org_id int not null,
  id int not null,
  kid int,
  art text,
  name text,
  url text,
  "user" text,
  pass text,
  zusatz text,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  extra text,
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint portal_kid_fk foreign key (org_id, kid) references contact (org_id, id)
);
-- distribute: portal
create index portal_live on portal (org_id, id)
  where del = 0;
create index portal_kid on portal (org_id, kid, id)
  where del = 0 and kid is not null;
create index portal_extra on portal using gin (org_id, (extra::jsonb) jsonb_path_ops)
  where del = 0 and extra is not null;
create index portal_insert_datum on portal (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null;
create index portal_edit_datum on portal (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null;
