-- Customers, product partners and users, which share a table, and their parts. `broker-crm migration` prints the tables of
-- record kinds from their declarations, and a test compares.
--
-- `extra` holds the fields that an organisation added, as JSON; `printed` is the record as responses show it
-- (docs/decisions/0004). A deleted row has `del <> 0`.
--
-- Indexes: `_live` serves lists; each filter and order has one that ends with the id, so that a page is read in order, and
-- without rows that have no value. Texts are indexed in the normal form in which they are compared, the same with every
-- locale of the server; long texts as a digest. Numbers of lists and of other records are included in each other's indexes,
-- so that combinations are counted without the table. `_extra` serves fields of organisations, `_shown` lists without
-- archived records, `_gone` the merge of customers, which also moves deleted rows.

-- `section` says which kind a row is.
create sequence contact_kid_seq as int;
create table contact (
  org_id int not null,
  section text not null,
  id int not null,
  nummer text,
  betreuer int,
  kontakt_art int,
  anrede text,
  briefanrede text,
  name text,
  vorname text,
  titel text,
  namenszusatz text,
  nation text,
  geb date,
  geb_ort text,
  geb_name text,
  familienstand text,
  datum_heirat date,
  datum_scheidung date,
  datum_erstkontakt date,
  kommentar text,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  kurzname text,
  kategorie text,
  vermittlernummer text,
  website text,
  notiz text,
  email text,
  rolle text,
  lizenz boolean,
  lizenz_typ text,
  aktiv boolean,
  letzter_login timestamptz(3),
  extra text,
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint contact_betreuer_fk foreign key (org_id, betreuer) references contact (org_id, id)
);
-- distribute: contact
create index contact_live on contact (org_id, section, id)
  where del = 0;
create index contact_nummer on contact (org_id, section, nummer, id)
  where del = 0 and nummer is not null;
create index contact_betreuer on contact (org_id, section, betreuer, id)
  include (kontakt_art)
  where del = 0 and betreuer is not null;
create index contact_kontakt_art on contact (org_id, section, kontakt_art, id)
  include (betreuer)
  where del = 0 and kontakt_art is not null;
create index contact_extra on contact using gin (org_id, (extra::jsonb) jsonb_path_ops)
  where del = 0 and extra is not null;
create index contact_aktiv on contact (org_id, section, aktiv, id)
  where del = 0 and aktiv is not null;
create index contact_user_licence on contact (org_id)
  where section = 'users' and del = 0 and lizenz;
create index contact_insert_datum on contact (org_id, section, ("insert_datum"::date), id)
  include ("insert_datum")
  where del = 0 and "insert_datum" is not null;
create index contact_edit_datum on contact (org_id, section, ("edit_datum"::date), id)
  include ("edit_datum")
  where del = 0 and "edit_datum" is not null;
-- E-mail addresses are compared as in the service: only ASCII letters ignore case.
create unique index contact_user_email on contact (org_id, lower(email collate "C")) where section = 'users' and del = 0;
create index contact_name on contact (org_id, section, (lower("name" collate "und-x-icu") collate "C"), id)
  include ("name")
  where del = 0 and "name" is not null;
create index contact_vorname on contact (org_id, section, (lower("vorname" collate "und-x-icu") collate "C"), id)
  include ("vorname")
  where del = 0 and "vorname" is not null;
create index contact_geb on contact (org_id, section, "geb", id)
  where del = 0 and "geb" is not null;
create index contact_geburtstag on contact (org_id, section, ((date_part('month', "geb") * 100 + date_part('day', "geb"))::int), id)
  include ("geb")
  where del = 0 and "geb" is not null;
create index contact_kurzname on contact (org_id, section, (lower("kurzname" collate "und-x-icu") collate "C"), id)
  include ("kurzname")
  where del = 0 and "kurzname" is not null;
create index contact_kategorie on contact (org_id, section, (lower("kategorie" collate "und-x-icu") collate "C"), id)
  include ("kategorie")
  where del = 0 and "kategorie" is not null;
