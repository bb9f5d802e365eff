-- A merge of customers finds its rows by these, deleted rows included, and never reads a whole table.
create index address_kid_gone on address (org_id, "kid") where del <> 0;
create index contact_detail_kid_gone on contact_detail (org_id, "kid") where del <> 0;
create index bank_account_kid_gone on bank_account (org_id, "kid") where del <> 0;
create index contact_number_kid_gone on contact_number (org_id, "kid") where del <> 0;
create index identity_document_kid_gone on identity_document (org_id, "kid") where del <> 0;
create index job_kid_gone on job (org_id, "kid") where del <> 0;
create index contract_kid_gone on contract (org_id, "kid") where del <> 0;
create index contract_person_kid on contract_person (org_id, "kid") where del = 0;
create index contract_person_kid_gone on contract_person (org_id, "kid") where del <> 0;
create index contract_person_pid on contract_person (org_id, "pid") where del = 0;
create index contract_person_pid_gone on contract_person (org_id, "pid") where del <> 0;
create index contract_tariff_kid on contract_tariff (org_id, "kid") where del = 0;
create index contract_tariff_kid_gone on contract_tariff (org_id, "kid") where del <> 0;
create index damage_kid_gone on damage (org_id, "kid") where del <> 0;
create index document_kid_gone on document (org_id, "kid") where del <> 0;
create index inbox_document_kid on inbox_document (org_id, "kid") where del = 0;
create index inbox_document_kid_gone on inbox_document (org_id, "kid") where del <> 0;
create index activity_kid_gone on activity (org_id, "kid") where del <> 0;
create index finance_entry_kid_gone on finance_entry (org_id, "kid") where del <> 0;
create index goal_kid_gone on goal (org_id, "kid") where del <> 0;
create index comment_parent_gone on comment (org_id, owner_section, owner_id) where del <> 0;
create index follower_parent_gone on follower (org_id, owner_section, owner_id) where del <> 0;
create index tag_assignment_parent_gone on tag_assignment (org_id, owner_section, owner_id) where del <> 0;

-- Search entries are found by their record alone, so that a record that changes its contact keeps its entry: a merge of
-- 10,000 records wrote each entry, and with it two GIN indexes, for this column.
drop index search_entry_kid;
alter table search_entry drop column kid;
