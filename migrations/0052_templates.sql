create sequence text_template_id_seq as int;
create table text_template (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "section" text,
  "name" text,
  "kind" text,
  "subject" text,
  "text" text,
  "freigabe" int,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: text_template
create index text_template_live on text_template (org_id, id)
  where del = 0;
create index text_template_section on text_template (org_id, "section", id)
  where del = 0 and "section" is not null;
create index text_template_kind on text_template (org_id, "kind", id)
  where del = 0 and "kind" is not null;

create view reporting."system_templates" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."section" as "section",
  t."name" as "name",
  t."kind" as "kind",
  t."subject" as "subject",
  t."text" as "text",
  t."freigabe" as "freigabe",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum"
from text_template t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0 and (t."freigabe" = 1 or t."kid" = null::int);
comment on view reporting."system_templates" is 'Template. A text of a mail, a letter or a record of advice, with placeholders for values of a record.';
comment on column reporting."system_templates"."org_id" is 'Organisation';
comment on column reporting."system_templates"."id" is 'ID';
comment on column reporting."system_templates"."kid" is 'Ersteller';
comment on column reporting."system_templates"."section" is 'Datensatzart';
comment on column reporting."system_templates"."name" is 'Name';
comment on column reporting."system_templates"."kind" is 'Art';
comment on column reporting."system_templates"."subject" is 'Betreff';
comment on column reporting."system_templates"."text" is 'Text';
comment on column reporting."system_templates"."freigabe" is 'Freigabe';
comment on column reporting."system_templates"."insert_datum" is 'Angelegt am';
comment on column reporting."system_templates"."edit_datum" is 'Geändert am';

