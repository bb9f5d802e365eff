-- Indexes of pages of the workspace in large organisations.

-- Deadlines of a Sparte by the month and day of the end, or of the beginning where there is no end.
create index contract_anniversary on contract (org_id, sparte, (
    (date_part('month', coalesce(ablauf, beginn)) * 100 + date_part('day', coalesce(ablauf, beginn)))::int
  ), id)
  include (kid, ablauf, beginn, status)
  where del = 0 and archiv = 0;
-- Customers without an adviser.
create index contact_betreuer_empty on contact (org_id, section, id)
  where del = 0 and betreuer is null;
-- Open damages, the oldest first.
create index damage_open on damage (org_id, datum_schaden, id)
  include (kid, draft)
  where del = 0 and datum_erledigt is null;
