-- Record kinds, parts and annotations: made by `broker-crm migration` from the declarations in src/model.
create sequence contact_kid_seq as int;
create table contact (
  "org_id" int not null,
  "section" text not null,
  "id" int not null,
  "nummer" text,
  "betreuer" int,
  "kontakt_art" int,
  "anrede" text,
  "briefanrede" text,
  "name" text,
  "vorname" text,
  "titel" text,
  "namenszusatz" text,
  "nation" text,
  "geb" date,
  "geb_ort" text,
  "geb_name" text,
  "familienstand" text,
  "datum_heirat" date,
  "datum_scheidung" date,
  "datum_erstkontakt" date,
  "kommentar" text,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "kurzname" text,
  "kategorie" text,
  "vermittlernummer" text,
  "website" text,
  "notiz" text,
  "email" text,
  "rolle" text,
  "lizenz" boolean,
  "lizenz_typ" text,
  "aktiv" boolean,
  "letzter_login" timestamptz(3),
  "extra" text,
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: contact
create index contact_live on contact (org_id, section, id) where del = 0;
create index contact_betreuer on contact (org_id, "betreuer", id) where del = 0;
create unique index contact_user_email on contact (org_id, lower(email)) where section = 'users' and del = 0;
create index contact_user_licence on contact (org_id) where section = 'users' and del = 0 and lizenz;

create sequence address_id_seq as int;
create table address (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "art" int,
  "bezeichnung" text,
  "adresszusatz" text,
  "strasse" text,
  "plz" text,
  "ort" text,
  "bundesland" text,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: address
create index address_parent on address (org_id, "kid", id) where del = 0;

create sequence contact_detail_id_seq as int;
create table contact_detail (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "art" text,
  "wert" text,
  "werbung" smallint,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: contact_detail
create index contact_detail_parent on contact_detail (org_id, "kid", id) where del = 0;

create sequence bank_account_id_seq as int;
create table bank_account (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "typ" text,
  "inhaber" text,
  "nummer" text,
  "iban" text,
  "bic" text,
  "institut" text,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: bank_account
create index bank_account_parent on bank_account (org_id, "kid", id) where del = 0;

create sequence contact_number_id_seq as int;
create table contact_number (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "art" int,
  "wert" text,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: contact_number
create index contact_number_parent on contact_number (org_id, "kid", id) where del = 0;

create sequence identity_document_id_seq as int;
create table identity_document (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "art" text,
  "behoerde" text,
  "ausgestellt" date,
  "gueltig" date,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: identity_document
create index identity_document_parent on identity_document (org_id, "kid", id) where del = 0;

create sequence job_id_seq as int;
create table job (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "arbeitgeber" text,
  "beruf" text,
  "berufsstatus" text,
  "datum_eintritt" date,
  "datum_austritt" date,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: job
create index job_parent on job (org_id, "kid", id) where del = 0;

create sequence contract_id_seq as int;
create table contract (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "sparte" int,
  "nummer" text,
  "gesellschaft" text,
  "beitrag" numeric(15,2),
  "intervall" text,
  "beginn" date,
  "ablauf" date,
  "status" text,
  "bemerkung" text,
  "gd_abr_firma" int,
  "archiv" smallint,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "extra" text,
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: contract
create index contract_live on contract (org_id, id) where del = 0;
create index contract_kid on contract (org_id, "kid", id) where del = 0;
create index contract_sparte on contract (org_id, "sparte", id) where del = 0;

create sequence contract_person_id_seq as int;
create table contract_person (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "vid" int,
  "pid" int,
  "art" int,
  "person_art" text,
  "name" text,
  "person_name" text,
  "beschreibung" text,
  "ranking" int,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: contract_person
create index contract_person_parent on contract_person (org_id, "vid", id) where del = 0;

create sequence contract_tariff_id_seq as int;
create table contract_tariff (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "vid" int,
  "ranking" int,
  "name" text,
  "tarif_id" int,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: contract_tariff
create index contract_tariff_parent on contract_tariff (org_id, "vid", id) where del = 0;

create sequence damage_id_seq as int;
create table damage (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "vid" int,
  "art" text,
  "nummer" text,
  "nummer_intern" text,
  "anschrift_strasse" text,
  "anschrift_plz" text,
  "anschrift_ort" text,
  "datum_schaden" date,
  "datum_meldung_makler" date,
  "datum_meldung_gesellschaft" date,
  "datum_erledigt" date,
  "polizei_dienststelle" text,
  "polizei_nummer" text,
  "betrag" numeric(15,2),
  "reserve" numeric(15,2),
  "leistung" numeric(15,2),
  "serviceportal" smallint,
  "draft" smallint,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "extra" text,
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: damage
create index damage_live on damage (org_id, id) where del = 0;
create index damage_kid on damage (org_id, "kid", id) where del = 0;
create index damage_vid on damage (org_id, "vid", id) where del = 0;
create index damage_art on damage (org_id, "art", id) where del = 0;
create index damage_nummer on damage (org_id, "nummer", id) where del = 0;
create index damage_nummer_intern on damage (org_id, "nummer_intern", id) where del = 0;
create index damage_datum_schaden on damage (org_id, "datum_schaden", id) where del = 0;

create sequence document_id_seq as int;
create table document (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "name" text,
  "extension" text,
  "size" int,
  "datum" date,
  "ordner" int,
  "vid" int,
  "schaden" int,
  "nr" int,
  "url" text,
  "dir" text,
  "aws" int,
  "kundenportal" smallint,
  "is_eml" smallint,
  "protect" smallint,
  "has_error" smallint,
  "ai_status" int,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "extra" text,
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: document
create index document_live on document (org_id, id) where del = 0;
create index document_kid on document (org_id, "kid", id) where del = 0;
create index document_ordner on document (org_id, "ordner", id) where del = 0;
create index document_vid on document (org_id, "vid", id) where del = 0;
create index document_schaden on document (org_id, "schaden", id) where del = 0;

create sequence activity_id_seq as int;
create table activity (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "kategorie" int,
  "titel" text,
  "start" timestamp(0),
  "ende" timestamp(0),
  "status" int,
  "verantwortlich" int,
  "ersteller" int,
  "erledigt_am" timestamp(0),
  "erledigt_kid" int,
  "beschreibung" text,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "extra" text,
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: activity
create index activity_live on activity (org_id, id) where del = 0;
create index activity_kid on activity (org_id, "kid", id) where del = 0;
create index activity_kategorie on activity (org_id, "kategorie", id) where del = 0;
create index activity_status on activity (org_id, "status", id) where del = 0;
create index activity_verantwortlich on activity (org_id, "verantwortlich", id) where del = 0;

create sequence finance_entry_id_seq as int;
create table finance_entry (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "bereich" int,
  "ek_art" int,
  "bezeichnung" text,
  "betrag" numeric(15,2),
  "est" numeric(15,5),
  "zahlweise" text,
  "beginn" date,
  "ende" date,
  "stkl" int,
  "zkf" numeric(15,5),
  "gwv" numeric(15,2),
  "vwl" numeric(15,2),
  "vwl_ag" numeric(15,2),
  "fb" numeric(15,2),
  "re4" numeric(15,5),
  "bemerkung" text,
  "draft" smallint,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "extra" text,
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: finance_entry
create index finance_entry_live on finance_entry (org_id, id) where del = 0;
create index finance_entry_kid on finance_entry (org_id, "kid", id) where del = 0;
create index finance_entry_bereich on finance_entry (org_id, "bereich", id) where del = 0;
create index finance_entry_ek_art on finance_entry (org_id, "ek_art", id) where del = 0;

create sequence goal_id_seq as int;
create table goal (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "type" int,
  "subject" text,
  "priority" int,
  "end" date,
  "value" numeric(15,2),
  "payment" text,
  "description" text,
  "draft" smallint,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "extra" text,
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: goal
create index goal_live on goal (org_id, id) where del = 0;
create index goal_kid on goal (org_id, "kid", id) where del = 0;
create index goal_type on goal (org_id, "type", id) where del = 0;
create index goal_priority on goal (org_id, "priority", id) where del = 0;

create sequence contact_person_id_seq as int;
create table contact_person (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "anrede" text,
  "vorname" text,
  "name" text,
  "position" text,
  "bereich" text,
  "email" text,
  "telefon" text,
  "mobil" text,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "extra" text,
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: contact_person
create index contact_person_live on contact_person (org_id, id) where del = 0;
create index contact_person_kid on contact_person (org_id, "kid", id) where del = 0;

create sequence portal_id_seq as int;
create table portal (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "art" text,
  "name" text,
  "url" text,
  "user" text,
  "pass" text,
  "zusatz" text,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "extra" text,
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: portal
create index portal_live on portal (org_id, id) where del = 0;
create index portal_kid on portal (org_id, "kid", id) where del = 0;

create sequence tag_id_seq as int;
create table tag (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "tag" text,
  "freigabe" int,
  "insert_datum" timestamp(0),
  "insert_user_id" int,
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: tag
create index tag_live on tag (org_id, id) where del = 0;

create sequence comment_id_seq as int;
create table comment (
  "org_id" int not null,
  "id" int not null,
  "owner_section" text,
  "owner_id" int,
  "text" text,
  "autor_kid" int,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: comment
create index comment_parent on comment (org_id, owner_section, owner_id, id) where del = 0;

create sequence follower_id_seq as int;
create table follower (
  "org_id" int not null,
  "id" int not null,
  "owner_section" text,
  "owner_id" int,
  "kid_user" int,
  "insert_datum" timestamp(0),
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: follower
create index follower_parent on follower (org_id, owner_section, owner_id, id) where del = 0;
create unique index follower_once on follower (org_id, owner_section, owner_id, kid_user) where del = 0;

create sequence tag_assignment_id_seq as int;
create table tag_assignment (
  "org_id" int not null,
  "id" int not null,
  "owner_section" text,
  "owner_id" int,
  "tag_id" int,
  "insert_datum" timestamp(0),
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: tag_assignment
create index tag_assignment_parent on tag_assignment (org_id, owner_section, owner_id, id) where del = 0;
create unique index tag_assignment_once on tag_assignment (org_id, owner_section, owner_id, tag_id) where del = 0;

alter table contact add constraint contact_betreuer_fk foreign key (org_id, "betreuer") references contact (org_id, id);
alter table address add constraint address_kid_fk foreign key (org_id, "kid") references contact (org_id, id);
alter table contact_detail add constraint contact_detail_kid_fk foreign key (org_id, "kid") references contact (org_id, id);
alter table bank_account add constraint bank_account_kid_fk foreign key (org_id, "kid") references contact (org_id, id);
alter table contact_number add constraint contact_number_kid_fk foreign key (org_id, "kid") references contact (org_id, id);
alter table identity_document add constraint identity_document_kid_fk foreign key (org_id, "kid") references contact (org_id, id);
alter table job add constraint job_kid_fk foreign key (org_id, "kid") references contact (org_id, id);
alter table contract add constraint contract_kid_fk foreign key (org_id, "kid") references contact (org_id, id);
alter table contract_person add constraint contract_person_pid_fk foreign key (org_id, "pid") references contact (org_id, id);
alter table contract_person add constraint contract_person_vid_fk foreign key (org_id, "vid") references contract (org_id, id);
alter table contract_tariff add constraint contract_tariff_vid_fk foreign key (org_id, "vid") references contract (org_id, id);
alter table damage add constraint damage_kid_fk foreign key (org_id, "kid") references contact (org_id, id);
alter table damage add constraint damage_vid_fk foreign key (org_id, "vid") references contact (org_id, id);
alter table document add constraint document_kid_fk foreign key (org_id, "kid") references contact (org_id, id);
alter table document add constraint document_vid_fk foreign key (org_id, "vid") references contract (org_id, id);
alter table document add constraint document_schaden_fk foreign key (org_id, "schaden") references damage (org_id, id);
alter table activity add constraint activity_kid_fk foreign key (org_id, "kid") references contact (org_id, id);
alter table activity add constraint activity_verantwortlich_fk foreign key (org_id, "verantwortlich") references contact (org_id, id);
alter table finance_entry add constraint finance_entry_kid_fk foreign key (org_id, "kid") references contact (org_id, id);
alter table goal add constraint goal_kid_fk foreign key (org_id, "kid") references contact (org_id, id);
alter table contact_person add constraint contact_person_kid_fk foreign key (org_id, "kid") references contact (org_id, id);
alter table portal add constraint portal_kid_fk foreign key (org_id, "kid") references contact (org_id, id);
alter table comment add constraint comment_autor_kid_fk foreign key (org_id, "autor_kid") references contact (org_id, id);
alter table follower add constraint follower_kid_user_fk foreign key (org_id, "kid_user") references contact (org_id, id);
alter table tag_assignment add constraint tag_assignment_tag_id_fk foreign key (org_id, "tag_id") references tag (org_id, id);

-- Counts of live records, spread over slots (src/operations/counters.ts).
create table record_count (
  org_id int not null,
  name text not null,
  slot smallint not null,
  n bigint not null,
  primary key (org_id, name, slot)
) with (fillfactor = 50);
-- distribute: record_count

-- The audit log is append-only.
create sequence audit_entry_id_seq;
create table audit_entry (
  org_id int not null,
  id bigint not null default nextval('audit_entry_id_seq'),
  at timestamptz(3) not null,
  token_id bigint,
  user_kid int,
  request_id text,
  section text not null,
  record_id int not null,
  action text not null,
  owner_section text,
  owner_id int,
  changes text not null,
  primary key (org_id, id)
);
-- distribute: audit_entry
create index audit_entry_record on audit_entry (org_id, section, record_id, id);
create index audit_entry_owner on audit_entry (org_id, owner_section, owner_id, id) where owner_id is not null;
create index audit_entry_at on audit_entry (org_id, at);

-- What records are found by.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create table search_entry (
  org_id int not null,
  section text not null,
  id int not null,
  kid int,
  own text not null default '',
  parts text not null default '',
  text text not null default '',
  grams int[] not null default '{}',
  primary key (org_id, section, id)
);
-- distribute: search_entry
create index search_entry_kid on search_entry (org_id, kid) where kid is not null;

-- Links: two rows a link, each seen from its own owner.
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
  primary key (org_id, id)
);
-- distribute: relation
create unique index relation_once on relation (org_id, kid, kid_beziehung, beziehung);
create index relation_other on relation (org_id, kid_beziehung);
alter table relation add constraint relation_kid_fk foreign key (org_id, kid) references contact (org_id, id);
alter table relation add constraint relation_kid_beziehung_fk foreign key (org_id, kid_beziehung) references contact (org_id, id);
