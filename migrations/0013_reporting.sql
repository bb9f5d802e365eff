-- Views for reports, one for each record kind (docs/reporting.md), as `broker-crm migration` prints them.
create schema if not exists reporting;
comment on schema reporting is 'For reports: set broker_crm.org to the number of an organisation, then read its records here.';

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
comment on column reporting."users"."letzter_login" is 'Letzter Login';
comment on column reporting."users"."own_fields" is 'Fields that the organisation added, by their names';

create view reporting."addresses" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."art" as "art",
  t."bezeichnung" as "bezeichnung",
  t."adresszusatz" as "adresszusatz",
  t."strasse" as "strasse",
  t."plz" as "plz",
  t."ort" as "ort",
  t."bundesland" as "bundesland",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum"
from address t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0
  and (exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'customers' and t1.del = 0) or exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'products' and t1.del = 0) or exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'users' and t1.del = 0));
comment on view reporting."addresses" is 'Address. A postal address of a contact.';
comment on column reporting."addresses"."org_id" is 'Organisation';
comment on column reporting."addresses"."id" is 'ID';
comment on column reporting."addresses"."kid" is 'Kontakt';
comment on column reporting."addresses"."art" is 'Adressart';
comment on column reporting."addresses"."bezeichnung" is 'Bezeichnung';
comment on column reporting."addresses"."adresszusatz" is 'Adresszusatz';
comment on column reporting."addresses"."strasse" is 'Straße';
comment on column reporting."addresses"."plz" is 'PLZ';
comment on column reporting."addresses"."ort" is 'Ort';
comment on column reporting."addresses"."bundesland" is 'Bundesland';
comment on column reporting."addresses"."insert_datum" is 'Angelegt am';
comment on column reporting."addresses"."edit_datum" is 'Geändert am';

create view reporting."contacts" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."art" as "art",
  t."wert" as "wert",
  t."werbung" as "werbung",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum"
from contact_detail t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0
  and (exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'customers' and t1.del = 0) or exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'products' and t1.del = 0) or exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'users' and t1.del = 0));
comment on view reporting."contacts" is 'Contact detail. An e-mail address or telephone number of a contact.';
comment on column reporting."contacts"."org_id" is 'Organisation';
comment on column reporting."contacts"."id" is 'ID';
comment on column reporting."contacts"."kid" is 'Kontakt';
comment on column reporting."contacts"."art" is 'Art';
comment on column reporting."contacts"."wert" is 'Wert';
comment on column reporting."contacts"."werbung" is 'Werbeeinwilligung';
comment on column reporting."contacts"."insert_datum" is 'Angelegt am';
comment on column reporting."contacts"."edit_datum" is 'Geändert am';

create view reporting."banking" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."typ" as "typ",
  t."inhaber" as "inhaber",
  t."nummer" as "nummer",
  t."iban" as "iban",
  t."bic" as "bic",
  t."institut" as "institut",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum"
from bank_account t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0
  and (exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'customers' and t1.del = 0) or exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'products' and t1.del = 0) or exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'users' and t1.del = 0));
comment on view reporting."banking" is 'Bank account. A bank account or a securities account of a contact.';
comment on column reporting."banking"."org_id" is 'Organisation';
comment on column reporting."banking"."id" is 'ID';
comment on column reporting."banking"."kid" is 'Kontakt';
comment on column reporting."banking"."typ" is 'Typ';
comment on column reporting."banking"."inhaber" is 'Inhaber';
comment on column reporting."banking"."nummer" is 'Kontonummer (alt)';
comment on column reporting."banking"."iban" is 'IBAN';
comment on column reporting."banking"."bic" is 'BIC';
comment on column reporting."banking"."institut" is 'Institut';
comment on column reporting."banking"."insert_datum" is 'Angelegt am';
comment on column reporting."banking"."edit_datum" is 'Geändert am';

create view reporting."numbers" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."art" as "art",
  t."wert" as "wert",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum"
