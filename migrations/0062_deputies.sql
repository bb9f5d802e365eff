alter table contact add column "vertretung_kid" int;
alter table contact add column "vertretung_von" date;
alter table contact add column "vertretung_bis" date;
alter table contact add constraint contact_vertretung_kid_fk
  foreign key (org_id, "vertretung_kid") references contact (org_id, id);

drop view reporting."customers";
create view reporting."customers" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."id" as "kid",
  t."nummer" as "nummer",
  t."betreuer" as "betreuer",
  t."kontakt_art" as "kontakt_art",
  t."anrede" as "anrede",
  t."briefanrede" as "briefanrede",
  t."name" as "name",
  t."vorname" as "vorname",
  t."titel" as "titel",
  t."namenszusatz" as "namenszusatz",
  t."nation" as "nation",
  t."geb" as "geb",
  t."geb_ort" as "geb_ort",
  t."geb_name" as "geb_name",
  t."familienstand" as "familienstand",
  t."datum_heirat" as "datum_heirat",
  t."datum_scheidung" as "datum_scheidung",
  t."datum_erstkontakt" as "datum_erstkontakt",
  t."kommentar" as "kommentar",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum",
  t.extra::jsonb as "own_fields"
from contact t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.section = 'customers' and t.del = 0;
comment on view reporting."customers" is 'Customer. A person or a company in the care of the organisation.';
comment on column reporting."customers"."org_id" is 'Organisation';
comment on column reporting."customers"."id" is 'ID';
comment on column reporting."customers"."kid" is 'Kundennummer (intern)';
comment on column reporting."customers"."nummer" is 'Nummer';
comment on column reporting."customers"."betreuer" is 'Betreuer (users)';
comment on column reporting."customers"."kontakt_art" is 'Kontaktart';
comment on column reporting."customers"."anrede" is 'Anrede';
comment on column reporting."customers"."briefanrede" is 'Briefanrede';
comment on column reporting."customers"."name" is 'Name';
comment on column reporting."customers"."vorname" is 'Vorname';
comment on column reporting."customers"."titel" is 'Titel';
comment on column reporting."customers"."namenszusatz" is 'Namenszusatz';
comment on column reporting."customers"."nation" is 'Nationalität';
comment on column reporting."customers"."geb" is 'Geburtsdatum';
comment on column reporting."customers"."geb_ort" is 'Geburtsort';
comment on column reporting."customers"."geb_name" is 'Geburtsname';
comment on column reporting."customers"."familienstand" is 'Familienstand';
comment on column reporting."customers"."datum_heirat" is 'Heiratsdatum';
comment on column reporting."customers"."datum_scheidung" is 'Scheidungsdatum';
comment on column reporting."customers"."datum_erstkontakt" is 'Erstkontakt';
comment on column reporting."customers"."kommentar" is 'Kommentar';
comment on column reporting."customers"."insert_datum" is 'Angelegt am';
comment on column reporting."customers"."edit_datum" is 'Geändert am';
comment on column reporting."customers"."own_fields" is 'Fields that the organisation added, by their names';

drop view reporting."products";
create view reporting."products" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."id" as "kid",
  t."nummer" as "nummer",
  t."betreuer" as "betreuer",
  t."kontakt_art" as "kontakt_art",
  t."anrede" as "anrede",
  t."briefanrede" as "briefanrede",
  t."name" as "name",
  t."vorname" as "vorname",
  t."titel" as "titel",
  t."namenszusatz" as "namenszusatz",
  t."nation" as "nation",
  t."geb" as "geb",
  t."geb_ort" as "geb_ort",
  t."geb_name" as "geb_name",
  t."familienstand" as "familienstand",
  t."datum_heirat" as "datum_heirat",
  t."datum_scheidung" as "datum_scheidung",
  t."datum_erstkontakt" as "datum_erstkontakt",
  t."kommentar" as "kommentar",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum",
  t."kurzname" as "kurzname",
  t."kategorie" as "kategorie",
  t."vermittlernummer" as "vermittlernummer",
  t."website" as "website",
  t."notiz" as "notiz",
  t.extra::jsonb as "own_fields"
