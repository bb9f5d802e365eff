alter table contract add column "gesellschaft_kid" int;
alter table contract add column "kennzeichen" text;
drop index contract_kid;
create index contract_kid on contract (org_id, "kid", id)
  include ("sparte", "gesellschaft_kid", "archiv")
  where del = 0 and "kid" is not null;
drop index contract_sparte;
create index contract_sparte on contract (org_id, "sparte", id)
  include ("kid", "gesellschaft_kid", "archiv")
  where del = 0 and "sparte" is not null;
create index contract_gesellschaft_kid on contract (org_id, "gesellschaft_kid", id)
  include ("kid", "sparte", "archiv")
  where del = 0 and "gesellschaft_kid" is not null;
create index contract_kennzeichen on contract (org_id, (regexp_replace(lower("kennzeichen" collate "und-x-icu"), '[^[:alnum:]]+', '', 'g')), id)
  include ("kennzeichen", "archiv")
  where del = 0 and "kennzeichen" is not null;
alter table contract add constraint contract_gesellschaft_kid_fk
  foreign key (org_id, "gesellschaft_kid") references contact (org_id, id);

drop view reporting."contracts";
create view reporting."contracts" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."sparte" as "sparte",
  t."nummer" as "nummer",
  t."nummer" as "vertragsnummer",
  t."gesellschaft" as "gesellschaft",
  t."gesellschaft_kid" as "gesellschaft_kid",
  t."beitrag" as "beitrag",
  t."netto" as "netto",
  t."intervall" as "intervall",
  t."hauptfaelligkeit" as "hauptfaelligkeit",
  t."beginn" as "beginn",
  t."ablauf" as "ablauf",
  t."beendet_am" as "beendet_am",
  t."agenturnummer" as "agenturnummer",
  t."kennzeichen" as "kennzeichen",
  t."status" as "status",
  t."bemerkung" as "bemerkung",
  t."gd_abr_firma" as "gd_abr_firma",
  t."archiv" as "archiv",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum",
  t.extra::jsonb as "own_fields"
from contract t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0;
comment on view reporting."contracts" is 'Contract. An insurance or finance contract of a customer.';
comment on column reporting."contracts"."org_id" is 'Organisation';
comment on column reporting."contracts"."id" is 'ID';
comment on column reporting."contracts"."kid" is 'Kunde (customers)';
comment on column reporting."contracts"."sparte" is 'Sparte';
comment on column reporting."contracts"."nummer" is 'Vertragsnummer';
comment on column reporting."contracts"."vertragsnummer" is 'Vertragsnummer';
comment on column reporting."contracts"."gesellschaft" is 'Gesellschaft';
comment on column reporting."contracts"."gesellschaft_kid" is 'Produktpartner (products)';
comment on column reporting."contracts"."beitrag" is 'Beitrag';
comment on column reporting."contracts"."netto" is 'Nettobeitrag';
comment on column reporting."contracts"."intervall" is 'Zahlungsintervall';
comment on column reporting."contracts"."hauptfaelligkeit" is 'Hauptfälligkeit';
comment on column reporting."contracts"."beginn" is 'Beginn';
comment on column reporting."contracts"."ablauf" is 'Ablauf';
comment on column reporting."contracts"."beendet_am" is 'Beendet am';
comment on column reporting."contracts"."agenturnummer" is 'Agenturnummer';
comment on column reporting."contracts"."kennzeichen" is 'Kennzeichen';
comment on column reporting."contracts"."status" is 'Status';
comment on column reporting."contracts"."bemerkung" is 'Bemerkung';
comment on column reporting."contracts"."gd_abr_firma" is 'Abrechnungsfirma';
comment on column reporting."contracts"."archiv" is 'Archiviert';
comment on column reporting."contracts"."insert_datum" is 'Angelegt am';
comment on column reporting."contracts"."edit_datum" is 'Geändert am';
comment on column reporting."contracts"."own_fields" is 'Fields that the organisation added, by their names';


alter table damage add column "vertrag" int;
alter table damage add column "gesellschaft" text;
alter table damage add column "hergang" text;
alter table damage add column "datum_unterlagen" date;
alter table damage add column "datum_reguliert" date;
drop index damage_kid;
create index damage_kid on damage (org_id, "kid", id)
  include ("vertrag", "vid")
  where del = 0 and "kid" is not null;