from contact_number t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0
  and (exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'customers' and t1.del = 0) or exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'products' and t1.del = 0) or exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'users' and t1.del = 0));
comment on view reporting."numbers" is 'Number. A tax, insurance or register number of a contact.';
comment on column reporting."numbers"."org_id" is 'Organisation';
comment on column reporting."numbers"."id" is 'ID';
comment on column reporting."numbers"."kid" is 'Kontakt';
comment on column reporting."numbers"."art" is 'Nummernart';
comment on column reporting."numbers"."wert" is 'Wert';
comment on column reporting."numbers"."insert_datum" is 'Angelegt am';
comment on column reporting."numbers"."edit_datum" is 'Geändert am';

create view reporting."identity" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."art" as "art",
  t."behoerde" as "behoerde",
  t."ausgestellt" as "ausgestellt",
  t."gueltig" as "gueltig",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum"
from identity_document t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0
  and (exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'customers' and t1.del = 0) or exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'users' and t1.del = 0));
comment on view reporting."identity" is 'Identity document. An identity card or passport of a person.';
comment on column reporting."identity"."org_id" is 'Organisation';
comment on column reporting."identity"."id" is 'ID';
comment on column reporting."identity"."kid" is 'Kontakt';
comment on column reporting."identity"."art" is 'Ausweisart';
comment on column reporting."identity"."behoerde" is 'Ausstellende Behörde';
comment on column reporting."identity"."ausgestellt" is 'Ausgestellt am';
comment on column reporting."identity"."gueltig" is 'Gültig bis';
comment on column reporting."identity"."insert_datum" is 'Angelegt am';
comment on column reporting."identity"."edit_datum" is 'Geändert am';

create view reporting."jobs" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."arbeitgeber" as "arbeitgeber",
  t."beruf" as "beruf",
  t."berufsstatus" as "berufsstatus",
  t."datum_eintritt" as "datum_eintritt",
  t."datum_austritt" as "datum_austritt",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum"
from job t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0
  and (exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'customers' and t1.del = 0) or exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'users' and t1.del = 0));
comment on view reporting."jobs" is 'Job. An employment of a person.';
comment on column reporting."jobs"."org_id" is 'Organisation';
comment on column reporting."jobs"."id" is 'ID';
comment on column reporting."jobs"."kid" is 'Kontakt';
comment on column reporting."jobs"."arbeitgeber" is 'Arbeitgeber';
comment on column reporting."jobs"."beruf" is 'Beruf';
comment on column reporting."jobs"."berufsstatus" is 'Berufsstatus';
comment on column reporting."jobs"."datum_eintritt" is 'Eintritt';
comment on column reporting."jobs"."datum_austritt" is 'Austritt';
comment on column reporting."jobs"."insert_datum" is 'Angelegt am';
comment on column reporting."jobs"."edit_datum" is 'Geändert am';

create view reporting."contracts" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."sparte" as "sparte",
  t."nummer" as "nummer",
  t."nummer" as "vertragsnummer",
  t."gesellschaft" as "gesellschaft",
  t."beitrag" as "beitrag",
  t."intervall" as "intervall",
  t."beginn" as "beginn",
  t."ablauf" as "ablauf",
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
comment on column reporting."contracts"."intervall" is 'Zahlungsintervall';
comment on column reporting."contracts"."beginn" is 'Beginn';
comment on column reporting."contracts"."ablauf" is 'Ablauf';
comment on column reporting."contracts"."status" is 'Status';
comment on column reporting."contracts"."bemerkung" is 'Bemerkung';
comment on column reporting."contracts"."gd_abr_firma" is 'Abrechnungsfirma';
comment on column reporting."contracts"."archiv" is 'Archiviert';
comment on column reporting."contracts"."insert_datum" is 'Angelegt am';
comment on column reporting."contracts"."edit_datum" is 'Geändert am';
comment on column reporting."contracts"."own_fields" is 'Fields that the organisation added, by their names';

