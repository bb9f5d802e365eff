-- Contracts with persons and tariffs, and claims. Columns and indexes of record kinds: 0004.

create sequence contract_id_seq as int;
create table contract (
  org_id int not null,
  id int not null,
  kid int,
  sparte int,
  nummer text,
  gesellschaft text,
  beitrag numeric(15,2),
  intervall text,
  beginn date,
  ablauf date,
  status text,
  bemerkung text,
  gd_abr_firma int,
  archiv smallint,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  extra text,
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint contract_kid_fk foreign key (org_id, kid) references contact (org_id, id)
);
-- distribute: contract
create index contract_live on contract (org_id, id)
  where del = 0;
create index contract_live_shown on contract (org_id, id)
  where del = 0 and archiv = 0;
create index contract_kid on contract (org_id, kid, id)
  include (sparte)
  where del = 0 and kid is not null;
create index contract_kid_shown on contract (org_id, kid, id)
  include (sparte)
  where del = 0 and kid is not null and archiv = 0;
create index contract_sparte on contract (org_id, sparte, id)
  include (kid)
  where del = 0 and sparte is not null;
create index contract_sparte_shown on contract (org_id, sparte, id)
  include (kid)
  where del = 0 and sparte is not null and archiv = 0;
create index contract_extra on contract using gin (org_id, (extra::jsonb) jsonb_path_ops)
  where del = 0 and extra is not null;
create index contract_gd_abr_firma on contract (org_id, gd_abr_firma)
  where del = 0 and gd_abr_firma > 0;
create index contract_kid_gone on contract (org_id, kid)
  where del <> 0;
