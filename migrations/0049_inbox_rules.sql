create sequence inbox_rule_id_seq as int;
create table inbox_rule (
  "org_id" int not null,
  "id" int not null,
  "name" text,
  "words" text,
  "status" text,
  "aufgabe" text,
  "tage" int,
  "aktiv" smallint,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: inbox_rule
create index inbox_rule_live on inbox_rule (org_id, id)
  where del = 0;

create view reporting."system_inbox_rules" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."name" as "name",
  t."words" as "words",
  t."status" as "status",
  t."aufgabe" as "aufgabe",
  t."tage" as "tage",
  t."aktiv" as "aktiv",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum"
from inbox_rule t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0;
comment on view reporting."system_inbox_rules" is 'Inbox rule. Effects of a document of the inbox with some words: the status of its contract, and a task.';
comment on column reporting."system_inbox_rules"."org_id" is 'Organisation';
comment on column reporting."system_inbox_rules"."id" is 'ID';
comment on column reporting."system_inbox_rules"."name" is 'Name';
comment on column reporting."system_inbox_rules"."words" is 'Wörter';
comment on column reporting."system_inbox_rules"."status" is 'Status des Vertrags';
comment on column reporting."system_inbox_rules"."aufgabe" is 'Aufgabe';
comment on column reporting."system_inbox_rules"."tage" is 'Tage bis zur Fälligkeit';
comment on column reporting."system_inbox_rules"."aktiv" is 'Aktiv';
comment on column reporting."system_inbox_rules"."insert_datum" is 'Angelegt am';
comment on column reporting."system_inbox_rules"."edit_datum" is 'Geändert am';

