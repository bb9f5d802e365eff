-- Made by `npm run generate` from the declarations; parameter 1 is always the organisation.

-- GET /v3/customers
select (
  select count(*)::int
  from contact t
  where t.org_id = $1 and t.section = 'customers' and t.del = 0) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from contact t
    where t.org_id = $1 and t.section = 'customers' and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/customers/{id}
select t.id, t.printed as doc
from contact t
where t.org_id = $1 and t.section = 'customers' and t.del = 0
  and t.id = $2;

-- GET /v3/products
select (
  select count(*)::int
  from contact t
  where t.org_id = $1 and t.section = 'products' and t.del = 0) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from contact t
    where t.org_id = $1 and t.section = 'products' and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/products/{id}
select t.id, t.printed as doc
from contact t
where t.org_id = $1 and t.section = 'products' and t.del = 0
  and t.id = $2;

-- GET /v3/users
select (
  select count(*)::int
  from contact t
  where t.org_id = $1 and t.section = 'users' and t.del = 0) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from contact t
    where t.org_id = $1 and t.section = 'users' and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/users/{id}
select t.id, t.printed as doc
from contact t
where t.org_id = $1 and t.section = 'users' and t.del = 0
  and t.id = $2;

-- GET /v3/customers/{kid}/addresses
select (
  select count(*)::int
  from address t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from address t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/addresses/{id}
select t.id, t.printed as doc
from address t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/addresses
select (
  select count(*)::int
  from address t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from address t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/addresses/{id}
select t.id, t.printed as doc
from address t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/addresses
select (
  select count(*)::int
  from address t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from address t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/addresses/{id}
select t.id, t.printed as doc
from address t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/customers/{kid}/contacts
select (
  select count(*)::int
  from contact_detail t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from contact_detail t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/contacts/{id}
select t.id, t.printed as doc
from contact_detail t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/contacts
select (
  select count(*)::int
  from contact_detail t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from contact_detail t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/contacts/{id}
select t.id, t.printed as doc
from contact_detail t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/contacts
select (
  select count(*)::int
  from contact_detail t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from contact_detail t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/contacts/{id}
select t.id, t.printed as doc
from contact_detail t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/customers/{kid}/banking
select (
  select count(*)::int
  from bank_account t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from bank_account t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/banking/{id}
select t.id, t.printed as doc
from bank_account t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/banking
select (
  select count(*)::int
  from bank_account t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from bank_account t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/banking/{id}
select t.id, t.printed as doc
from bank_account t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/banking
select (
  select count(*)::int
  from bank_account t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from bank_account t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/banking/{id}
select t.id, t.printed as doc
from bank_account t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/customers/{kid}/numbers
select (
  select count(*)::int
  from contact_number t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from contact_number t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/numbers/{id}
select t.id, t.printed as doc
from contact_number t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/numbers
select (
  select count(*)::int
  from contact_number t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from contact_number t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/numbers/{id}
select t.id, t.printed as doc
from contact_number t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/numbers
select (
  select count(*)::int
  from contact_number t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from contact_number t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/numbers/{id}
select t.id, t.printed as doc
from contact_number t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/customers/{kid}/identity
select (
  select count(*)::int
  from identity_document t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from identity_document t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/identity/{id}
select t.id, t.printed as doc
from identity_document t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/users/{kid}/identity
select (
  select count(*)::int
  from identity_document t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from identity_document t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/identity/{id}
select t.id, t.printed as doc
from identity_document t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/customers/{kid}/jobs
select (
  select count(*)::int
  from job t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from job t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/jobs/{id}
select t.id, t.printed as doc
from job t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/users/{kid}/jobs
select (
  select count(*)::int
  from job t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from job t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/jobs/{id}
select t.id, t.printed as doc
from job t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/contracts
select (
  select count(*)::int
  from contract t
  where t.org_id = $1 and t.del = 0
    and t."archiv" = 0) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from contract t
    where t.org_id = $1 and t.del = 0
      and t."archiv" = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/contracts/{id}
select t.id, t.printed as doc
from contract t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/customers/{kid}/contracts
select (
  select count(*)::int
  from contract t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2
    and t."archiv" = 0) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from contract t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
      and t."archiv" = 0
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/contracts/{id}
select t.id, t.printed as doc
from contract t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/contracts/{id}/persons
select (
  select count(*)::int
  from contract_person t
  where t.org_id = $1 and t.del = 0
    and t."vid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from contract_person t
    where t.org_id = $1 and t.del = 0
      and t."vid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contract o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contracts/{id}/persons/{id}
select t.id, t.printed as doc
from contract_person t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."vid" = $3
  and exists (
  select 1
  from contract o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/contracts/{id}/tariffs
select (
  select count(*)::int
  from contract_tariff t
  where t.org_id = $1 and t.del = 0
    and t."vid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from contract_tariff t
    where t.org_id = $1 and t.del = 0
      and t."vid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contract o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contracts/{id}/tariffs/{id}
select t.id, t.printed as doc
from contract_tariff t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."vid" = $3
  and exists (
  select 1
  from contract o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/damages
select (
  select count(*)::int
  from damage t
  where t.org_id = $1 and t.del = 0) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from damage t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/damages/{id}
select t.id, t.printed as doc
from damage t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/customers/{kid}/damages
select (
  select count(*)::int
  from damage t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from damage t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/damages/{id}
select t.id, t.printed as doc
from damage t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/documents
select (
  select count(*)::int
  from document t
  where t.org_id = $1 and t.del = 0) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from document t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/documents/{id}
select t.id, t.printed as doc
from document t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/customers/{kid}/documents
select (
  select count(*)::int
  from document t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from document t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/documents/{id}
select t.id, t.printed as doc
from document t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/documents
select (
  select count(*)::int
  from document t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from document t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/documents/{id}
select t.id, t.printed as doc
from document t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/documents
select (
  select count(*)::int
  from document t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from document t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/documents/{id}
select t.id, t.printed as doc
from document t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/contracts/{id}/documents
select (
  select count(*)::int
  from document t
  where t.org_id = $1 and t.del = 0
    and t."vid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from document t
    where t.org_id = $1 and t.del = 0
      and t."vid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contract o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contracts/{id}/documents/{id}
select t.id, t.printed as doc
from document t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."vid" = $3
  and exists (
  select 1
  from contract o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/damages/{id}/documents
select (
  select count(*)::int
  from document t
  where t.org_id = $1 and t.del = 0
    and t."schaden" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from document t
    where t.org_id = $1 and t.del = 0
      and t."schaden" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from damage o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/damages/{id}/documents/{id}
select t.id, t.printed as doc
from document t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."schaden" = $3
  and exists (
  select 1
  from damage o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/customers/{kid}/documents/folders
select (
  select count(*)::int
  from document_folder t
  where t.org_id = $1
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from document_folder t
    where t.org_id = $1
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/documents/folders/{id}
select t.id, t.printed as doc
from document_folder t
where t.org_id = $1
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/documents/folders
select (
  select count(*)::int
  from document_folder t
  where t.org_id = $1
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from document_folder t
    where t.org_id = $1
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/documents/folders/{id}
select t.id, t.printed as doc
from document_folder t
where t.org_id = $1
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/documents/folders
select (
  select count(*)::int
  from document_folder t
  where t.org_id = $1
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from document_folder t
    where t.org_id = $1
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/documents/folders/{id}
select t.id, t.printed as doc
from document_folder t
where t.org_id = $1
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/inbox/documents
select (
  select count(*)::int
  from inbox_document t
  where t.org_id = $1 and t.del = 0) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from inbox_document t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/inbox/documents/{id}
select t.id, t.printed as doc
from inbox_document t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/activities
select (
  select count(*)::int
  from activity t
  where t.org_id = $1 and t.del = 0) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from activity t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/activities/{id}
select t.id, t.printed as doc
from activity t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/customers/{kid}/activities
select (
  select count(*)::int
  from activity t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from activity t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/activities/{id}
select t.id, t.printed as doc
from activity t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/activities
select (
  select count(*)::int
  from activity t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from activity t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/activities/{id}
select t.id, t.printed as doc
from activity t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/activities
select (
  select count(*)::int
  from activity t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from activity t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/activities/{id}
select t.id, t.printed as doc
from activity t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/finances
select (
  select count(*)::int
  from finance_entry t
  where t.org_id = $1 and t.del = 0) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from finance_entry t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/finances/{id}
select t.id, t.printed as doc
from finance_entry t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/customers/{kid}/finances
select (
  select count(*)::int
  from finance_entry t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from finance_entry t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/finances/{id}
select t.id, t.printed as doc
from finance_entry t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/goals
select (
  select count(*)::int
  from goal t
  where t.org_id = $1 and t.del = 0) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from goal t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/goals/{id}
select t.id, t.printed as doc
from goal t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/customers/{kid}/goals
select (
  select count(*)::int
  from goal t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from goal t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/goals/{id}
select t.id, t.printed as doc
from goal t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/contact-persons
select (
  select count(*)::int
  from contact_person t
  where t.org_id = $1 and t.del = 0) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from contact_person t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/contact-persons/{id}
select t.id, t.printed as doc
from contact_person t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/products/{kid}/contact-persons
select (
  select count(*)::int
  from contact_person t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from contact_person t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/contact-persons/{id}
select t.id, t.printed as doc
from contact_person t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/portals
select (
  select count(*)::int
  from portal t
  where t.org_id = $1 and t.del = 0) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from portal t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/portals/{id}
select t.id, t.printed as doc
from portal t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/products/{kid}/portals
select (
  select count(*)::int
  from portal t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from portal t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/portals/{id}
select t.id, t.printed as doc
from portal t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/system/tags
select (
  select count(*)::int
  from tag t
  where t.org_id = $1 and t.del = 0
    and (t."freigabe" = 1 or t."kid" = $2::int)) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from tag t
    where t.org_id = $1 and t.del = 0
      and (t."freigabe" = 1 or t."kid" = $3::int)
    order by t.id
    limit $4::int offset $5::bigint) i) as items, true as there;

-- GET /v3/system/tags/{id}
select t.id, t.printed as doc
from tag t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and (t."freigabe" = 1 or t."kid" = $3::int);

-- GET /v3/system/views
select (
  select count(*)::int
  from saved_view t
  where t.org_id = $1 and t.del = 0
    and (t."freigabe" = 1 or t."kid" = $2::int)) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from saved_view t
    where t.org_id = $1 and t.del = 0
      and (t."freigabe" = 1 or t."kid" = $3::int)
    order by t.id
    limit $4::int offset $5::bigint) i) as items, true as there;

-- GET /v3/system/views/{id}
select t.id, t.printed as doc
from saved_view t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and (t."freigabe" = 1 or t."kid" = $3::int);

-- GET /v3/system/templates
select (
  select count(*)::int
  from text_template t
  where t.org_id = $1 and t.del = 0
    and (t."freigabe" = 1 or t."kid" = $2::int)) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from text_template t
    where t.org_id = $1 and t.del = 0
      and (t."freigabe" = 1 or t."kid" = $3::int)
    order by t.id
    limit $4::int offset $5::bigint) i) as items, true as there;

-- GET /v3/system/templates/{id}
select t.id, t.printed as doc
from text_template t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and (t."freigabe" = 1 or t."kid" = $3::int);

-- GET /v3/system/inbox-rules
select (
  select count(*)::int
  from inbox_rule t
  where t.org_id = $1 and t.del = 0) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from inbox_rule t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/system/inbox-rules/{id}
select t.id, t.printed as doc
from inbox_rule t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/customers/{kid}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'customers'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
              select coalesce((
                  select json_build_object('token_id', k.id, 'name', k.name)
                  from api_token k
                  where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
                  select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
                  from contact u
                  where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
              from audit_entry e
              where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
              limit 1)))::text, 'null') || '}') as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'customers'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/comments/{id}
select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
          select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
          from contact u
          where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
          select coalesce((
              select json_build_object('token_id', k.id, 'name', k.name)
              from api_token k
              where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
          from audit_entry e
          where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
          limit 1)))::text, 'null') || '}') as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'customers'
  and t."owner_id" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'products'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
              select coalesce((
                  select json_build_object('token_id', k.id, 'name', k.name)
                  from api_token k
                  where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
                  select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
                  from contact u
                  where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
              from audit_entry e
              where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
              limit 1)))::text, 'null') || '}') as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'products'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/comments/{id}
select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
          select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
          from contact u
          where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
          select coalesce((
              select json_build_object('token_id', k.id, 'name', k.name)
              from api_token k
              where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
          from audit_entry e
          where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
          limit 1)))::text, 'null') || '}') as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'products'
  and t."owner_id" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'users'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
              select coalesce((
                  select json_build_object('token_id', k.id, 'name', k.name)
                  from api_token k
                  where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
                  select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
                  from contact u
                  where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
              from audit_entry e
              where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
              limit 1)))::text, 'null') || '}') as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'users'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/comments/{id}
select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
          select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
          from contact u
          where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
          select coalesce((
              select json_build_object('token_id', k.id, 'name', k.name)
              from api_token k
              where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
          from audit_entry e
          where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
          limit 1)))::text, 'null') || '}') as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'users'
  and t."owner_id" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/contracts/{id}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'contracts'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
              select coalesce((
                  select json_build_object('token_id', k.id, 'name', k.name)
                  from api_token k
                  where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
                  select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
                  from contact u
                  where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
              from audit_entry e
              where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
              limit 1)))::text, 'null') || '}') as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'contracts'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contract o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contracts/{id}/comments/{id}
select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
          select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
          from contact u
          where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
          select coalesce((
              select json_build_object('token_id', k.id, 'name', k.name)
              from api_token k
              where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
          from audit_entry e
          where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
          limit 1)))::text, 'null') || '}') as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'contracts'
  and t."owner_id" = $3
  and exists (
  select 1
  from contract o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/damages/{id}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'damages'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
              select coalesce((
                  select json_build_object('token_id', k.id, 'name', k.name)
                  from api_token k
                  where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
                  select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
                  from contact u
                  where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
              from audit_entry e
              where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
              limit 1)))::text, 'null') || '}') as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'damages'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from damage o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/damages/{id}/comments/{id}
select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
          select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
          from contact u
          where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
          select coalesce((
              select json_build_object('token_id', k.id, 'name', k.name)
              from api_token k
              where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
          from audit_entry e
          where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
          limit 1)))::text, 'null') || '}') as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'damages'
  and t."owner_id" = $3
  and exists (
  select 1
  from damage o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/documents/{id}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'documents'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
              select coalesce((
                  select json_build_object('token_id', k.id, 'name', k.name)
                  from api_token k
                  where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
                  select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
                  from contact u
                  where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
              from audit_entry e
              where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
              limit 1)))::text, 'null') || '}') as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'documents'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from document o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/documents/{id}/comments/{id}
select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
          select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
          from contact u
          where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
          select coalesce((
              select json_build_object('token_id', k.id, 'name', k.name)
              from api_token k
              where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
          from audit_entry e
          where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
          limit 1)))::text, 'null') || '}') as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'documents'
  and t."owner_id" = $3
  and exists (
  select 1
  from document o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/activities/{id}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'activities'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
              select coalesce((
                  select json_build_object('token_id', k.id, 'name', k.name)
                  from api_token k
                  where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
                  select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
                  from contact u
                  where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
              from audit_entry e
              where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
              limit 1)))::text, 'null') || '}') as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'activities'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from activity o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/activities/{id}/comments/{id}
