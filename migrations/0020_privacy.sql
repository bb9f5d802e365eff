-- Privacy: holds, the ledger of erasures, and the indexes of purges (docs/privacy.md).

-- A hold keeps all records of a customer until a day, or until it is lifted.
create table legal_hold (
  org_id int not null,
  kid int not null,
  until date,
  reason text not null,
  token_id bigint,
  user_kid int,
  created_at timestamptz(3) not null,
  primary key (org_id, kid)
);
-- distribute: legal_hold

-- The ledger: who erased which customer and when, without personal data. It is applied again after a restore.
create sequence erasure_id_seq as int;
create table erasure (
  org_id int not null,
  id int not null,
  kid int not null,
  -- running; restricted: a rule keeps some records; done.
  state text not null,
  reason text not null,
  token_id bigint,
  user_kid int,
  created_at timestamptz(3) not null,
  -- The next day on which a record is no longer retained.
  due date,
  done_at timestamptz(3),
  -- Numbers of erased records by section, as JSON.
  counts text not null default '{}',
  -- Other workers leave it alone until then; steps can be repeated.
  leased_until timestamptz(3),
  primary key (org_id, id)
);
-- distribute: erasure
create unique index erasure_open on erasure (org_id, kid)
  where state <> 'done';
create index erasure_queue on erasure (state, due)
  where state <> 'done';

-- Blanks the values of audit entries about records and their parts; author, action and time stay. The log is append-only for the
-- service, which may do this alone.
create function erase_audit_values(organisation int, family text, kind text, records int[])
returns void
language plpgsql security definer set search_path from current
as $$
begin
  update audit_entry a
  set changes = (
    select coalesce(json_object_agg(k.name, '[null,null]'::json), '{}'::json)::text
    from json_object_keys(a.changes::json) k(name))
  where a.org_id = organisation and a.action <> 'erase' and a.changes <> '{}'
    and (a.section = family and a.record_id = any(records) or a.owner_section = kind and a.owner_id = any(records));
end
$$;
revoke execute on function erase_audit_values(int, text, text, int[]) from public;

-- Documents of a deleted contract or damage.
create index document_vid_gone on document (org_id, vid)
  where del <> 0 and vid is not null;
create index document_schaden_gone on document (org_id, schaden)
  where del <> 0 and schaden is not null;
create index inbox_document_of on inbox_document (org_id, document_id)
  where document_id is not null;

-- Deleted rows, the oldest first.
create index contact_deleted on contact (deleted_at)
  where del <> 0;
create index contract_deleted on contract (deleted_at)
  where del <> 0;
create index damage_deleted on damage (deleted_at)
  where del <> 0;
create index document_deleted on document (deleted_at)
  where del <> 0;
create index inbox_document_deleted on inbox_document (deleted_at)
  where del <> 0;
create index activity_deleted on activity (deleted_at)
  where del <> 0;
create index finance_entry_deleted on finance_entry (deleted_at)
  where del <> 0;
create index goal_deleted on goal (deleted_at)
  where del <> 0;
create index contact_person_deleted on contact_person (deleted_at)
  where del <> 0;
create index portal_deleted on portal (deleted_at)
  where del <> 0;
create index tag_deleted on tag (deleted_at)
  where del <> 0;
create index saved_view_deleted on saved_view (deleted_at)
  where del <> 0;
create index address_deleted on address (deleted_at)
  where del <> 0;
create index contact_detail_deleted on contact_detail (deleted_at)
  where del <> 0;
create index bank_account_deleted on bank_account (deleted_at)
  where del <> 0;
create index contact_number_deleted on contact_number (deleted_at)
  where del <> 0;
create index identity_document_deleted on identity_document (deleted_at)
  where del <> 0;
create index job_deleted on job (deleted_at)
  where del <> 0;
create index contract_person_deleted on contract_person (deleted_at)
  where del <> 0;
create index contract_tariff_deleted on contract_tariff (deleted_at)
  where del <> 0;
create index comment_deleted on comment (deleted_at)
  where del <> 0;
create index follower_deleted on follower (deleted_at)
  where del <> 0;
create index tag_assignment_deleted on tag_assignment (deleted_at)
  where del <> 0;
