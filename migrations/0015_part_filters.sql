-- Indexes of the filters of parts, which narrow the lists of the records above too (addresses.plz, contacts.werbung, tags.tag_id).
drop index tag_assignment_tag_id;
create index address_plz on address (org_id, (lower("plz" collate "und-x-icu") collate "C"), id)
  include ("plz", "kid")
  where del = 0 and "plz" is not null;
create index address_ort on address (org_id, (lower("ort" collate "und-x-icu") collate "C"), id)
  include ("ort", "kid")
  where del = 0 and "ort" is not null;
create index contact_detail_werbung on contact_detail (org_id, "werbung", id)
  include ("kid")
  where del = 0 and "werbung" is not null;
create index tag_assignment_tag_id on tag_assignment (org_id, "tag_id", id)
  include ("owner_section", "owner_id")
  where del = 0 and "tag_id" is not null;