create index contact_rolle on contact (org_id, section, (lower("rolle" collate "und-x-icu") collate "C"), id)
  include ("rolle")
  where del = 0 and "rolle" is not null;

create sequence address_id_seq as int;
create table address (
  org_id int not null,
  id int not null,
  kid int,
  art int,
  bezeichnung text,
  adresszusatz text,
  strasse text,
  plz text,
  ort text,
  bundesland text,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint address_kid_fk foreign key (org_id, kid) references contact (org_id, id)
);
-- distribute: address
create index address_parent on address (org_id, kid, id)
  where del = 0;
create index address_kid_gone on address (org_id, kid)
  where del <> 0;

-- Telephone numbers, e-mail addresses and the like.
create sequence contact_detail_id_seq as int;
create table contact_detail (
  org_id int not null,
  id int not null,
  kid int,
  art text,
  wert text,
  werbung smallint,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint contact_detail_kid_fk foreign key (org_id, kid) references contact (org_id, id)
);
-- distribute: contact_detail
create index contact_detail_parent on contact_detail (org_id, kid, id)
  where del = 0;
create index contact_detail_kid_gone on contact_detail (org_id, kid)
  where del <> 0;

create sequence bank_account_id_seq as int;
create table bank_account (
  org_id int not null,
  id int not null,
  kid int,
  typ text,
  inhaber text,
  nummer text,
  iban text,
  bic text,
  institut text,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint bank_account_kid_fk foreign key (org_id, kid) references contact (org_id, id)
);
-- distribute: bank_account
create index bank_account_parent on bank_account (org_id, kid, id)
  where del = 0;
create index bank_account_kid_gone on bank_account (org_id, kid)
  where del <> 0;

-- Numbers of the contact at other companies.
create sequence contact_number_id_seq as int;
create table contact_number (
  org_id int not null,
  id int not null,
  kid int,
  art int,
  wert text,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint contact_number_kid_fk foreign key (org_id, kid) references contact (org_id, id)
);
-- distribute: contact_number
create index contact_number_parent on contact_number (org_id, kid, id)
  where del = 0;
create index contact_number_kid_gone on contact_number (org_id, kid)
  where del <> 0;

create sequence identity_document_id_seq as int;
create table identity_document (
  org_id int not null,
  id int not null,
  kid int,
  art text,
  behoerde text,
  ausgestellt date,
  gueltig date,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint identity_document_kid_fk foreign key (org_id, kid) references contact (org_id, id)
);
-- distribute: identity_document
create index identity_document_parent on identity_document (org_id, kid, id)
  where del = 0;
create index identity_document_kid_gone on identity_document (org_id, kid)
  where del <> 0;

create sequence job_id_seq as int;
create table job (
  org_id int not null,
  id int not null,
  kid int,
  arbeitgeber text,
  beruf text,
  berufsstatus text,
  datum_eintritt date,
  datum_austritt date,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint job_kid_fk foreign key (org_id, kid) references contact (org_id, id)
);
-- distribute: job
create index job_parent on job (org_id, kid, id)
  where del = 0;
create index job_kid_gone on job (org_id, kid)
  where del <> 0;

-- Relations between customers: two rows for each relation, one for each direction. A pair of customers may have the same
-- type twice with different reverse types (Mandant of a Rechtsanwalt and of a Steuerberater).
create sequence relation_id_seq as int;
create table relation (
  org_id int not null,
  id int not null,
  kid int not null,
  kid_beziehung int not null,
  beziehung int not null,
  reverse_id int not null,
  reverse_beziehung int,
  insert_datum timestamp(0) not null,
  primary key (org_id, id),
  constraint relation_kid_fk foreign key (org_id, kid) references contact (org_id, id),
  constraint relation_kid_beziehung_fk foreign key (org_id, kid_beziehung) references contact (org_id, id)
);
-- distribute: relation
create index relation_other on relation (org_id, kid_beziehung);
create unique index relation_pair on relation (org_id, kid, kid_beziehung, beziehung, reverse_beziehung) nulls not distinct;