create view reporting."persons" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."vid" as "vid",
  t."pid" as "pid",
  t."art" as "art",
  t."person_art" as "person_art",
  t."name" as "name",
  t."person_name" as "person_name",
  t."beschreibung" as "beschreibung",
  t."ranking" as "ranking",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum"
from contract_person t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0
  and exists (select from contract t1 where t1.org_id = t.org_id and t1.id = t."vid" and t1.del = 0);
comment on view reporting."persons" is 'Insured person. A person in a contract.';
comment on column reporting."persons"."org_id" is 'Organisation';
comment on column reporting."persons"."id" is 'ID';
comment on column reporting."persons"."kid" is 'Kunde';
comment on column reporting."persons"."vid" is 'Vertrag';
comment on column reporting."persons"."pid" is 'Person (customers)';
comment on column reporting."persons"."art" is 'Rolle';
comment on column reporting."persons"."person_art" is 'Personenart';
comment on column reporting."persons"."name" is 'Name';
comment on column reporting."persons"."person_name" is 'Name der Person';
comment on column reporting."persons"."beschreibung" is 'Beschreibung';
comment on column reporting."persons"."ranking" is 'Reihenfolge';
comment on column reporting."persons"."insert_datum" is 'Angelegt am';
comment on column reporting."persons"."edit_datum" is 'Geändert am';

create view reporting."tariffs" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."vid" as "vid",
  t."ranking" as "ranking",
  t."name" as "name",
  t."tarif_id" as "tarif_id",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum"
from contract_tariff t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0
  and exists (select from contract t1 where t1.org_id = t.org_id and t1.id = t."vid" and t1.del = 0);
comment on view reporting."tariffs" is 'Tariff. A tariff of a contract.';
comment on column reporting."tariffs"."org_id" is 'Organisation';
comment on column reporting."tariffs"."id" is 'ID';
comment on column reporting."tariffs"."kid" is 'Kunde';
comment on column reporting."tariffs"."vid" is 'Vertrag';
comment on column reporting."tariffs"."ranking" is 'Reihenfolge';
comment on column reporting."tariffs"."name" is 'Tarif';
comment on column reporting."tariffs"."tarif_id" is 'Tarif-ID';
comment on column reporting."tariffs"."insert_datum" is 'Angelegt am';
comment on column reporting."tariffs"."edit_datum" is 'Geändert am';

create view reporting."damages" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."vid" as "vid",
  t."art" as "art",
  t."nummer" as "nummer",
  t."nummer_intern" as "nummer_intern",
  t."anschrift_strasse" as "anschrift_strasse",
  t."anschrift_plz" as "anschrift_plz",
  t."anschrift_ort" as "anschrift_ort",
  t."datum_schaden" as "datum_schaden",
  t."datum_meldung_makler" as "datum_meldung_makler",
  t."datum_meldung_gesellschaft" as "datum_meldung_gesellschaft",
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
comment on column reporting."damages"."vid" is 'Gesellschaft (products)';
comment on column reporting."damages"."art" is 'Schadenart';
comment on column reporting."damages"."nummer" is 'Schadennummer';
comment on column reporting."damages"."nummer_intern" is 'Interne Schadennummer';
comment on column reporting."damages"."anschrift_strasse" is 'Schadenort Straße';
comment on column reporting."damages"."anschrift_plz" is 'Schadenort PLZ';
comment on column reporting."damages"."anschrift_ort" is 'Schadenort';
comment on column reporting."damages"."datum_schaden" is 'Schadendatum';
comment on column reporting."damages"."datum_meldung_makler" is 'Meldung an Makler';
comment on column reporting."damages"."datum_meldung_gesellschaft" is 'Meldung an Gesellschaft';
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

