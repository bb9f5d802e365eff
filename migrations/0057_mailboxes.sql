-- Mailboxes of organisations (rules 16.27), and the mails that were fetched from them: hashes of their Message-IDs.
create sequence mailbox_id_seq as int;
create table mailbox (
  org_id int not null,
  id int not null,
  name text not null,
  host text not null,
  port int not null,
  tls text not null check (tls in ('tls', 'starttls', 'none')),
  username text not null,
  password text,
  folder text not null,
  active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  uid_validity text,
  last_uid bigint not null default 0,
  fetched_at timestamptz(3),
  failing_since timestamptz(3),
  failure text,
  said text,
  tries int not null default 0,
  next_at timestamptz(3) not null default now(),
  leased_until timestamptz(3),
  primary key (org_id, id)
);
-- distribute: mailbox
create index mailbox_due on mailbox (next_at) where active;
create table mailbox_mail (
  org_id int not null,
  mailbox_id int not null,
  key text not null,
  fetched_at timestamptz(3) not null,
  primary key (org_id, mailbox_id, key)
);
-- distribute: mailbox_mail
-- By its Message-ID an answer finds the message that it answers.
alter table message add column message_id text;
create index message_message_id on message (org_id, message_id) where message_id is not null;
alter table inbox_document add column "antwort_auf" text;

drop view reporting."inbox_documents";
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
  t."antwort_auf" as "antwort_auf",
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
comment on column reporting."inbox_documents"."antwort_auf" is 'Antwort auf';
comment on column reporting."inbox_documents"."document_id" is 'Dokument';
comment on column reporting."inbox_documents"."insert_datum" is 'Angelegt am';
comment on column reporting."inbox_documents"."edit_datum" is 'Geändert am';

