-- Totals of filters of parts take the deleted customers away.
create index contact_gone on contact (org_id, section, id)
  where del <> 0;
-- Contracts by customer, Sparte and time of change: one index each for lists with and without archived ones.
drop index contract_kid_shown;
drop index contract_sparte_shown;
drop index contract_edit_datum_shown;
drop index contract_kid;
drop index contract_sparte;
drop index contract_edit_datum;
create index contract_kid on contract (org_id, "kid", id)
  include ("sparte", "archiv")
  where del = 0 and "kid" is not null;
create index contract_sparte on contract (org_id, "sparte", id)
  include ("kid", "archiv")
  where del = 0 and "sparte" is not null;
create index contract_edit_datum on contract (org_id, "edit_datum", id)
  include ("archiv")
  where del = 0 and "edit_datum" is not null;
