-- Filters and orders by names, birthdays, periods and the like (rules 4.9, 4.10). Texts are indexed in the normal form in which
-- they are compared (src/model/folds.ts): one rule on every server, whatever its locale. `contact_user_email` serves the
-- filter by a user's e-mail address.
drop index contact_email;
drop index contact_kategorie;
drop index contact_rolle;
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
create index document_name on document (org_id, (lower("name" collate "und-x-icu") collate "C"), id)
  include ("name")
  where del = 0 and "name" is not null;
create index document_datum on document (org_id, "datum", id)
  where del = 0 and "datum" is not null;
create index document_kundenportal on document (org_id, "kundenportal", id)
  where del = 0 and "kundenportal" is not null;
create index activity_start on activity (org_id, "start", id)
  where del = 0 and "start" is not null;
create index activity_ende on activity (org_id, "ende", id)
  where del = 0 and "ende" is not null;
create index contact_person_name on contact_person (org_id, (lower("name" collate "und-x-icu") collate "C"), id)
  include ("name")
  where del = 0 and "name" is not null;
create index contact_person_email on contact_person (org_id, (lower("email" collate "und-x-icu") collate "C"), id)
  include ("email")
  where del = 0 and "email" is not null;
