alter table contact_detail add column "werbung_seit" date;
alter table contact_detail add column "werbung_quelle" text;

drop view reporting."contacts";
create view reporting."contacts" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."kid" as "kid",
  t."art" as "art",
  t."wert" as "wert",
  t."werbung" as "werbung",
  t."werbung_seit" as "werbung_seit",
  t."werbung_quelle" as "werbung_quelle",
  t."insert_datum" as "insert_datum",
  t."edit_datum" as "edit_datum"
from contact_detail t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0
  and (exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'customers' and t1.del = 0) or exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'products' and t1.del = 0) or exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t."kid" and t1.section = 'users' and t1.del = 0));
comment on view reporting."contacts" is 'Contact detail. An e-mail address or telephone number of a contact.';
comment on column reporting."contacts"."org_id" is 'Organisation';
comment on column reporting."contacts"."id" is 'ID';
comment on column reporting."contacts"."kid" is 'Kontakt';
comment on column reporting."contacts"."art" is 'Art';
comment on column reporting."contacts"."wert" is 'Wert';
comment on column reporting."contacts"."werbung" is 'Werbeeinwilligung';
comment on column reporting."contacts"."werbung_seit" is 'Einwilligung seit';
comment on column reporting."contacts"."werbung_quelle" is 'Quelle der Einwilligung';
comment on column reporting."contacts"."insert_datum" is 'Angelegt am';
comment on column reporting."contacts"."edit_datum" is 'Geändert am';


create index contract_beitrag on contract (org_id, "beitrag", id)
  include ("archiv")
  where del = 0 and "beitrag" is not null;