create view reporting."documents" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."name" as "name",
  t."extension" as "extension",
  t."size" as "size",
  t."datum" as "datum",
  t."ordner" as "ordner",
  t."vid" as "vid",
  t."schaden" as "schaden",
  t."nr" as "nr",
  t."url" as "url",
  t."dir" as "dir",
  t."aws" as "aws",
  t."kundenportal" as "kundenportal",
  t."is_eml" as "is_eml",
  t."protect" as "protect",
  t."has_error" as "has_error",
  t."ai_status" as "ai_status",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum",
  t.extra::jsonb as "own_fields"
from document t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0;
comment on view reporting."documents" is 'Document. A file with its metadata; the content never changes after the upload.';
comment on column reporting."documents"."org_id" is 'Organisation';
comment on column reporting."documents"."id" is 'ID';
comment on column reporting."documents"."kid" is 'Kontakt (customers, products, users)';
comment on column reporting."documents"."name" is 'Dateiname';
comment on column reporting."documents"."extension" is 'Dateiendung';
comment on column reporting."documents"."size" is 'Größe';
comment on column reporting."documents"."datum" is 'Dokumentdatum';
comment on column reporting."documents"."ordner" is 'Ordner';
comment on column reporting."documents"."vid" is 'Vertrag (contracts)';
comment on column reporting."documents"."schaden" is 'Schaden (damages)';
comment on column reporting."documents"."nr" is 'Nummer';
comment on column reporting."documents"."url" is 'Speicherpfad';
comment on column reporting."documents"."dir" is 'Speicherpräfix';
comment on column reporting."documents"."aws" is 'Objektspeicher';
comment on column reporting."documents"."kundenportal" is 'Im Kundenportal';
comment on column reporting."documents"."is_eml" is 'E-Mail-Datei';
comment on column reporting."documents"."protect" is 'Geschützt';
comment on column reporting."documents"."has_error" is 'Fehlerhaft';
comment on column reporting."documents"."ai_status" is 'Analysestatus';
comment on column reporting."documents"."insert_datum" is 'Angelegt am';
comment on column reporting."documents"."edit_datum" is 'Geändert am';
comment on column reporting."documents"."own_fields" is 'Fields that the organisation added, by their names';

create view reporting."folders" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."name" as "name",
  t."parent_id" as "parent_id",
  t."kid" as "kid",
  t."kundenportal" as "kundenportal",
  t."protect" as "protect",
  t."datum" as "datum",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum"
from document_folder t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int
  and (exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'customers' and t1.del = 0) or exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'products' and t1.del = 0) or exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'users' and t1.del = 0));
comment on view reporting."folders" is 'Folder. A folder of documents; the default folder above all others has no row.';
comment on column reporting."folders"."org_id" is 'Organisation';
comment on column reporting."folders"."id" is 'ID';
comment on column reporting."folders"."name" is 'Name';
comment on column reporting."folders"."parent_id" is 'Übergeordneter Ordner';
comment on column reporting."folders"."kid" is 'Kontakt';
comment on column reporting."folders"."kundenportal" is 'Im Kundenportal';
comment on column reporting."folders"."protect" is 'Geschützt';
comment on column reporting."folders"."datum" is 'Datum';
comment on column reporting."folders"."insert_datum" is 'Angelegt am';
comment on column reporting."folders"."edit_datum" is 'Geändert am';

create view reporting."inbox_documents" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."name" as "name",
  t."extension" as "extension",
  t."size" as "size",
  t."datum" as "datum",
  t."betreff" as "betreff",
  t."absender" as "absender",
  t."kid" as "kid",
  t."vid" as "vid",
  t."schaden" as "schaden",
  t."url" as "url",
  t."dir" as "dir",
  t."aws" as "aws",
  t."state" as "state",
  t."document_id" as "document_id",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum"