from contact t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.section = 'products' and t.del = 0;
comment on view reporting."products" is 'Product partner. An insurer, bank or fund company whose products are sold.';
comment on column reporting."products"."org_id" is 'Organisation';
comment on column reporting."products"."id" is 'ID';
comment on column reporting."products"."kid" is 'Kundennummer (intern)';
comment on column reporting."products"."nummer" is 'Nummer';
comment on column reporting."products"."betreuer" is 'Betreuer (users)';
comment on column reporting."products"."kontakt_art" is 'Kontaktart';
comment on column reporting."products"."anrede" is 'Anrede';
comment on column reporting."products"."briefanrede" is 'Briefanrede';
comment on column reporting."products"."name" is 'Name';
comment on column reporting."products"."vorname" is 'Vorname';
comment on column reporting."products"."titel" is 'Titel';
comment on column reporting."products"."namenszusatz" is 'Namenszusatz';
comment on column reporting."products"."nation" is 'Nationalität';
comment on column reporting."products"."geb" is 'Geburtsdatum';
comment on column reporting."products"."geb_ort" is 'Geburtsort';
comment on column reporting."products"."geb_name" is 'Geburtsname';
comment on column reporting."products"."familienstand" is 'Familienstand';
comment on column reporting."products"."datum_heirat" is 'Heiratsdatum';
comment on column reporting."products"."datum_scheidung" is 'Scheidungsdatum';
comment on column reporting."products"."datum_erstkontakt" is 'Erstkontakt';
comment on column reporting."products"."kommentar" is 'Kommentar';
comment on column reporting."products"."insert_datum" is 'Angelegt am';
comment on column reporting."products"."edit_datum" is 'Geändert am';
comment on column reporting."products"."kurzname" is 'Kurzname';
comment on column reporting."products"."kategorie" is 'Kategorie';
comment on column reporting."products"."vermittlernummer" is 'Vermittlernummer';
comment on column reporting."products"."website" is 'Website';
comment on column reporting."products"."notiz" is 'Notiz';
comment on column reporting."products"."own_fields" is 'Fields that the organisation added, by their names';

drop view reporting."users";
create view reporting."users" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."id" as "kid",
  t."nummer" as "nummer",
  t."betreuer" as "betreuer",
  t."kontakt_art" as "kontakt_art",
  t."anrede" as "anrede",
  t."briefanrede" as "briefanrede",
  t."name" as "name",
  t."vorname" as "vorname",
  t."titel" as "titel",
  t."namenszusatz" as "namenszusatz",
  t."nation" as "nation",
  t."geb" as "geb",
  t."geb_ort" as "geb_ort",
  t."geb_name" as "geb_name",
  t."familienstand" as "familienstand",
  t."datum_heirat" as "datum_heirat",
  t."datum_scheidung" as "datum_scheidung",
  t."datum_erstkontakt" as "datum_erstkontakt",
  t."kommentar" as "kommentar",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum",
  t."email" as "email",
  t."rolle" as "rolle",
  t."lizenz" as "lizenz",
  t."lizenz_typ" as "lizenz_typ",
  t."aktiv" as "aktiv",
  t."signatur" as "signatur",
  t."vertretung_kid" as "vertretung_kid",
  t."vertretung_von" as "vertretung_von",
  t."vertretung_bis" as "vertretung_bis",
  t."letzter_login" as "letzter_login",
  t.extra::jsonb as "own_fields"
from contact t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.section = 'users' and t.del = 0;
comment on view reporting."users" is 'User. An employee of the organisation.';
comment on column reporting."users"."org_id" is 'Organisation';
comment on column reporting."users"."id" is 'ID';
comment on column reporting."users"."kid" is 'Kundennummer (intern)';
comment on column reporting."users"."nummer" is 'Nummer';
comment on column reporting."users"."betreuer" is 'Betreuer (users)';
comment on column reporting."users"."kontakt_art" is 'Kontaktart';
comment on column reporting."users"."anrede" is 'Anrede';
comment on column reporting."users"."briefanrede" is 'Briefanrede';
comment on column reporting."users"."name" is 'Name';
comment on column reporting."users"."vorname" is 'Vorname';
comment on column reporting."users"."titel" is 'Titel';
comment on column reporting."users"."namenszusatz" is 'Namenszusatz';
comment on column reporting."users"."nation" is 'Nationalität';
comment on column reporting."users"."geb" is 'Geburtsdatum';
comment on column reporting."users"."geb_ort" is 'Geburtsort';
comment on column reporting."users"."geb_name" is 'Geburtsname';
comment on column reporting."users"."familienstand" is 'Familienstand';
comment on column reporting."users"."datum_heirat" is 'Heiratsdatum';
comment on column reporting."users"."datum_scheidung" is 'Scheidungsdatum';
comment on column reporting."users"."datum_erstkontakt" is 'Erstkontakt';
comment on column reporting."users"."kommentar" is 'Kommentar';
comment on column reporting."users"."insert_datum" is 'Angelegt am';
comment on column reporting."users"."edit_datum" is 'Geändert am';
comment on column reporting."users"."email" is 'E-Mail';
comment on column reporting."users"."rolle" is 'Rolle';
comment on column reporting."users"."lizenz" is 'Lizenz';
comment on column reporting."users"."lizenz_typ" is 'Lizenztyp';
comment on column reporting."users"."aktiv" is 'Aktiv';
comment on column reporting."users"."signatur" is 'Signatur';
comment on column reporting."users"."vertretung_kid" is 'Vertretung durch (users)';
comment on column reporting."users"."vertretung_von" is 'Vertretung ab';
comment on column reporting."users"."vertretung_bis" is 'Vertretung bis';
comment on column reporting."users"."letzter_login" is 'Letzter Login';
comment on column reporting."users"."own_fields" is 'Fields that the organisation added, by their names';

