-- Customers, product partners and users, which share a table, and their parts. Tables of record kinds follow from the
-- declarations in src/model: `broker-crm migration` prints them, and test/derive/schema.test.ts compares.
--
-- `extra` holds the fields that an organisation added, as JSON; `printed` the record as it is answered
-- (docs/decisions/0004). A deleted row has `del <> 0`.
--
-- Indexes: `_live` for lists; one for every filter of a list, in the order of ids, so that a page is read in its order,
-- and without rows that have no value. Numbers from lists and of other records lie in each other's indexes, so that
-- combinations are counted without looking at rows. Of long texts an index holds a digest. `_extra` finds what
-- organisations added, `_shown` leaves out what lists hide (an archive grows, and holds the oldest), `_gone` has the
-- deleted rows that a merge of customers moves, so that it never reads a whole table.

-- Who is a customer, a product partner or a user says `section`.
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
create index contact_kategorie on contact (org_id, section, kategorie, id)
  where del = 0 and kategorie is not null;
create index contact_email on contact (org_id, section, email, id)
  where del = 0 and email is not null;
create index contact_rolle on contact (org_id, section, rolle, id)
  where del = 0 and rolle is not null;
create index contact_aktiv on contact (org_id, section, aktiv, id)
  where del = 0 and aktiv is not null;
create unique index contact_user_email on contact (org_id, lower(email))
  where section = 'users' and del = 0;
create index contact_user_licence on contact (org_id)
  where section = 'users' and del = 0 and lizenz;

-- Parts of a contact.

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

-- Numbers that others know a contact by.
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

-- Relations between customers: two rows a relation, one a direction.
create sequence relation_id_seq as int;
create table relation (
  org_id int not null,
  id int not null,
  kid int not null,
  kid_beziehung int not null,
  beziehung int not null,
  reverse_id int not null,
  insert_datum timestamp(0) not null,
  primary key (org_id, id),
  constraint relation_kid_fk foreign key (org_id, kid) references contact (org_id, id),
  constraint relation_kid_beziehung_fk foreign key (org_id, kid_beziehung) references contact (org_id, id)
);
-- distribute: relation
create unique index relation_once on relation (org_id, kid, kid_beziehung, beziehung);
create index relation_other on relation (org_id, kid_beziehung);