select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
          select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
          from contact u
          where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
          select coalesce((
              select json_build_object('token_id', k.id, 'name', k.name)
              from api_token k
              where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
          from audit_entry e
          where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
          limit 1)))::text, 'null') || '}') as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'activities'
  and t."owner_id" = $3
  and exists (
  select 1
  from activity o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/finances/{id}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'finances'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
              select coalesce((
                  select json_build_object('token_id', k.id, 'name', k.name)
                  from api_token k
                  where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
                  select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
                  from contact u
                  where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
              from audit_entry e
              where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
              limit 1)))::text, 'null') || '}') as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'finances'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from finance_entry o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/finances/{id}/comments/{id}
select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
          select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
          from contact u
          where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
          select coalesce((
              select json_build_object('token_id', k.id, 'name', k.name)
              from api_token k
              where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
          from audit_entry e
          where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
          limit 1)))::text, 'null') || '}') as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'finances'
  and t."owner_id" = $3
  and exists (
  select 1
  from finance_entry o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/goals/{id}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'goals'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
              select coalesce((
                  select json_build_object('token_id', k.id, 'name', k.name)
                  from api_token k
                  where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
                  select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
                  from contact u
                  where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
              from audit_entry e
              where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
              limit 1)))::text, 'null') || '}') as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'goals'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from goal o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/goals/{id}/comments/{id}
