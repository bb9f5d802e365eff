create sequence saved_view_id_seq as int;
create table saved_view (
  "org_id" int not null,
  "id" int not null,
  "kid" int,
  "section" text,
  "name" text,
  "query" text,
  "widths" text,
  "art" int,
  "freigabe" int,
  "insert_datum" timestamp(0),
  "edit_datum" timestamp(0),
  "del" smallint not null default 0,
  "deleted_at" timestamp(0),
  "printed" text not null,
  primary key (org_id, id)
);
-- distribute: saved_view
create index saved_view_live on saved_view (org_id, id)
  where del = 0;
create index saved_view_section on saved_view (org_id, "section", id)
  where del = 0 and "section" is not null;

create view reporting."system_views" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."section" as "section",
  t."name" as "name",
  t."query" as "query",
  t."widths" as "widths",
  t."art" as "art",
  t."freigabe" as "freigabe",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum"
from saved_view t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0 and (t."freigabe" = 1 or t."kid" = null::int);
comment on view reporting."system_views" is 'View. A saved view of a list: its filters, order and columns.';
comment on column reporting."system_views"."org_id" is 'Organisation';
comment on column reporting."system_views"."id" is 'ID';
comment on column reporting."system_views"."kid" is 'Ersteller';
comment on column reporting."system_views"."section" is 'Datensatzart';
comment on column reporting."system_views"."name" is 'Name';
comment on column reporting."system_views"."query" is 'Abfrage';
comment on column reporting."system_views"."widths" is 'Spaltenbreiten';
comment on column reporting."system_views"."art" is 'Art';
comment on column reporting."system_views"."freigabe" is 'Freigabe';
comment on column reporting."system_views"."insert_datum" is 'Angelegt am';
comment on column reporting."system_views"."edit_datum" is 'Geändert am';

