-- Rights: exports have scopes of their own (docs/exports.md), and a tag that is private to another user is on no record.

-- Stored roles of advisers and of the office have the new scopes, as the seeded ones; administrators add them to others.
update organisation
set settings = jsonb_set(settings, '{roles,berater,scopes}',
    settings #> '{roles,berater,scopes}' || '["v3:exports:read", "v3:exports:write"]'::jsonb),
  settings_version = settings_version + 1
where jsonb_typeof(settings #> '{roles,berater,scopes}') = 'array';
update organisation
set settings = jsonb_set(settings, '{roles,innendienst,scopes}',
    settings #> '{roles,innendienst,scopes}' || '["v3:exports:read", "v3:exports:write"]'::jsonb),
  settings_version = settings_version + 1
where jsonb_typeof(settings #> '{roles,innendienst,scopes}') = 'array';

-- Existing tokens retain their abilities: each that reads records could export them.
update api_token
set scopes = scopes || array['v3:exports:read', 'v3:exports:write']
where scopes && array['v3:customers:read', 'v3:contracts:read', 'v3:damages:read', 'v3:finances:read', 'v3:goals:read',
  'v3:documents:read', 'v3:activities:read', 'v3:products:read', 'v3:users:read', 'v3:system:read', 'v3:views:read'];

drop view reporting."tags";
create view reporting."tags" with (security_barrier) as select
  t.org_id as "org_id",
  t."id" as "id",
  t."owner_section" as "owner_section",
  t."owner_id" as "owner_id",
  t."tag_id" as "tag_id",
  t."insert_datum" as "insert_datum"
from tag_assignment t
where t.org_id = nullif(current_setting('broker_crm.org', true), '')::int and t.del = 0 and exists (
    select from tag o
    where o.org_id = nullif(current_setting('broker_crm.org', true), '')::int and o.org_id = t.org_id and o.id = t."tag_id"
      and (o."freigabe" = 1 or o."kid" = null::int))
  and case t.owner_section
    when 'customers' then exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.section = 'customers' and t1.del = 0)
    when 'products' then exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.section = 'products' and t1.del = 0)
    when 'users' then exists (select from contact t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.section = 'users' and t1.del = 0)
    when 'contracts' then exists (select from contract t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'damages' then exists (select from damage t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'documents' then exists (select from document t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'activities' then exists (select from activity t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'finances' then exists (select from finance_entry t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'goals' then exists (select from goal t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'contact-persons' then exists (select from contact_person t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0)
    when 'portals' then exists (select from portal t1 where t1.org_id = t.org_id and t1.id = t.owner_id and t1.del = 0) end;
comment on view reporting."tags" is 'Tag assignment. A tag of the catalogue on a record.';
comment on column reporting."tags"."org_id" is 'Organisation';
comment on column reporting."tags"."id" is 'ID';
comment on column reporting."tags"."owner_section" is 'Datensatzart';
comment on column reporting."tags"."owner_id" is 'Datensatz';
comment on column reporting."tags"."tag_id" is 'Tag (system/tags)';
comment on column reporting."tags"."insert_datum" is 'Angelegt am';