from inbox_document t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0;
comment on view reporting."inbox_documents" is 'Inbox document. A submitted document that waits for someone to assign it.';
comment on column reporting."inbox_documents"."org_id" is 'Organisation';
comment on column reporting."inbox_documents"."id" is 'ID';
comment on column reporting."inbox_documents"."name" is 'Dateiname';
comment on column reporting."inbox_documents"."extension" is 'Dateiendung';
comment on column reporting."inbox_documents"."size" is 'Größe';
comment on column reporting."inbox_documents"."datum" is 'Dokumentdatum';
comment on column reporting."inbox_documents"."betreff" is 'Betreff';
comment on column reporting."inbox_documents"."absender" is 'Absender';
comment on column reporting."inbox_documents"."kid" is 'Kontakt (customers, products, users)';
comment on column reporting."inbox_documents"."vid" is 'Vertrag (contracts)';
comment on column reporting."inbox_documents"."schaden" is 'Schaden (damages)';
comment on column reporting."inbox_documents"."url" is 'Speicherpfad';
comment on column reporting."inbox_documents"."dir" is 'Speicherpräfix';
comment on column reporting."inbox_documents"."aws" is 'Objektspeicher';
comment on column reporting."inbox_documents"."state" is 'Zustand';
comment on column reporting."inbox_documents"."document_id" is 'Dokument';
comment on column reporting."inbox_documents"."insert_datum" is 'Angelegt am';
comment on column reporting."inbox_documents"."edit_datum" is 'Geändert am';

create view reporting."activities" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."kategorie" as "kategorie",
  t."titel" as "titel",
  t."start" as "start",
  t."ende" as "ende",
  t."status" as "status",
  t."verantwortlich" as "verantwortlich",
  t."ersteller" as "ersteller",
  t."erledigt_am" as "erledigt_am",
  t."erledigt_kid" as "erledigt_kid",
  t."beschreibung" as "beschreibung",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum",
  t.extra::jsonb as "own_fields"
from activity t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0;
comment on view reporting."activities" is 'Activity. An appointment, task, call, note or e-mail.';
comment on column reporting."activities"."org_id" is 'Organisation';
comment on column reporting."activities"."id" is 'ID';
comment on column reporting."activities"."kid" is 'Kontakt (customers, products, users)';
comment on column reporting."activities"."kategorie" is 'Kategorie';
comment on column reporting."activities"."titel" is 'Titel';
comment on column reporting."activities"."start" is 'Beginn';
comment on column reporting."activities"."ende" is 'Ende';
comment on column reporting."activities"."status" is 'Status';
comment on column reporting."activities"."verantwortlich" is 'Verantwortlich (users)';
comment on column reporting."activities"."ersteller" is 'Ersteller';
comment on column reporting."activities"."erledigt_am" is 'Erledigt am';
comment on column reporting."activities"."erledigt_kid" is 'Erledigt von';
comment on column reporting."activities"."beschreibung" is 'Beschreibung';
comment on column reporting."activities"."insert_datum" is 'Angelegt am';
comment on column reporting."activities"."edit_datum" is 'Geändert am';
comment on column reporting."activities"."own_fields" is 'Fields that the organisation added, by their names';

create view reporting."finances" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."bereich" as "bereich",
  t."ek_art" as "ek_art",
  t."bezeichnung" as "bezeichnung",
  t."betrag" as "betrag",
  t."est" as "est",
  t."zahlweise" as "zahlweise",
  t."beginn" as "beginn",
  t."ende" as "ende",
  t."stkl" as "stkl",
  t."zkf" as "zkf",
  t."gwv" as "gwv",
  t."vwl" as "vwl",
  t."vwl_ag" as "vwl_ag",
  t."fb" as "fb",
  t."re4" as "re4",
  t."bemerkung" as "bemerkung",
  t."draft" as "draft",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum",
  t.extra::jsonb as "own_fields"