create index contract_insert_datum on contract (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null;
create index contract_insert_datum_shown on contract (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null and "archiv" = 0;
create index contract_edit_datum on contract (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null;
create index contract_edit_datum_shown on contract (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null and "archiv" = 0;
create index contract_nummer on contract (org_id, (regexp_replace(lower("nummer" collate "und-x-icu"), '[^[:alnum:]]+', '', 'g') collate "C"), id)
  include ("nummer", "archiv")
  where del = 0 and "nummer" is not null;
create index contract_gesellschaft on contract (org_id, (lower("gesellschaft" collate "und-x-icu") collate "C"), id)
  include ("gesellschaft", "archiv")
  where del = 0 and "gesellschaft" is not null;
create index contract_beginn on contract (org_id, "beginn", id)
  include ("archiv")
  where del = 0 and "beginn" is not null;
create index contract_ablauf on contract (org_id, "ablauf", id)
  include ("archiv")
  where del = 0 and "ablauf" is not null;
create index contract_status on contract (org_id, (lower("status" collate "und-x-icu") collate "C"), id)
  include ("status", "archiv")
  where del = 0 and "status" is not null;

-- Persons of a contract, customers or not; `vid` is the contract.
create sequence contract_person_id_seq as int;
create table contract_person (
  org_id int not null,
  id int not null,
  kid int,
  vid int,
  pid int,
  art int,
  person_art text,
  name text,
  person_name text,
  beschreibung text,
  ranking int,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint contract_person_pid_fk foreign key (org_id, pid) references contact (org_id, id),
  constraint contract_person_vid_fk foreign key (org_id, vid) references contract (org_id, id)
);
-- distribute: contract_person
create index contract_person_parent on contract_person (org_id, vid, id)
  where del = 0;
create index contract_person_kid on contract_person (org_id, kid)
  where del = 0;
create index contract_person_kid_gone on contract_person (org_id, kid)
  where del <> 0;
create index contract_person_pid on contract_person (org_id, pid)
  where del = 0;
create index contract_person_pid_gone on contract_person (org_id, pid)
  where del <> 0;

create sequence contract_tariff_id_seq as int;
create table contract_tariff (
  org_id int not null,
  id int not null,
  kid int,
  vid int,
  ranking int,
  name text,
  tarif_id int,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint contract_tariff_vid_fk foreign key (org_id, vid) references contract (org_id, id)
);
-- distribute: contract_tariff
create index contract_tariff_parent on contract_tariff (org_id, vid, id)
  where del = 0;
create index contract_tariff_kid on contract_tariff (org_id, kid)
  where del = 0;
create index contract_tariff_kid_gone on contract_tariff (org_id, kid)
  where del <> 0;

-- Claims.
create sequence damage_id_seq as int;
create table damage (
  org_id int not null,
  id int not null,
  kid int,
  vid int,
  art text,
  nummer text,
  nummer_intern text,
  anschrift_strasse text,
  anschrift_plz text,
  anschrift_ort text,
  datum_schaden date,
  datum_meldung_makler date,
  datum_meldung_gesellschaft date,
  datum_erledigt date,
  polizei_dienststelle text,
  polizei_nummer text,
  betrag numeric(15,2),
  reserve numeric(15,2),
  leistung numeric(15,2),
  serviceportal smallint,
  draft smallint,
  insert_datum timestamp(0),
  edit_datum timestamp(0),
  extra text,
  del smallint not null default 0,
  deleted_at timestamp(0),
  printed text not null,
  primary key (org_id, id),
  constraint damage_kid_fk foreign key (org_id, kid) references contact (org_id, id),
  constraint damage_vid_fk foreign key (org_id, vid) references contact (org_id, id)
);
-- distribute: damage
create index damage_live on damage (org_id, id)
  where del = 0;
create index damage_kid on damage (org_id, kid, id)
  include (vid)
  where del = 0 and kid is not null;
create index damage_vid on damage (org_id, vid, id)
  include (kid)
  where del = 0 and vid is not null;
create index damage_art on damage (org_id, art, id)
  where del = 0 and art is not null;
create index damage_nummer on damage (org_id, nummer, id)
  where del = 0 and nummer is not null;
create index damage_nummer_intern on damage (org_id, nummer_intern, id)
  where del = 0 and nummer_intern is not null;
create index damage_anschrift_strasse on damage (org_id, anschrift_strasse, id)
  where del = 0 and anschrift_strasse is not null;
create index damage_anschrift_plz on damage (org_id, anschrift_plz, id)
  where del = 0 and anschrift_plz is not null;
create index damage_anschrift_ort on damage (org_id, anschrift_ort, id)
  where del = 0 and anschrift_ort is not null;
create index damage_datum_schaden on damage (org_id, datum_schaden, id)
  where del = 0 and datum_schaden is not null;
create index damage_datum_meldung_makler on damage (org_id, datum_meldung_makler, id)
  where del = 0 and datum_meldung_makler is not null;
create index damage_datum_meldung_gesellschaft on damage (org_id, datum_meldung_gesellschaft, id)
  where del = 0 and datum_meldung_gesellschaft is not null;
create index damage_datum_erledigt on damage (org_id, datum_erledigt, id)
  where del = 0 and datum_erledigt is not null;
create index damage_polizei_dienststelle on damage (org_id, polizei_dienststelle, id)
  where del = 0 and polizei_dienststelle is not null;
create index damage_polizei_nummer on damage (org_id, polizei_nummer, id)
  where del = 0 and polizei_nummer is not null;
create index damage_betrag on damage (org_id, betrag, id)
  where del = 0 and betrag is not null;
create index damage_reserve on damage (org_id, reserve, id)
  where del = 0 and reserve is not null;
create index damage_leistung on damage (org_id, leistung, id)
  where del = 0 and leistung is not null;
create index damage_serviceportal on damage (org_id, serviceportal, id)
  where del = 0 and serviceportal is not null;
create index damage_draft on damage (org_id, draft, id)
  where del = 0 and draft is not null;
create index damage_extra on damage using gin (org_id, (extra::jsonb) jsonb_path_ops)
  where del = 0 and extra is not null;
create index damage_kid_gone on damage (org_id, kid)
  where del <> 0;
create index damage_insert_datum on damage (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null;
create index damage_edit_datum on damage (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null;