select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
          select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
          from contact u
          where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
          select coalesce((
              select json_build_object('token_id', k.id, 'name', k.name)
              from api_token k
              where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
          from audit_entry e
          where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
          limit 1)))::text, 'null') || '}') as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'goals'
  and t."owner_id" = $3
  and exists (
  select 1
  from goal o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/contact-persons/{id}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'contact-persons'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
              select coalesce((
                  select json_build_object('token_id', k.id, 'name', k.name)
                  from api_token k
                  where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
                  select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
                  from contact u
                  where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
              from audit_entry e
              where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
              limit 1)))::text, 'null') || '}') as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'contact-persons'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact_person o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contact-persons/{id}/comments/{id}
select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
          select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
          from contact u
          where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
          select coalesce((
              select json_build_object('token_id', k.id, 'name', k.name)
              from api_token k
              where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
          from audit_entry e
          where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
          limit 1)))::text, 'null') || '}') as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'contact-persons'
  and t."owner_id" = $3
  and exists (
  select 1
  from contact_person o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/portals/{id}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'portals'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
              select coalesce((
                  select json_build_object('token_id', k.id, 'name', k.name)
                  from api_token k
                  where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
                  select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
                  from contact u
                  where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
              from audit_entry e
              where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
              limit 1)))::text, 'null') || '}') as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'portals'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from portal o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/portals/{id}/comments/{id}