from finance_entry t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0;
comment on view reporting."finances" is 'Finance entry. An income, an expense or an asset of a customer.';
comment on column reporting."finances"."org_id" is 'Organisation';
comment on column reporting."finances"."id" is 'ID';
comment on column reporting."finances"."kid" is 'Kunde (customers)';
comment on column reporting."finances"."bereich" is 'Bereich';
comment on column reporting."finances"."ek_art" is 'Art';
comment on column reporting."finances"."bezeichnung" is 'Bezeichnung';
comment on column reporting."finances"."betrag" is 'Betrag';
comment on column reporting."finances"."est" is 'Steueranteil';
comment on column reporting."finances"."zahlweise" is 'Zahlweise';
comment on column reporting."finances"."beginn" is 'Beginn';
comment on column reporting."finances"."ende" is 'Ende';
comment on column reporting."finances"."stkl" is 'Steuerklasse';
comment on column reporting."finances"."zkf" is 'Kinderfreibeträge';
comment on column reporting."finances"."gwv" is 'Geldwerter Vorteil';
comment on column reporting."finances"."vwl" is 'Vermögenswirksame Leistungen';
comment on column reporting."finances"."vwl_ag" is 'VL-Arbeitgeberanteil';
comment on column reporting."finances"."fb" is 'Freibetrag';
comment on column reporting."finances"."re4" is 'Jahresarbeitslohn';
comment on column reporting."finances"."bemerkung" is 'Bemerkung';
comment on column reporting."finances"."draft" is 'Entwurf';
comment on column reporting."finances"."insert_datum" is 'Angelegt am';
comment on column reporting."finances"."edit_datum" is 'Geändert am';
comment on column reporting."finances"."own_fields" is 'Fields that the organisation added, by their names';

create view reporting."goals" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."type" as "type",
  t."subject" as "subject",
  t."priority" as "priority",
  t."end" as "end",
  t."value" as "value",
  t."payment" as "payment",
  t."description" as "description",
  t."draft" as "draft",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum",
  t.extra::jsonb as "own_fields"
from goal t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0;
comment on view reporting."goals" is 'Goal. A savings or life goal of a customer.';
comment on column reporting."goals"."org_id" is 'Organisation';
comment on column reporting."goals"."id" is 'ID';
comment on column reporting."goals"."kid" is 'Kunde (customers)';
comment on column reporting."goals"."type" is 'Art';
comment on column reporting."goals"."subject" is 'Ziel';
comment on column reporting."goals"."priority" is 'Priorität';
comment on column reporting."goals"."end" is 'Zieldatum';
comment on column reporting."goals"."value" is 'Zielbetrag';
comment on column reporting."goals"."payment" is 'Sparrhythmus';
comment on column reporting."goals"."description" is 'Beschreibung';
comment on column reporting."goals"."draft" is 'Entwurf';
comment on column reporting."goals"."insert_datum" is 'Angelegt am';
comment on column reporting."goals"."edit_datum" is 'Geändert am';
comment on column reporting."goals"."own_fields" is 'Fields that the organisation added, by their names';

create view reporting."contact_persons" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."anrede" as "anrede",
  t."vorname" as "vorname",
  t."name" as "name",
  t."position" as "position",
  t."bereich" as "bereich",
  t."email" as "email",
  t."telefon" as "telefon",
  t."mobil" as "mobil",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum",
  t.extra::jsonb as "own_fields"
from contact_person t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0;
comment on view reporting."contact_persons" is 'Contact person. A person to talk to at a product partner.';
comment on column reporting."contact_persons"."org_id" is 'Organisation';
comment on column reporting."contact_persons"."id" is 'ID';
comment on column reporting."contact_persons"."kid" is 'Produktpartner (products)';
comment on column reporting."contact_persons"."anrede" is 'Anrede';
comment on column reporting."contact_persons"."vorname" is 'Vorname';
comment on column reporting."contact_persons"."name" is 'Name';
comment on column reporting."contact_persons"."position" is 'Position';
comment on column reporting."contact_persons"."bereich" is 'Bereich';
comment on column reporting."contact_persons"."email" is 'E-Mail';
comment on column reporting."contact_persons"."telefon" is 'Telefon';
comment on column reporting."contact_persons"."mobil" is 'Mobil';
comment on column reporting."contact_persons"."insert_datum" is 'Angelegt am';
comment on column reporting."contact_persons"."edit_datum" is 'Geändert am';
comment on column reporting."contact_persons"."own_fields" is 'Fields that the organisation added, by their names';

