-- Every list is narrowed and sorted by when its records were made and last changed (rules 4.9, 4.10). How the indexes are
-- made: 0003; of contacts they hold days, which are what is answered.
create index contact_insert_datum on contact (org_id, section, ("insert_datum"::date), id)
  include ("insert_datum")
  where del = 0 and "insert_datum" is not null;
create index contact_edit_datum on contact (org_id, section, ("edit_datum"::date), id)
  include ("edit_datum")
  where del = 0 and "edit_datum" is not null;
create index contract_insert_datum on contract (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null;
create index contract_insert_datum_shown on contract (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null and "archiv" = 0;
create index contract_edit_datum on contract (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null;
create index contract_edit_datum_shown on contract (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null and "archiv" = 0;
create index damage_insert_datum on damage (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null;
create index damage_edit_datum on damage (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null;
create index document_insert_datum on document (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null;
create index document_edit_datum on document (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null;
create index activity_insert_datum on activity (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null;
create index activity_edit_datum on activity (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null;
create index finance_entry_insert_datum on finance_entry (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null;
create index finance_entry_edit_datum on finance_entry (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null;
create index goal_insert_datum on goal (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null;
create index goal_edit_datum on goal (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null;
create index contact_person_insert_datum on contact_person (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null;
create index contact_person_edit_datum on contact_person (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null;
create index portal_insert_datum on portal (org_id, "insert_datum", id)
  where del = 0 and "insert_datum" is not null;
create index portal_edit_datum on portal (org_id, "edit_datum", id)
  where del = 0 and "edit_datum" is not null;