select t.id, (left(t.printed, -1) || ',"autor":' || coalesce((coalesce((
          select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
          from contact u
          where u.org_id = $1 and u.org_id = t.org_id and u.id = t."autor_kid"), (
          select coalesce((
              select json_build_object('token_id', k.id, 'name', k.name)
              from api_token k
              where k.org_id = $1 and k.org_id = e.org_id and k.id = e.token_id), (
              select json_build_object('kid', u.id, 'name', coalesce(nullif(concat_ws(' ', nullif(u.vorname, ''), nullif(u.name, '')), ''), u.email, ''))
              from contact u
              where u.org_id = $1 and u.org_id = e.org_id and u.id = e."user_kid"))
          from audit_entry e
          where e.org_id = $1 and e.org_id = t.org_id and e.section = 'comments' and e.record_id = t.id and e.action = 'insert'
          limit 1)))::text, 'null') || '}') as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'portals'
  and t."owner_id" = $3
  and exists (
  select 1
  from portal o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/customers/{kid}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'customers'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'customers'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/followers/{id}
select t.id, t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'customers'
  and t."owner_id" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'products'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'products'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/followers/{id}
select t.id, t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'products'
  and t."owner_id" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'users'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'users'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/followers/{id}
select t.id, t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'users'
  and t."owner_id" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/contracts/{id}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'contracts'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'contracts'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contract o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contracts/{id}/followers/{id}
select t.id, t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'contracts'
  and t."owner_id" = $3
  and exists (
  select 1
  from contract o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/damages/{id}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'damages'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'damages'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from damage o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/damages/{id}/followers/{id}
select t.id, t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'damages'
  and t."owner_id" = $3
  and exists (
  select 1
  from damage o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/documents/{id}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'documents'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'documents'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from document o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/documents/{id}/followers/{id}
select t.id, t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'documents'
  and t."owner_id" = $3
  and exists (
  select 1
  from document o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/activities/{id}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'activities'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'activities'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from activity o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/activities/{id}/followers/{id}
select t.id, t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'activities'
  and t."owner_id" = $3
  and exists (
  select 1
  from activity o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/finances/{id}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'finances'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'finances'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from finance_entry o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/finances/{id}/followers/{id}
select t.id, t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'finances'
  and t."owner_id" = $3
  and exists (
  select 1
  from finance_entry o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/goals/{id}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'goals'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'goals'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from goal o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/goals/{id}/followers/{id}
select t.id, t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'goals'
  and t."owner_id" = $3
  and exists (
  select 1
  from goal o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/contact-persons/{id}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'contact-persons'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'contact-persons'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from contact_person o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contact-persons/{id}/followers/{id}
select t.id, t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'contact-persons'
  and t."owner_id" = $3
  and exists (
  select 1
  from contact_person o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/portals/{id}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'portals'
    and t."owner_id" = $2) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'portals'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (
  select 1
  from portal o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/portals/{id}/followers/{id}
select t.id, t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'portals'
  and t."owner_id" = $3
  and exists (
  select 1
  from portal o
  where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/customers/{kid}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'customers'
    and t."owner_id" = $2
    and exists (
    select from tag o
    where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
      and (o."freigabe" = 1 or o."kid" = $3::int))) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'customers'
      and t."owner_id" = $2
      and exists (
      select from tag o
      where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
        and (o."freigabe" = 1 or o."kid" = $4::int))
    order by t.id
    limit $5::int offset $6::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/tags/{id}
select t.id, t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'customers'
  and t."owner_id" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0)
  and exists (
  select from tag o
  where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
    and (o."freigabe" = 1 or o."kid" = $4::int));

-- GET /v3/products/{kid}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'products'
    and t."owner_id" = $2
    and exists (
    select from tag o
    where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
      and (o."freigabe" = 1 or o."kid" = $3::int))) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'products'
      and t."owner_id" = $2
      and exists (
      select from tag o
      where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
        and (o."freigabe" = 1 or o."kid" = $4::int))
    order by t.id
    limit $5::int offset $6::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/tags/{id}
select t.id, t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'products'
  and t."owner_id" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0)
  and exists (
  select from tag o
  where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
    and (o."freigabe" = 1 or o."kid" = $4::int));

-- GET /v3/users/{kid}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'users'
    and t."owner_id" = $2
    and exists (
    select from tag o
    where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
      and (o."freigabe" = 1 or o."kid" = $3::int))) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'users'
      and t."owner_id" = $2
      and exists (
      select from tag o
      where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
        and (o."freigabe" = 1 or o."kid" = $4::int))
    order by t.id
    limit $5::int offset $6::bigint) i) as items, exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/tags/{id}
select t.id, t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'users'
  and t."owner_id" = $3
  and exists (
  select 1
  from contact o
  where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0)
  and exists (
  select from tag o
  where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
    and (o."freigabe" = 1 or o."kid" = $4::int));

-- GET /v3/contracts/{id}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'contracts'
    and t."owner_id" = $2
    and exists (
    select from tag o
    where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
      and (o."freigabe" = 1 or o."kid" = $3::int))) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'contracts'
      and t."owner_id" = $2
      and exists (
      select from tag o
      where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
        and (o."freigabe" = 1 or o."kid" = $4::int))
    order by t.id
    limit $5::int offset $6::bigint) i) as items, exists (
  select 1
  from contract o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contracts/{id}/tags/{id}
select t.id, t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'contracts'
  and t."owner_id" = $3
  and exists (
  select 1
  from contract o
  where o.org_id = $1 and o.id = $3 and o.del = 0)
  and exists (
  select from tag o
  where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
    and (o."freigabe" = 1 or o."kid" = $4::int));

-- GET /v3/damages/{id}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'damages'
    and t."owner_id" = $2
    and exists (
    select from tag o
    where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
      and (o."freigabe" = 1 or o."kid" = $3::int))) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'damages'
      and t."owner_id" = $2
      and exists (
      select from tag o
      where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
        and (o."freigabe" = 1 or o."kid" = $4::int))
    order by t.id
    limit $5::int offset $6::bigint) i) as items, exists (
  select 1
  from damage o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/damages/{id}/tags/{id}
select t.id, t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'damages'
  and t."owner_id" = $3
  and exists (
  select 1
  from damage o
  where o.org_id = $1 and o.id = $3 and o.del = 0)
  and exists (
  select from tag o
  where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
    and (o."freigabe" = 1 or o."kid" = $4::int));

-- GET /v3/documents/{id}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'documents'
    and t."owner_id" = $2
    and exists (
    select from tag o
    where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
      and (o."freigabe" = 1 or o."kid" = $3::int))) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'documents'
      and t."owner_id" = $2
      and exists (
      select from tag o
      where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
        and (o."freigabe" = 1 or o."kid" = $4::int))
    order by t.id
    limit $5::int offset $6::bigint) i) as items, exists (
  select 1
  from document o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/documents/{id}/tags/{id}
select t.id, t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'documents'
  and t."owner_id" = $3
  and exists (
  select 1
  from document o
  where o.org_id = $1 and o.id = $3 and o.del = 0)
  and exists (
  select from tag o
  where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
    and (o."freigabe" = 1 or o."kid" = $4::int));

-- GET /v3/activities/{id}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'activities'
    and t."owner_id" = $2
    and exists (
    select from tag o
    where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
      and (o."freigabe" = 1 or o."kid" = $3::int))) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'activities'
      and t."owner_id" = $2
      and exists (
      select from tag o
      where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
        and (o."freigabe" = 1 or o."kid" = $4::int))
    order by t.id
    limit $5::int offset $6::bigint) i) as items, exists (
  select 1
  from activity o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/activities/{id}/tags/{id}
select t.id, t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'activities'
  and t."owner_id" = $3
  and exists (
  select 1
  from activity o
  where o.org_id = $1 and o.id = $3 and o.del = 0)
  and exists (
  select from tag o
  where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
    and (o."freigabe" = 1 or o."kid" = $4::int));

-- GET /v3/finances/{id}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'finances'
    and t."owner_id" = $2
    and exists (
    select from tag o
    where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
      and (o."freigabe" = 1 or o."kid" = $3::int))) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'finances'
      and t."owner_id" = $2
      and exists (
      select from tag o
      where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
        and (o."freigabe" = 1 or o."kid" = $4::int))
    order by t.id
    limit $5::int offset $6::bigint) i) as items, exists (
  select 1
  from finance_entry o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/finances/{id}/tags/{id}
select t.id, t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'finances'
  and t."owner_id" = $3
  and exists (
  select 1
  from finance_entry o
  where o.org_id = $1 and o.id = $3 and o.del = 0)
  and exists (
  select from tag o
  where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
    and (o."freigabe" = 1 or o."kid" = $4::int));

-- GET /v3/goals/{id}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'goals'
    and t."owner_id" = $2
    and exists (
    select from tag o
    where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
      and (o."freigabe" = 1 or o."kid" = $3::int))) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'goals'
      and t."owner_id" = $2
      and exists (
      select from tag o
      where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
        and (o."freigabe" = 1 or o."kid" = $4::int))
    order by t.id
    limit $5::int offset $6::bigint) i) as items, exists (
  select 1
  from goal o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/goals/{id}/tags/{id}
select t.id, t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'goals'
  and t."owner_id" = $3
  and exists (
  select 1
  from goal o
  where o.org_id = $1 and o.id = $3 and o.del = 0)
  and exists (
  select from tag o
  where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
    and (o."freigabe" = 1 or o."kid" = $4::int));

-- GET /v3/contact-persons/{id}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'contact-persons'
    and t."owner_id" = $2
    and exists (
    select from tag o
    where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
      and (o."freigabe" = 1 or o."kid" = $3::int))) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'contact-persons'
      and t."owner_id" = $2
      and exists (
      select from tag o
      where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
        and (o."freigabe" = 1 or o."kid" = $4::int))
    order by t.id
    limit $5::int offset $6::bigint) i) as items, exists (
  select 1
  from contact_person o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contact-persons/{id}/tags/{id}
select t.id, t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'contact-persons'
  and t."owner_id" = $3
  and exists (
  select 1
  from contact_person o
  where o.org_id = $1 and o.id = $3 and o.del = 0)
  and exists (
  select from tag o
  where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
    and (o."freigabe" = 1 or o."kid" = $4::int));

-- GET /v3/portals/{id}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'portals'
    and t."owner_id" = $2
    and exists (
    select from tag o
    where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
      and (o."freigabe" = 1 or o."kid" = $3::int))) as total, (
  select case when sum(octet_length(i.doc)) > 4194304 then '' else string_agg(i.doc, ',') end
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'portals'
      and t."owner_id" = $2
      and exists (
      select from tag o
      where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
        and (o."freigabe" = 1 or o."kid" = $4::int))
    order by t.id
    limit $5::int offset $6::bigint) i) as items, exists (
  select 1
  from portal o
  where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/portals/{id}/tags/{id}
select t.id, t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'portals'
  and t."owner_id" = $3
  and exists (
  select 1
  from portal o
  where o.org_id = $1 and o.id = $3 and o.del = 0)
  and exists (
  select from tag o
  where o.org_id = $1 and o.org_id = t.org_id and o.id = t."tag_id"
    and (o."freigabe" = 1 or o."kid" = $4::int));

-- insert customers
insert into contact (org_id, section, id, "nummer", "betreuer", "kontakt_art", "anrede", "briefanrede", "name", "vorname", "titel", "namenszusatz", "nation", "geb", "geb_ort", "geb_name", "familienstand", "datum_heirat", "datum_scheidung", "datum_erstkontakt", "kommentar", "insert_datum", "edit_datum", "extra", "printed")
values ($1, 'customers', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24);

-- update customers
update contact
set "nummer" = $2, "betreuer" = $3, "kontakt_art" = $4, "anrede" = $5, "briefanrede" = $6, "name" = $7, "vorname" = $8, "titel" = $9, "namenszusatz" = $10, "nation" = $11, "geb" = $12, "geb_ort" = $13, "geb_name" = $14, "familienstand" = $15, "datum_heirat" = $16, "datum_scheidung" = $17, "datum_erstkontakt" = $18, "kommentar" = $19, "edit_datum" = $20, "extra" = $21, "printed" = $22
where org_id = $1 and id = $23;

-- insert products
insert into contact (org_id, section, id, "nummer", "betreuer", "kontakt_art", "anrede", "briefanrede", "name", "vorname", "titel", "namenszusatz", "nation", "geb", "geb_ort", "geb_name", "familienstand", "datum_heirat", "datum_scheidung", "datum_erstkontakt", "kommentar", "insert_datum", "edit_datum", "kurzname", "kategorie", "vermittlernummer", "website", "notiz", "extra", "printed")
values ($1, 'products', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29);

-- update products
update contact
set "nummer" = $2, "betreuer" = $3, "kontakt_art" = $4, "anrede" = $5, "briefanrede" = $6, "name" = $7, "vorname" = $8, "titel" = $9, "namenszusatz" = $10, "nation" = $11, "geb" = $12, "geb_ort" = $13, "geb_name" = $14, "familienstand" = $15, "datum_heirat" = $16, "datum_scheidung" = $17, "datum_erstkontakt" = $18, "kommentar" = $19, "edit_datum" = $20, "kurzname" = $21, "kategorie" = $22, "vermittlernummer" = $23, "website" = $24, "notiz" = $25, "extra" = $26, "printed" = $27
where org_id = $1 and id = $28;

-- insert users
insert into contact (org_id, section, id, "nummer", "betreuer", "kontakt_art", "anrede", "briefanrede", "name", "vorname", "titel", "namenszusatz", "nation", "geb", "geb_ort", "geb_name", "familienstand", "datum_heirat", "datum_scheidung", "datum_erstkontakt", "kommentar", "insert_datum", "edit_datum", "email", "rolle", "lizenz", "lizenz_typ", "aktiv", "signatur", "vertretung_kid", "vertretung_von", "vertretung_bis", "letzter_login", "extra", "printed")
values ($1, 'users', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34);

-- update users
update contact
set "nummer" = $2, "betreuer" = $3, "kontakt_art" = $4, "anrede" = $5, "briefanrede" = $6, "name" = $7, "vorname" = $8, "titel" = $9, "namenszusatz" = $10, "nation" = $11, "geb" = $12, "geb_ort" = $13, "geb_name" = $14, "familienstand" = $15, "datum_heirat" = $16, "datum_scheidung" = $17, "datum_erstkontakt" = $18, "kommentar" = $19, "edit_datum" = $20, "email" = $21, "rolle" = $22, "lizenz" = $23, "lizenz_typ" = $24, "aktiv" = $25, "signatur" = $26, "vertretung_kid" = $27, "vertretung_von" = $28, "vertretung_bis" = $29, "letzter_login" = $30, "extra" = $31, "printed" = $32
where org_id = $1 and id = $33;

-- insert addresses
insert into address (org_id, id, "kid", "art", "bezeichnung", "adresszusatz", "strasse", "plz", "ort", "bundesland", "insert_datum", "edit_datum", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);

-- update addresses
update address
set "kid" = $2, "art" = $3, "bezeichnung" = $4, "adresszusatz" = $5, "strasse" = $6, "plz" = $7, "ort" = $8, "bundesland" = $9, "edit_datum" = $10, "printed" = $11
where org_id = $1 and id = $12;

-- insert contacts
insert into contact_detail (org_id, id, "kid", "art", "wert", "werbung", "werbung_seit", "werbung_quelle", "insert_datum", "edit_datum", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- update contacts
update contact_detail
set "kid" = $2, "art" = $3, "wert" = $4, "werbung" = $5, "werbung_seit" = $6, "werbung_quelle" = $7, "edit_datum" = $8, "printed" = $9
where org_id = $1 and id = $10;

-- insert banking
insert into bank_account (org_id, id, "kid", "typ", "inhaber", "nummer", "iban", "bic", "institut", "insert_datum", "edit_datum", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);

-- update banking
update bank_account
set "kid" = $2, "typ" = $3, "inhaber" = $4, "nummer" = $5, "iban" = $6, "bic" = $7, "institut" = $8, "edit_datum" = $9, "printed" = $10
where org_id = $1 and id = $11;

-- insert numbers
insert into contact_number (org_id, id, "kid", "art", "wert", "insert_datum", "edit_datum", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8);

-- update numbers
update contact_number
set "kid" = $2, "art" = $3, "wert" = $4, "edit_datum" = $5, "printed" = $6
where org_id = $1 and id = $7;

-- insert identity
insert into identity_document (org_id, id, "kid", "art", "behoerde", "ausgestellt", "gueltig", "insert_datum", "edit_datum", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- update identity
update identity_document
set "kid" = $2, "art" = $3, "behoerde" = $4, "ausgestellt" = $5, "gueltig" = $6, "edit_datum" = $7, "printed" = $8
where org_id = $1 and id = $9;

-- insert jobs
insert into job (org_id, id, "kid", "arbeitgeber", "beruf", "berufsstatus", "datum_eintritt", "datum_austritt", "insert_datum", "edit_datum", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- update jobs
update job
set "kid" = $2, "arbeitgeber" = $3, "beruf" = $4, "berufsstatus" = $5, "datum_eintritt" = $6, "datum_austritt" = $7, "edit_datum" = $8, "printed" = $9
where org_id = $1 and id = $10;

-- insert contracts
insert into contract (org_id, id, "kid", "sparte", "nummer", "gesellschaft", "gesellschaft_kid", "beitrag", "netto", "intervall", "hauptfaelligkeit", "beginn", "ablauf", "beendet_am", "agenturnummer", "kennzeichen", "status", "bemerkung", "gd_abr_firma", "archiv", "insert_datum", "edit_datum", "extra", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24);

-- update contracts
update contract
set "kid" = $2, "sparte" = $3, "nummer" = $4, "gesellschaft" = $5, "gesellschaft_kid" = $6, "beitrag" = $7, "netto" = $8, "intervall" = $9, "hauptfaelligkeit" = $10, "beginn" = $11, "ablauf" = $12, "beendet_am" = $13, "agenturnummer" = $14, "kennzeichen" = $15, "status" = $16, "bemerkung" = $17, "gd_abr_firma" = $18, "archiv" = $19, "edit_datum" = $20, "extra" = $21, "printed" = $22
where org_id = $1 and id = $23;

-- insert persons
insert into contract_person (org_id, id, "kid", "vid", "pid", "art", "person_art", "name", "person_name", "beschreibung", "ranking", "insert_datum", "edit_datum", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);

-- update persons
update contract_person
set "kid" = $2, "vid" = $3, "pid" = $4, "art" = $5, "person_art" = $6, "name" = $7, "person_name" = $8, "beschreibung" = $9, "ranking" = $10, "edit_datum" = $11, "printed" = $12
where org_id = $1 and id = $13;

-- insert tariffs
insert into contract_tariff (org_id, id, "kid", "vid", "ranking", "name", "tarif_id", "insert_datum", "edit_datum", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- update tariffs
update contract_tariff
set "kid" = $2, "vid" = $3, "ranking" = $4, "name" = $5, "tarif_id" = $6, "edit_datum" = $7, "printed" = $8
where org_id = $1 and id = $9;

-- insert damages
insert into damage (org_id, id, "kid", "vertrag", "vid", "gesellschaft", "art", "hergang", "nummer", "nummer_intern", "anschrift_strasse", "anschrift_plz", "anschrift_ort", "datum_schaden", "datum_meldung_makler", "datum_meldung_gesellschaft", "datum_unterlagen", "datum_reguliert", "datum_erledigt", "polizei_dienststelle", "polizei_nummer", "betrag", "reserve", "leistung", "serviceportal", "draft", "insert_datum", "edit_datum", "extra", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30);

-- update damages
update damage
set "kid" = $2, "vertrag" = $3, "vid" = $4, "gesellschaft" = $5, "art" = $6, "hergang" = $7, "nummer" = $8, "nummer_intern" = $9, "anschrift_strasse" = $10, "anschrift_plz" = $11, "anschrift_ort" = $12, "datum_schaden" = $13, "datum_meldung_makler" = $14, "datum_meldung_gesellschaft" = $15, "datum_unterlagen" = $16, "datum_reguliert" = $17, "datum_erledigt" = $18, "polizei_dienststelle" = $19, "polizei_nummer" = $20, "betrag" = $21, "reserve" = $22, "leistung" = $23, "serviceportal" = $24, "draft" = $25, "edit_datum" = $26, "extra" = $27, "printed" = $28
where org_id = $1 and id = $29;

-- insert documents
insert into document (org_id, id, "kid", "name", "extension", "size", "datum", "ordner", "vid", "schaden", "nr", "url", "dir", "aws", "kundenportal", "is_eml", "protect", "has_error", "ai_status", "insert_datum", "edit_datum", "extra", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23);

-- update documents
update document
set "kid" = $2, "name" = $3, "extension" = $4, "size" = $5, "datum" = $6, "ordner" = $7, "vid" = $8, "schaden" = $9, "nr" = $10, "url" = $11, "dir" = $12, "aws" = $13, "kundenportal" = $14, "is_eml" = $15, "protect" = $16, "has_error" = $17, "ai_status" = $18, "edit_datum" = $19, "extra" = $20, "printed" = $21
where org_id = $1 and id = $22;

-- insert folders
insert into document_folder (org_id, id, "name", "parent_id", "kid", "kundenportal", "protect", "datum", "insert_datum", "edit_datum", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- update folders
update document_folder
set "name" = $2, "parent_id" = $3, "kid" = $4, "kundenportal" = $5, "protect" = $6, "datum" = $7, "edit_datum" = $8, "printed" = $9
where org_id = $1 and id = $10;

-- insert inbox/documents
insert into inbox_document (org_id, id, "name", "extension", "size", "datum", "betreff", "absender", "kid", "vid", "schaden", "url", "dir", "aws", "state", "antwort_auf", "document_id", "insert_datum", "edit_datum", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20);

-- update inbox/documents
update inbox_document
set "name" = $2, "extension" = $3, "size" = $4, "datum" = $5, "betreff" = $6, "absender" = $7, "kid" = $8, "vid" = $9, "schaden" = $10, "url" = $11, "dir" = $12, "aws" = $13, "state" = $14, "antwort_auf" = $15, "document_id" = $16, "edit_datum" = $17, "printed" = $18
where org_id = $1 and id = $19;

-- insert activities
insert into activity (org_id, id, "kid", "kategorie", "titel", "start", "ende", "status", "verantwortlich", "ersteller", "erledigt_am", "erledigt_kid", "beschreibung", "insert_datum", "edit_datum", "extra", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);

-- update activities
update activity
set "kid" = $2, "kategorie" = $3, "titel" = $4, "start" = $5, "ende" = $6, "status" = $7, "verantwortlich" = $8, "ersteller" = $9, "erledigt_am" = $10, "erledigt_kid" = $11, "beschreibung" = $12, "edit_datum" = $13, "extra" = $14, "printed" = $15
where org_id = $1 and id = $16;

-- insert finances
insert into finance_entry (org_id, id, "kid", "bereich", "ek_art", "bezeichnung", "betrag", "est", "zahlweise", "beginn", "ende", "stkl", "zkf", "gwv", "vwl", "vwl_ag", "fb", "re4", "bemerkung", "draft", "insert_datum", "edit_datum", "extra", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24);

-- update finances
update finance_entry
set "kid" = $2, "bereich" = $3, "ek_art" = $4, "bezeichnung" = $5, "betrag" = $6, "est" = $7, "zahlweise" = $8, "beginn" = $9, "ende" = $10, "stkl" = $11, "zkf" = $12, "gwv" = $13, "vwl" = $14, "vwl_ag" = $15, "fb" = $16, "re4" = $17, "bemerkung" = $18, "draft" = $19, "edit_datum" = $20, "extra" = $21, "printed" = $22
where org_id = $1 and id = $23;

-- insert goals
insert into goal (org_id, id, "kid", "type", "subject", "priority", "end", "value", "payment", "description", "draft", "insert_datum", "edit_datum", "extra", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15);

-- update goals
update goal
set "kid" = $2, "type" = $3, "subject" = $4, "priority" = $5, "end" = $6, "value" = $7, "payment" = $8, "description" = $9, "draft" = $10, "edit_datum" = $11, "extra" = $12, "printed" = $13
where org_id = $1 and id = $14;

-- insert contact-persons
insert into contact_person (org_id, id, "kid", "anrede", "vorname", "name", "position", "bereich", "email", "telefon", "mobil", "insert_datum", "edit_datum", "extra", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15);

-- update contact-persons
update contact_person
set "kid" = $2, "anrede" = $3, "vorname" = $4, "name" = $5, "position" = $6, "bereich" = $7, "email" = $8, "telefon" = $9, "mobil" = $10, "edit_datum" = $11, "extra" = $12, "printed" = $13
where org_id = $1 and id = $14;

-- insert portals
insert into portal (org_id, id, "kid", "art", "name", "url", "user", "pass", "zusatz", "insert_datum", "edit_datum", "extra", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);

-- update portals
update portal
set "kid" = $2, "art" = $3, "name" = $4, "url" = $5, "user" = $6, "pass" = $7, "zusatz" = $8, "edit_datum" = $9, "extra" = $10, "printed" = $11
where org_id = $1 and id = $12;

-- insert system/tags
insert into tag (org_id, id, "kid", "tag", "freigabe", "insert_datum", "insert_user_id", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8);

-- update system/tags
update tag
set "kid" = $2, "tag" = $3, "freigabe" = $4, "insert_user_id" = $5, "printed" = $6
where org_id = $1 and id = $7;

-- insert system/views
insert into saved_view (org_id, id, "kid", "section", "name", "query", "widths", "art", "freigabe", "insert_datum", "edit_datum", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);

-- update system/views
update saved_view
set "kid" = $2, "section" = $3, "name" = $4, "query" = $5, "widths" = $6, "art" = $7, "freigabe" = $8, "edit_datum" = $9, "printed" = $10
where org_id = $1 and id = $11;

-- insert system/templates
insert into text_template (org_id, id, "kid", "section", "name", "kind", "subject", "text", "freigabe", "insert_datum", "edit_datum", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);

-- update system/templates
update text_template
set "kid" = $2, "section" = $3, "name" = $4, "kind" = $5, "subject" = $6, "text" = $7, "freigabe" = $8, "edit_datum" = $9, "printed" = $10
where org_id = $1 and id = $11;

-- insert system/inbox-rules
insert into inbox_rule (org_id, id, "name", "words", "status", "aufgabe", "tage", "aktiv", "insert_datum", "edit_datum", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- update system/inbox-rules
update inbox_rule
set "name" = $2, "words" = $3, "status" = $4, "aufgabe" = $5, "tage" = $6, "aktiv" = $7, "edit_datum" = $8, "printed" = $9
where org_id = $1 and id = $10;

-- insert comments
insert into comment (org_id, id, "owner_section", "owner_id", "text", "autor_kid", "insert_datum", "edit_datum", "printed")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- update comments
update comment
set "owner_section" = $2, "owner_id" = $3, "text" = $4, "autor_kid" = $5, "edit_datum" = $6, "printed" = $7
where org_id = $1 and id = $8;

-- insert followers
insert into follower (org_id, id, "owner_section", "owner_id", "kid_user", "insert_datum", "printed")
values ($1, $2, $3, $4, $5, $6, $7);

-- update followers
update follower
set "owner_section" = $2, "owner_id" = $3, "kid_user" = $4, "printed" = $5
where org_id = $1 and id = $6;

-- insert tags
insert into tag_assignment (org_id, id, "owner_section", "owner_id", "tag_id", "insert_datum", "printed")
values ($1, $2, $3, $4, $5, $6, $7);

-- update tags
update tag_assignment
set "owner_section" = $2, "owner_id" = $3, "tag_id" = $4, "printed" = $5
where org_id = $1 and id = $6;

-- merge addresses.kid
update address t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", v.id as "kid", t."art" as "art", t."bezeichnung" as "bezeichnung", t."adresszusatz" as "adresszusatz", t."strasse" as "strasse", t."plz" as "plz", t."ort" as "ort", t."bundesland" as "bundesland", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0
returning t.id, t."kid" as parent;

-- merge addresses.kid
update address t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", v.id as "kid", t."art" as "art", t."bezeichnung" as "bezeichnung", t."adresszusatz" as "adresszusatz", t."strasse" as "strasse", t."plz" as "plz", t."ort" as "ort", t."bundesland" as "bundesland", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0
returning t.id, t."kid" as parent;

-- merge contacts.kid
update contact_detail t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", v.id as "kid", t."art" as "art", t."wert" as "wert", t."werbung" as "werbung", t."werbung_seit" as "werbung_seit", t."werbung_quelle" as "werbung_quelle", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0
returning t.id, t."kid" as parent;

-- merge contacts.kid
update contact_detail t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", v.id as "kid", t."art" as "art", t."wert" as "wert", t."werbung" as "werbung", t."werbung_seit" as "werbung_seit", t."werbung_quelle" as "werbung_quelle", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0
returning t.id, t."kid" as parent;

-- merge banking.kid
update bank_account t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", v.id as "kid", t."typ" as "typ", t."inhaber" as "inhaber", t."nummer" as "nummer", t."iban" as "iban", t."bic" as "bic", t."institut" as "institut", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0
returning t.id, t."kid" as parent;

-- merge banking.kid
update bank_account t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", v.id as "kid", t."typ" as "typ", t."inhaber" as "inhaber", t."nummer" as "nummer", t."iban" as "iban", t."bic" as "bic", t."institut" as "institut", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0
returning t.id, t."kid" as parent;

-- merge numbers.kid
update contact_number t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", v.id as "kid", t."art" as "art", t."wert" as "wert", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0
returning t.id, t."kid" as parent;

-- merge numbers.kid
update contact_number t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", v.id as "kid", t."art" as "art", t."wert" as "wert", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0
returning t.id, t."kid" as parent;

-- merge identity.kid
update identity_document t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", v.id as "kid", t."art" as "art", t."behoerde" as "behoerde", t."ausgestellt" as "ausgestellt", t."gueltig" as "gueltig", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0
returning t.id, t."kid" as parent;

-- merge identity.kid
update identity_document t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", v.id as "kid", t."art" as "art", t."behoerde" as "behoerde", t."ausgestellt" as "ausgestellt", t."gueltig" as "gueltig", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0
returning t.id, t."kid" as parent;

-- merge jobs.kid
update job t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", v.id as "kid", t."arbeitgeber" as "arbeitgeber", t."beruf" as "beruf", t."berufsstatus" as "berufsstatus", t."datum_eintritt" as "datum_eintritt", t."datum_austritt" as "datum_austritt", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0
returning t.id, t."kid" as parent;

-- merge jobs.kid
update job t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", v.id as "kid", t."arbeitgeber" as "arbeitgeber", t."beruf" as "beruf", t."berufsstatus" as "berufsstatus", t."datum_eintritt" as "datum_eintritt", t."datum_austritt" as "datum_austritt", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0
returning t.id, t."kid" as parent;

-- merge contracts.kid
update contract t
set "kid" = v.id,
printed = (
  select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end
  from (
    select row_to_json(p)::text as doc, t.extra as extra
    from (
      select t."id" as "id", v.id as "kid", t."sparte" as "sparte", t."nummer" as "nummer", t."nummer" as "vertragsnummer", t."gesellschaft" as "gesellschaft", t."gesellschaft_kid" as "gesellschaft_kid", t."beitrag"::text as "beitrag", t."netto"::text as "netto", t."intervall" as "intervall", t."hauptfaelligkeit" as "hauptfaelligkeit", t."beginn" as "beginn", t."ablauf" as "ablauf", t."beendet_am" as "beendet_am", t."agenturnummer" as "agenturnummer", t."kennzeichen" as "kennzeichen", t."status" as "status", t."bemerkung" as "bemerkung", t."gd_abr_firma" as "gd_abr_firma", t."archiv" as "archiv", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0
returning t.id;

-- merge contracts.kid
update contract t
set "kid" = v.id,
printed = (
  select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end
  from (
    select row_to_json(p)::text as doc, t.extra as extra
    from (
      select t."id" as "id", v.id as "kid", t."sparte" as "sparte", t."nummer" as "nummer", t."nummer" as "vertragsnummer", t."gesellschaft" as "gesellschaft", t."gesellschaft_kid" as "gesellschaft_kid", t."beitrag"::text as "beitrag", t."netto"::text as "netto", t."intervall" as "intervall", t."hauptfaelligkeit" as "hauptfaelligkeit", t."beginn" as "beginn", t."ablauf" as "ablauf", t."beendet_am" as "beendet_am", t."agenturnummer" as "agenturnummer", t."kennzeichen" as "kennzeichen", t."status" as "status", t."bemerkung" as "bemerkung", t."gd_abr_firma" as "gd_abr_firma", t."archiv" as "archiv", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0
returning t.id;

-- merge persons.kid
update contract_person t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", v.id as "kid", t."vid" as "vid", t."pid" as "pid", t."art" as "art", t."person_art" as "person_art", t."name" as "name", t."person_name" as "person_name", t."beschreibung" as "beschreibung", t."ranking" as "ranking", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0
returning t.id, t."vid" as parent;

-- merge persons.kid
update contract_person t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", v.id as "kid", t."vid" as "vid", t."pid" as "pid", t."art" as "art", t."person_art" as "person_art", t."name" as "name", t."person_name" as "person_name", t."beschreibung" as "beschreibung", t."ranking" as "ranking", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0
returning t.id, t."vid" as parent;

-- merge persons.pid
update contract_person t
set "pid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", t."kid" as "kid", t."vid" as "vid", v.id as "pid", t."art" as "art", t."person_art" as "person_art", t."name" as "name", t."person_name" as "person_name", t."beschreibung" as "beschreibung", t."ranking" as "ranking", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."pid" = $3::int and t.del = 0
returning t.id, t."vid" as parent;

-- merge persons.pid
update contract_person t
set "pid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", t."kid" as "kid", t."vid" as "vid", v.id as "pid", t."art" as "art", t."person_art" as "person_art", t."name" as "name", t."person_name" as "person_name", t."beschreibung" as "beschreibung", t."ranking" as "ranking", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."pid" = $3::int and t.del <> 0
returning t.id, t."vid" as parent;

-- merge tariffs.kid
update contract_tariff t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", v.id as "kid", t."vid" as "vid", t."ranking" as "ranking", t."name" as "name", t."tarif_id" as "tarif_id", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0
returning t.id, t."vid" as parent;

-- merge tariffs.kid
update contract_tariff t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", v.id as "kid", t."vid" as "vid", t."ranking" as "ranking", t."name" as "name", t."tarif_id" as "tarif_id", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0
returning t.id, t."vid" as parent;

-- merge damages.kid
update damage t
set "kid" = v.id,
printed = (
  select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end
  from (
    select row_to_json(p)::text as doc, t.extra as extra
    from (
      select t."id" as "id", v.id as "kid", t."vertrag" as "vertrag", t."vid" as "vid", t."gesellschaft" as "gesellschaft", t."art" as "art", t."hergang" as "hergang", t."nummer" as "nummer", t."nummer_intern" as "nummer_intern", t."anschrift_strasse" as "anschrift_strasse", t."anschrift_plz" as "anschrift_plz", t."anschrift_ort" as "anschrift_ort", t."datum_schaden" as "datum_schaden", t."datum_meldung_makler" as "datum_meldung_makler", t."datum_meldung_gesellschaft" as "datum_meldung_gesellschaft", t."datum_unterlagen" as "datum_unterlagen", t."datum_reguliert" as "datum_reguliert", t."datum_erledigt" as "datum_erledigt", t."polizei_dienststelle" as "polizei_dienststelle", t."polizei_nummer" as "polizei_nummer", t."betrag"::text as "betrag", t."reserve"::text as "reserve", t."leistung"::text as "leistung", t."serviceportal" as "serviceportal", t."draft" as "draft", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0
returning t.id;

-- merge damages.kid
update damage t
set "kid" = v.id,
printed = (
  select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end
  from (
    select row_to_json(p)::text as doc, t.extra as extra
    from (
      select t."id" as "id", v.id as "kid", t."vertrag" as "vertrag", t."vid" as "vid", t."gesellschaft" as "gesellschaft", t."art" as "art", t."hergang" as "hergang", t."nummer" as "nummer", t."nummer_intern" as "nummer_intern", t."anschrift_strasse" as "anschrift_strasse", t."anschrift_plz" as "anschrift_plz", t."anschrift_ort" as "anschrift_ort", t."datum_schaden" as "datum_schaden", t."datum_meldung_makler" as "datum_meldung_makler", t."datum_meldung_gesellschaft" as "datum_meldung_gesellschaft", t."datum_unterlagen" as "datum_unterlagen", t."datum_reguliert" as "datum_reguliert", t."datum_erledigt" as "datum_erledigt", t."polizei_dienststelle" as "polizei_dienststelle", t."polizei_nummer" as "polizei_nummer", t."betrag"::text as "betrag", t."reserve"::text as "reserve", t."leistung"::text as "leistung", t."serviceportal" as "serviceportal", t."draft" as "draft", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0
returning t.id;

-- merge documents.kid
update document t
set "kid" = v.id,
printed = (
  select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end
  from (
    select row_to_json(p)::text as doc, t.extra as extra
    from (
      select t."id" as "id", v.id as "kid", t."name" as "name", t."extension" as "extension", t."size" as "size", t."datum" as "datum", t."ordner" as "ordner", t."vid" as "vid", t."schaden" as "schaden", t."nr" as "nr", t."url" as "url", t."dir" as "dir", t."aws" as "aws", t."kundenportal" as "kundenportal", t."is_eml" as "is_eml", t."protect" as "protect", t."has_error" as "has_error", t."ai_status" as "ai_status", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0
returning t.id;

-- merge documents.kid
update document t
set "kid" = v.id,
printed = (
  select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end
  from (
    select row_to_json(p)::text as doc, t.extra as extra
    from (
      select t."id" as "id", v.id as "kid", t."name" as "name", t."extension" as "extension", t."size" as "size", t."datum" as "datum", t."ordner" as "ordner", t."vid" as "vid", t."schaden" as "schaden", t."nr" as "nr", t."url" as "url", t."dir" as "dir", t."aws" as "aws", t."kundenportal" as "kundenportal", t."is_eml" as "is_eml", t."protect" as "protect", t."has_error" as "has_error", t."ai_status" as "ai_status", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0
returning t.id;

-- merge folders.kid
update document_folder t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", t."name" as "name", t."parent_id" as "parent_id", v.id as "kid", t."kundenportal" as "kundenportal", t."protect" as "protect", t."datum" as "datum", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int
returning t.id, t."kid" as parent;

-- merge inbox/documents.kid
update inbox_document t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", t."name" as "name", t."extension" as "extension", t."size" as "size", t."datum" as "datum", t."betreff" as "betreff", t."absender" as "absender", v.id as "kid", t."vid" as "vid", t."schaden" as "schaden", t."url" as "url", t."dir" as "dir", t."aws" as "aws", t."state" as "state", t."antwort_auf" as "antwort_auf", t."document_id" as "document_id", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0
returning t.id;

-- merge inbox/documents.kid
update inbox_document t
set "kid" = v.id,
printed = (
  select row_to_json(p)::text
  from (
    select t."id" as "id", t."name" as "name", t."extension" as "extension", t."size" as "size", t."datum" as "datum", t."betreff" as "betreff", t."absender" as "absender", v.id as "kid", t."vid" as "vid", t."schaden" as "schaden", t."url" as "url", t."dir" as "dir", t."aws" as "aws", t."state" as "state", t."antwort_auf" as "antwort_auf", t."document_id" as "document_id", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0
returning t.id;

-- merge activities.kid
update activity t
set "kid" = v.id,
printed = (
  select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end
  from (
    select row_to_json(p)::text as doc, t.extra as extra
    from (
      select t."id" as "id", v.id as "kid", t."kategorie" as "kategorie", t."titel" as "titel", to_char(t."start", 'YYYY-MM-DD HH24:MI:SS') as "start", to_char(t."ende", 'YYYY-MM-DD HH24:MI:SS') as "ende", t."status" as "status", t."verantwortlich" as "verantwortlich", t."ersteller" as "ersteller", to_char(t."erledigt_am", 'YYYY-MM-DD HH24:MI:SS') as "erledigt_am", t."erledigt_kid" as "erledigt_kid", t."beschreibung" as "beschreibung", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0
returning t.id;

-- merge activities.kid
update activity t
set "kid" = v.id,
printed = (
  select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end
  from (
    select row_to_json(p)::text as doc, t.extra as extra
    from (
      select t."id" as "id", v.id as "kid", t."kategorie" as "kategorie", t."titel" as "titel", to_char(t."start", 'YYYY-MM-DD HH24:MI:SS') as "start", to_char(t."ende", 'YYYY-MM-DD HH24:MI:SS') as "ende", t."status" as "status", t."verantwortlich" as "verantwortlich", t."ersteller" as "ersteller", to_char(t."erledigt_am", 'YYYY-MM-DD HH24:MI:SS') as "erledigt_am", t."erledigt_kid" as "erledigt_kid", t."beschreibung" as "beschreibung", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0
returning t.id;

-- merge finances.kid
update finance_entry t
set "kid" = v.id,
printed = (
  select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end
  from (
    select row_to_json(p)::text as doc, t.extra as extra
    from (
      select t."id" as "id", v.id as "kid", t."bereich" as "bereich", t."ek_art" as "ek_art", t."bezeichnung" as "bezeichnung", t."betrag"::text as "betrag", t."est"::text as "est", t."zahlweise" as "zahlweise", t."beginn" as "beginn", t."ende" as "ende", t."stkl" as "stkl", t."zkf"::text as "zkf", t."gwv"::text as "gwv", t."vwl"::text as "vwl", t."vwl_ag"::text as "vwl_ag", t."fb"::text as "fb", t."re4"::text as "re4", t."bemerkung" as "bemerkung", t."draft" as "draft", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0
returning t.id;

-- merge finances.kid
update finance_entry t
set "kid" = v.id,
printed = (
  select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end
  from (
    select row_to_json(p)::text as doc, t.extra as extra
    from (
      select t."id" as "id", v.id as "kid", t."bereich" as "bereich", t."ek_art" as "ek_art", t."bezeichnung" as "bezeichnung", t."betrag"::text as "betrag", t."est"::text as "est", t."zahlweise" as "zahlweise", t."beginn" as "beginn", t."ende" as "ende", t."stkl" as "stkl", t."zkf"::text as "zkf", t."gwv"::text as "gwv", t."vwl"::text as "vwl", t."vwl_ag"::text as "vwl_ag", t."fb"::text as "fb", t."re4"::text as "re4", t."bemerkung" as "bemerkung", t."draft" as "draft", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0
returning t.id;

-- merge goals.kid
update goal t
set "kid" = v.id,
printed = (
  select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end
  from (
    select row_to_json(p)::text as doc, t.extra as extra
    from (
      select t."id" as "id", v.id as "kid", t."type" as "type", t."subject" as "subject", t."priority" as "priority", t."end" as "end", t."value"::text as "value", t."payment" as "payment", t."description" as "description", t."draft" as "draft", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0
returning t.id;

-- merge goals.kid
update goal t
set "kid" = v.id,
printed = (
  select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end
  from (
    select row_to_json(p)::text as doc, t.extra as extra
    from (
      select t."id" as "id", v.id as "kid", t."type" as "type", t."subject" as "subject", t."priority" as "priority", t."end" as "end", t."value"::text as "value", t."payment" as "payment", t."description" as "description", t."draft" as "draft", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0
returning t.id;