create view reporting."portals" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."art" as "art",
  t."name" as "name",
  t."url" as "url",
  t."user" as "user",
  t."zusatz" as "zusatz",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum",
  t.extra::jsonb as "own_fields"
from portal t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0;
comment on view reporting."portals" is 'Portal. A broker portal of a product partner with its login.';
comment on column reporting."portals"."org_id" is 'Organisation';
comment on column reporting."portals"."id" is 'ID';
comment on column reporting."portals"."kid" is 'Produktpartner (products)';
comment on column reporting."portals"."art" is 'Art';
comment on column reporting."portals"."name" is 'Name';
comment on column reporting."portals"."url" is 'Adresse';
comment on column reporting."portals"."user" is 'Benutzername';
comment on column reporting."portals"."zusatz" is 'Zusatz';
comment on column reporting."portals"."insert_datum" is 'Angelegt am';
comment on column reporting."portals"."edit_datum" is 'Geändert am';
comment on column reporting."portals"."own_fields" is 'Fields that the organisation added, by their names';

create view reporting."system_tags" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."tag" as "tag",
  t."freigabe" as "freigabe",
  t."insert_datum" as "insert_datum",
  t."insert_user_id" as "insert_user_id"
from tag t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0 and (t."freigabe" = 1 or t."kid" = null::int);
comment on view reporting."system_tags" is 'Tag. An entry of the tag catalogue.';
comment on column reporting."system_tags"."org_id" is 'Organisation';
comment on column reporting."system_tags"."id" is 'ID';
comment on column reporting."system_tags"."kid" is 'Ersteller';
comment on column reporting."system_tags"."tag" is 'Tag';
comment on column reporting."system_tags"."freigabe" is 'Freigabe';
comment on column reporting."system_tags"."insert_datum" is 'Angelegt am';
comment on column reporting."system_tags"."insert_user_id" is 'Angelegt von';

create view reporting."comments" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."owner_section" as "owner_section",
  t."owner_id" as "owner_id",
  t."text" as "text",
  t."autor_kid" as "autor_kid",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum"
