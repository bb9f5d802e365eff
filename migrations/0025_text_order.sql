-- Texts in the order of DIN 5007-1: the indexes of folded texts with the order of ICU instead of code points.
drop index contact_name;
drop index contact_vorname;
drop index contact_kurzname;
drop index contact_kategorie;
drop index contact_rolle;
drop index contract_nummer;
drop index contract_gesellschaft;
drop index contract_status;
drop index contact_person_name;
drop index contact_person_email;
drop index document_name;
drop index address_plz;
drop index address_ort;
create index contact_name on contact (org_id, section, (lower("name" collate "und-x-icu")), id)
  include ("name")
  where del = 0 and "name" is not null;
create index contact_vorname on contact (org_id, section, (lower("vorname" collate "und-x-icu")), id)
  include ("vorname")
  where del = 0 and "vorname" is not null;
create index contact_kurzname on contact (org_id, section, (lower("kurzname" collate "und-x-icu")), id)
  include ("kurzname")
  where del = 0 and "kurzname" is not null;
create index contact_kategorie on contact (org_id, section, (lower("kategorie" collate "und-x-icu")), id)
  include ("kategorie")
  where del = 0 and "kategorie" is not null;
create index contact_rolle on contact (org_id, section, (lower("rolle" collate "und-x-icu")), id)
  include ("rolle")
  where del = 0 and "rolle" is not null;
create index contract_nummer on contract (org_id, (regexp_replace(lower("nummer" collate "und-x-icu"), '[^[:alnum:]]+', '', 'g')), id)
  include ("nummer", "archiv")
  where del = 0 and "nummer" is not null;
create index contract_gesellschaft on contract (org_id, (lower("gesellschaft" collate "und-x-icu")), id)
  include ("gesellschaft", "archiv")
  where del = 0 and "gesellschaft" is not null;
create index contract_status on contract (org_id, (lower("status" collate "und-x-icu")), id)
  include ("status", "archiv")
  where del = 0 and "status" is not null;
create index contact_person_name on contact_person (org_id, (lower("name" collate "und-x-icu")), id)
  include ("name")
  where del = 0 and "name" is not null;
create index contact_person_email on contact_person (org_id, (lower("email" collate "und-x-icu")), id)
  include ("email")
  where del = 0 and "email" is not null;
create index document_name on document (org_id, (lower("name" collate "und-x-icu")), id)
  include ("name")
  where del = 0 and "name" is not null;
create index address_plz on address (org_id, (lower("plz" collate "und-x-icu")), id)
  include ("plz", "kid")
  where del = 0 and "plz" is not null;
create index address_ort on address (org_id, (lower("ort" collate "und-x-icu")), id)
  include ("ort", "kid")
  where del = 0 and "ort" is not null;