create index damage_vertrag on damage (org_id, "vertrag", id)
  include ("kid", "vid")
  where del = 0 and "vertrag" is not null;
drop index damage_vid;
create index damage_vid on damage (org_id, "vid", id)
  include ("kid", "vertrag")
  where del = 0 and "vid" is not null;
create index damage_gesellschaft on damage (org_id, (lower("gesellschaft" collate "und-x-icu")), id)
  include ("gesellschaft")
  where del = 0 and "gesellschaft" is not null;
alter table damage add constraint damage_vertrag_fk
  foreign key (org_id, "vertrag") references contract (org_id, id);

drop view reporting."damages";
create view reporting."damages" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."vertrag" as "vertrag",
  t."vid" as "vid",
  t."gesellschaft" as "gesellschaft",
  t."art" as "art",
  t."hergang" as "hergang",
  t."nummer" as "nummer",
  t."nummer_intern" as "nummer_intern",
  t."anschrift_strasse" as "anschrift_strasse",
  t."anschrift_plz" as "anschrift_plz",
  t."anschrift_ort" as "anschrift_ort",
  t."datum_schaden" as "datum_schaden",
  t."datum_meldung_makler" as "datum_meldung_makler",
  t."datum_meldung_gesellschaft" as "datum_meldung_gesellschaft",
  t."datum_unterlagen" as "datum_unterlagen",
  t."datum_reguliert" as "datum_reguliert",
  t."datum_erledigt" as "datum_erledigt",
  t."polizei_dienststelle" as "polizei_dienststelle",
  t."polizei_nummer" as "polizei_nummer",
  t."betrag" as "betrag",
  t."reserve" as "reserve",
  t."leistung" as "leistung",
  t."serviceportal" as "serviceportal",
  t."draft" as "draft",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum",
  t.extra::jsonb as "own_fields"
from damage t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0;
comment on view reporting."damages" is 'Damage. A claim of a customer.';
comment on column reporting."damages"."org_id" is 'Organisation';
comment on column reporting."damages"."id" is 'ID';
comment on column reporting."damages"."kid" is 'Kunde (customers)';
comment on column reporting."damages"."vertrag" is 'Vertrag (contracts)';
comment on column reporting."damages"."vid" is 'Gesellschaft (products)';
comment on column reporting."damages"."gesellschaft" is 'Gesellschaft';
comment on column reporting."damages"."art" is 'Schadenart';
comment on column reporting."damages"."hergang" is 'Hergang';
comment on column reporting."damages"."nummer" is 'Schadennummer';
comment on column reporting."damages"."nummer_intern" is 'Interne Schadennummer';
comment on column reporting."damages"."anschrift_strasse" is 'Schadenort Straße';
comment on column reporting."damages"."anschrift_plz" is 'Schadenort PLZ';
comment on column reporting."damages"."anschrift_ort" is 'Schadenort';
comment on column reporting."damages"."datum_schaden" is 'Schadendatum';
comment on column reporting."damages"."datum_meldung_makler" is 'Meldung an Makler';
comment on column reporting."damages"."datum_meldung_gesellschaft" is 'Meldung an Gesellschaft';
comment on column reporting."damages"."datum_unterlagen" is 'Unterlagen vollständig am';
comment on column reporting."damages"."datum_reguliert" is 'Reguliert am';
comment on column reporting."damages"."datum_erledigt" is 'Erledigt am';
comment on column reporting."damages"."polizei_dienststelle" is 'Polizeidienststelle';
comment on column reporting."damages"."polizei_nummer" is 'Tagebuchnummer';
comment on column reporting."damages"."betrag" is 'Schadenhöhe';
comment on column reporting."damages"."reserve" is 'Reserve';
comment on column reporting."damages"."leistung" is 'Leistung';
comment on column reporting."damages"."serviceportal" is 'Im Serviceportal';
comment on column reporting."damages"."draft" is 'Entwurf';
comment on column reporting."damages"."insert_datum" is 'Angelegt am';
comment on column reporting."damages"."edit_datum" is 'Geändert am';
comment on column reporting."damages"."own_fields" is 'Fields that the organisation added, by their names';