from comment t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0
  and case t.owner_section
    when 'customers' then exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.section = 'customers' and t1.del = 0)
    when 'products' then exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.section = 'products' and t1.del = 0)
    when 'users' then exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.section = 'users' and t1.del = 0)
    when 'contracts' then exists (select from contract t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'damages' then exists (select from damage t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'documents' then exists (select from document t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'activities' then exists (select from activity t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'finances' then exists (select from finance_entry t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'goals' then exists (select from goal t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'contact-persons' then exists (select from contact_person t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'portals' then exists (select from portal t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0) end;
comment on view reporting."comments" is 'Comment. A remark on a record; without autor_kid the token is its author.';
comment on column reporting."comments"."org_id" is 'Organisation';
comment on column reporting."comments"."id" is 'ID';
comment on column reporting."comments"."owner_section" is 'Datensatzart';
comment on column reporting."comments"."owner_id" is 'Datensatz';
comment on column reporting."comments"."text" is 'Text';
comment on column reporting."comments"."autor_kid" is 'Autor (users)';
comment on column reporting."comments"."insert_datum" is 'Angelegt am';
comment on column reporting."comments"."edit_datum" is 'Geändert am';

create view reporting."followers" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."owner_section" as "owner_section",
  t."owner_id" as "owner_id",
  t."kid_user" as "kid_user",
  t."insert_datum" as "insert_datum"
from follower t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0
  and case t.owner_section
    when 'customers' then exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.section = 'customers' and t1.del = 0)
    when 'products' then exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.section = 'products' and t1.del = 0)
    when 'users' then exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.section = 'users' and t1.del = 0)
    when 'contracts' then exists (select from contract t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'damages' then exists (select from damage t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'documents' then exists (select from document t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'activities' then exists (select from activity t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'finances' then exists (select from finance_entry t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'goals' then exists (select from goal t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'contact-persons' then exists (select from contact_person t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'portals' then exists (select from portal t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0) end;
comment on view reporting."followers" is 'Follower. A user who follows a record.';
comment on column reporting."followers"."org_id" is 'Organisation';
comment on column reporting."followers"."id" is 'ID';
comment on column reporting."followers"."owner_section" is 'Datensatzart';
comment on column reporting."followers"."owner_id" is 'Datensatz';
comment on column reporting."followers"."kid_user" is 'Benutzer (users)';
comment on column reporting."followers"."insert_datum" is 'Angelegt am';

create view reporting."tags" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."owner_section" as "owner_section",
  t."owner_id" as "owner_id",
  t."tag_id" as "tag_id",
  t."insert_datum" as "insert_datum"
from tag_assignment t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0
  and case t.owner_section
    when 'customers' then exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.section = 'customers' and t1.del = 0)
    when 'products' then exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.section = 'products' and t1.del = 0)
    when 'users' then exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.section = 'users' and t1.del = 0)
    when 'contracts' then exists (select from contract t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'damages' then exists (select from damage t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'documents' then exists (select from document t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'activities' then exists (select from activity t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'finances' then exists (select from finance_entry t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'goals' then exists (select from goal t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'contact-persons' then exists (select from contact_person t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'portals' then exists (select from portal t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0) end;
comment on view reporting."tags" is 'Tag assignment. A tag of the catalogue on a record.';
comment on column reporting."tags"."org_id" is 'Organisation';
comment on column reporting."tags"."id" is 'ID';
comment on column reporting."tags"."owner_section" is 'Datensatzart';
comment on column reporting."tags"."owner_id" is 'Datensatz';
comment on column reporting."tags"."tag_id" is 'Tag (system/tags)';
comment on column reporting."tags"."insert_datum" is 'Angelegt am';

create view reporting."links" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."owner_section" as "owner_section",
  t."owner_id" as "owner_id",
  t."foreign_section" as "foreign_section",
  t."foreign_id" as "foreign_id",
  t."insert_datum" as "insert_datum"
from link t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int
  and case t.owner_section
    when 'customers' then exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.section = 'customers' and t1.del = 0)
    when 'products' then exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.section = 'products' and t1.del = 0)
    when 'users' then exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.section = 'users' and t1.del = 0)
    when 'contracts' then exists (select from contract t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'damages' then exists (select from damage t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'documents' then exists (select from document t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'activities' then exists (select from activity t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'finances' then exists (select from finance_entry t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'goals' then exists (select from goal t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'contact-persons' then exists (select from contact_person t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'portals' then exists (select from portal t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0) end;
comment on view reporting."links" is 'Link. An untyped connection between two records; it is seen from both.';
comment on column reporting."links"."org_id" is 'Organisation';
comment on column reporting."links"."id" is 'ID';
comment on column reporting."links"."owner_section" is 'Datensatzart';
comment on column reporting."links"."owner_id" is 'Datensatz';
comment on column reporting."links"."foreign_section" is 'Verknüpfte Datensatzart';
comment on column reporting."links"."foreign_id" is 'Verknüpfter Datensatz';
comment on column reporting."links"."insert_datum" is 'Angelegt am';

create view reporting."relations" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."kid_beziehung" as "kid_beziehung",
  t."beziehung" as "beziehung"
from relation t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int
  and exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'customers' and t1.del = 0);
comment on view reporting."relations" is 'Relation. What another customer is to this one.';
comment on column reporting."relations"."org_id" is 'Organisation';
comment on column reporting."relations"."id" is 'ID';
comment on column reporting."relations"."kid" is 'Kunde';
comment on column reporting."relations"."kid_beziehung" is 'Bezugsperson';
comment on column reporting."relations"."beziehung" is 'Beziehung';

