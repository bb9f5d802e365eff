-- What belongs to a contact: contracts with persons and tariffs, claims, activities, finances, goals, contact persons
-- of product partners, portals. How the tables and indexes are made: 0003.

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

-- What a customer earns, spends, owns and owes.
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

-- Whom one talks to at a product partner.
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

-- Portals of product partners; `pass` is encrypted (docs/decisions/0009).
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
