alter table contract add column "netto" numeric(15,2);
alter table contract add column "hauptfaelligkeit" text;
alter table contract add column "agenturnummer" text;
create index contract_netto on contract (org_id, "netto", id)
  include ("archiv")
  where del = 0 and "netto" is not null;
create index contract_hauptfaelligkeit on contract (org_id, "hauptfaelligkeit", id)
  include ("archiv")
  where del = 0 and "hauptfaelligkeit" is not null;
create index contract_agenturnummer on contract (org_id, (regexp_replace(lower("agenturnummer" collate "und-x-icu"), '[^[:alnum:]]+', '', 'g')), id)
  include ("agenturnummer", "archiv")
  where del = 0 and "agenturnummer" is not null;

drop view reporting."contracts";
create view reporting."contracts" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."sparte" as "sparte",
  t."nummer" as "nummer",
  t."nummer" as "vertragsnummer",
  t."gesellschaft" as "gesellschaft",
  t."beitrag" as "beitrag",
  t."netto" as "netto",
  t."intervall" as "intervall",
  t."hauptfaelligkeit" as "hauptfaelligkeit",
  t."beginn" as "beginn",
  t."ablauf" as "ablauf",
  t."beendet_am" as "beendet_am",
  t."agenturnummer" as "agenturnummer",
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
comment on column reporting."contracts"."beitrag" is 'Beitrag';
comment on column reporting."contracts"."netto" is 'Nettobeitrag';
comment on column reporting."contracts"."intervall" is 'Zahlungsintervall';
comment on column reporting."contracts"."hauptfaelligkeit" is 'Hauptfälligkeit';
comment on column reporting."contracts"."beginn" is 'Beginn';
comment on column reporting."contracts"."ablauf" is 'Ablauf';
comment on column reporting."contracts"."beendet_am" is 'Beendet am';
comment on column reporting."contracts"."agenturnummer" is 'Agenturnummer';
comment on column reporting."contracts"."status" is 'Status';
comment on column reporting."contracts"."bemerkung" is 'Bemerkung';
comment on column reporting."contracts"."gd_abr_firma" is 'Abrechnungsfirma';
comment on column reporting."contracts"."archiv" is 'Archiviert';
comment on column reporting."contracts"."insert_datum" is 'Angelegt am';
comment on column reporting."contracts"."edit_datum" is 'Geändert am';
comment on column reporting."contracts"."own_fields" is 'Fields that the organisation added, by their names';

