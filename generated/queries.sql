-- Made by `npm run generate` from the declarations; parameter 1 is always the organisation.

-- GET /v3/customers
select (
  select count(*)::int
  from contact t
  where t.org_id = $1 and t.section = 'customers' and t.del = 0) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from contact t
    where t.org_id = $1 and t.section = 'customers' and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/customers/{id}
select t.printed as doc
from contact t
where t.org_id = $1 and t.section = 'customers' and t.del = 0
  and t.id = $2;

-- GET /v3/products
select (
  select count(*)::int
  from contact t
  where t.org_id = $1 and t.section = 'products' and t.del = 0) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from contact t
    where t.org_id = $1 and t.section = 'products' and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/products/{id}
select t.printed as doc
from contact t
where t.org_id = $1 and t.section = 'products' and t.del = 0
  and t.id = $2;

-- GET /v3/users
select (
  select count(*)::int
  from contact t
  where t.org_id = $1 and t.section = 'users' and t.del = 0) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from contact t
    where t.org_id = $1 and t.section = 'users' and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/users/{id}
select t.printed as doc
from contact t
where t.org_id = $1 and t.section = 'users' and t.del = 0
  and t.id = $2;

-- GET /v3/customers/{kid}/addresses
select (
  select count(*)::int
  from address t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from address t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/addresses/{id}
select t.printed as doc
from address t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/addresses
select (
  select count(*)::int
  from address t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from address t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/addresses/{id}
select t.printed as doc
from address t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/addresses
select (
  select count(*)::int
  from address t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from address t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/addresses/{id}
select t.printed as doc
from address t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/customers/{kid}/contacts
select (
  select count(*)::int
  from contact_detail t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from contact_detail t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/contacts/{id}
select t.printed as doc
from contact_detail t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/contacts
select (
  select count(*)::int
  from contact_detail t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from contact_detail t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/contacts/{id}
select t.printed as doc
from contact_detail t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/contacts
select (
  select count(*)::int
  from contact_detail t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from contact_detail t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/contacts/{id}
select t.printed as doc
from contact_detail t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/customers/{kid}/banking
select (
  select count(*)::int
  from bank_account t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from bank_account t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/banking/{id}
select t.printed as doc
from bank_account t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/banking
select (
  select count(*)::int
  from bank_account t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from bank_account t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/banking/{id}
select t.printed as doc
from bank_account t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/banking
select (
  select count(*)::int
  from bank_account t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from bank_account t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/banking/{id}
select t.printed as doc
from bank_account t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/customers/{kid}/numbers
select (
  select count(*)::int
  from contact_number t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from contact_number t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/numbers/{id}
select t.printed as doc
from contact_number t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/numbers
select (
  select count(*)::int
  from contact_number t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from contact_number t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/numbers/{id}
select t.printed as doc
from contact_number t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/numbers
select (
  select count(*)::int
  from contact_number t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from contact_number t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/numbers/{id}
select t.printed as doc
from contact_number t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/customers/{kid}/identity
select (
  select count(*)::int
  from identity_document t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from identity_document t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/identity/{id}
select t.printed as doc
from identity_document t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/users/{kid}/identity
select (
  select count(*)::int
  from identity_document t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from identity_document t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/identity/{id}
select t.printed as doc
from identity_document t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/customers/{kid}/jobs
select (
  select count(*)::int
  from job t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from job t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/jobs/{id}
select t.printed as doc
from job t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/users/{kid}/jobs
select (
  select count(*)::int
  from job t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from job t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/jobs/{id}
select t.printed as doc
from job t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/contracts
select (
  select count(*)::int
  from contract t
  where t.org_id = $1 and t.del = 0
    and t."archiv" = 0) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from contract t
    where t.org_id = $1 and t.del = 0
      and t."archiv" = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/contracts/{id}
select t.printed as doc
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
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from contract t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
      and t."archiv" = 0
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/contracts/{id}
select t.printed as doc
from contract t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/contracts/{id}/persons
select (
  select count(*)::int
  from contract_person t
  where t.org_id = $1 and t.del = 0
    and t."vid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from contract_person t
    where t.org_id = $1 and t.del = 0
      and t."vid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contract o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contracts/{id}/persons/{id}
select t.printed as doc
from contract_person t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."vid" = $3
  and exists (select 1 from contract o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/contracts/{id}/tariffs
select (
  select count(*)::int
  from contract_tariff t
  where t.org_id = $1 and t.del = 0
    and t."vid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from contract_tariff t
    where t.org_id = $1 and t.del = 0
      and t."vid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contract o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contracts/{id}/tariffs/{id}
select t.printed as doc
from contract_tariff t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."vid" = $3
  and exists (select 1 from contract o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/damages
select (
  select count(*)::int
  from damage t
  where t.org_id = $1 and t.del = 0) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from damage t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/damages/{id}
select t.printed as doc
from damage t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/customers/{kid}/damages
select (
  select count(*)::int
  from damage t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from damage t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/damages/{id}
select t.printed as doc
from damage t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/documents
select (
  select count(*)::int
  from document t
  where t.org_id = $1 and t.del = 0) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from document t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/documents/{id}
select t.printed as doc
from document t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/customers/{kid}/documents
select (
  select count(*)::int
  from document t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from document t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/documents/{id}
select t.printed as doc
from document t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/documents
select (
  select count(*)::int
  from document t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from document t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/documents/{id}
select t.printed as doc
from document t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/documents
select (
  select count(*)::int
  from document t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from document t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/documents/{id}
select t.printed as doc
from document t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/contracts/{id}/documents
select (
  select count(*)::int
  from document t
  where t.org_id = $1 and t.del = 0
    and t."vid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from document t
    where t.org_id = $1 and t.del = 0
      and t."vid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contract o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contracts/{id}/documents/{id}
select t.printed as doc
from document t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."vid" = $3
  and exists (select 1 from contract o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/damages/{id}/documents
select (
  select count(*)::int
  from document t
  where t.org_id = $1 and t.del = 0
    and t."schaden" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from document t
    where t.org_id = $1 and t.del = 0
      and t."schaden" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from damage o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/damages/{id}/documents/{id}
select t.printed as doc
from document t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."schaden" = $3
  and exists (select 1 from damage o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/customers/{kid}/documents/folders
select (
  select count(*)::int
  from document_folder t
  where t.org_id = $1
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from document_folder t
    where t.org_id = $1
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/documents/folders/{id}
select t.printed as doc
from document_folder t
where t.org_id = $1
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/documents/folders
select (
  select count(*)::int
  from document_folder t
  where t.org_id = $1
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from document_folder t
    where t.org_id = $1
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/documents/folders/{id}
select t.printed as doc
from document_folder t
where t.org_id = $1
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/documents/folders
select (
  select count(*)::int
  from document_folder t
  where t.org_id = $1
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from document_folder t
    where t.org_id = $1
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/documents/folders/{id}
select t.printed as doc
from document_folder t
where t.org_id = $1
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/inbox/documents
select (
  select count(*)::int
  from inbox_document t
  where t.org_id = $1 and t.del = 0) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from inbox_document t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/inbox/documents/{id}
select t.printed as doc
from inbox_document t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/activities
select (
  select count(*)::int
  from activity t
  where t.org_id = $1 and t.del = 0) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from activity t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/activities/{id}
select t.printed as doc
from activity t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/customers/{kid}/activities
select (
  select count(*)::int
  from activity t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from activity t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/activities/{id}
select t.printed as doc
from activity t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/activities
select (
  select count(*)::int
  from activity t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from activity t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/activities/{id}
select t.printed as doc
from activity t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/activities
select (
  select count(*)::int
  from activity t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from activity t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/activities/{id}
select t.printed as doc
from activity t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/finances
select (
  select count(*)::int
  from finance_entry t
  where t.org_id = $1 and t.del = 0) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from finance_entry t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/finances/{id}
select t.printed as doc
from finance_entry t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/customers/{kid}/finances
select (
  select count(*)::int
  from finance_entry t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from finance_entry t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/finances/{id}
select t.printed as doc
from finance_entry t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/goals
select (
  select count(*)::int
  from goal t
  where t.org_id = $1 and t.del = 0) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from goal t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/goals/{id}
select t.printed as doc
from goal t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/customers/{kid}/goals
select (
  select count(*)::int
  from goal t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from goal t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/goals/{id}
select t.printed as doc
from goal t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/contact-persons
select (
  select count(*)::int
  from contact_person t
  where t.org_id = $1 and t.del = 0) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from contact_person t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/contact-persons/{id}
select t.printed as doc
from contact_person t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/products/{kid}/contact-persons
select (
  select count(*)::int
  from contact_person t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from contact_person t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/contact-persons/{id}
select t.printed as doc
from contact_person t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/portals
select (
  select count(*)::int
  from portal t
  where t.org_id = $1 and t.del = 0) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from portal t
    where t.org_id = $1 and t.del = 0
    order by t.id
    limit $2::int offset $3::bigint) i) as items, true as there;

-- GET /v3/portals/{id}
select t.printed as doc
from portal t
where t.org_id = $1 and t.del = 0
  and t.id = $2;

-- GET /v3/products/{kid}/portals
select (
  select count(*)::int
  from portal t
  where t.org_id = $1 and t.del = 0
    and t."kid" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from portal t
    where t.org_id = $1 and t.del = 0
      and t."kid" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/portals/{id}
select t.printed as doc
from portal t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."kid" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/system/tags
select (
  select count(*)::int
  from tag t
  where t.org_id = $1 and t.del = 0
    and (t."freigabe" = 1 or t."kid" = $2::int)) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from tag t
    where t.org_id = $1 and t.del = 0
      and (t."freigabe" = 1 or t."kid" = $2::int)
    order by t.id
    limit $3::int offset $4::bigint) i) as items, true as there;

-- GET /v3/system/tags/{id}
select t.printed as doc
from tag t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and (t."freigabe" = 1 or t."kid" = $3::int);

-- GET /v3/customers/{kid}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'customers'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'customers'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/comments/{id}
select t.printed as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'customers'
  and t."owner_id" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'products'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'products'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/comments/{id}
select t.printed as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'products'
  and t."owner_id" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'users'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'users'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/comments/{id}
select t.printed as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'users'
  and t."owner_id" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/contracts/{id}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'contracts'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'contracts'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contract o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contracts/{id}/comments/{id}
select t.printed as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'contracts'
  and t."owner_id" = $3
  and exists (select 1 from contract o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/damages/{id}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'damages'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'damages'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from damage o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/damages/{id}/comments/{id}
select t.printed as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'damages'
  and t."owner_id" = $3
  and exists (select 1 from damage o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/documents/{id}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'documents'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'documents'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from document o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/documents/{id}/comments/{id}
select t.printed as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'documents'
  and t."owner_id" = $3
  and exists (select 1 from document o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/activities/{id}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'activities'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'activities'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from activity o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/activities/{id}/comments/{id}
select t.printed as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'activities'
  and t."owner_id" = $3
  and exists (select 1 from activity o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/finances/{id}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'finances'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'finances'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from finance_entry o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/finances/{id}/comments/{id}
select t.printed as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'finances'
  and t."owner_id" = $3
  and exists (select 1 from finance_entry o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/goals/{id}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'goals'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'goals'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from goal o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/goals/{id}/comments/{id}
select t.printed as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'goals'
  and t."owner_id" = $3
  and exists (select 1 from goal o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/contact-persons/{id}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'contact-persons'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'contact-persons'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact_person o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contact-persons/{id}/comments/{id}
select t.printed as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'contact-persons'
  and t."owner_id" = $3
  and exists (select 1 from contact_person o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/portals/{id}/comments
select (
  select count(*)::int
  from comment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'portals'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from comment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'portals'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from portal o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/portals/{id}/comments/{id}
select t.printed as doc
from comment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'portals'
  and t."owner_id" = $3
  and exists (select 1 from portal o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/customers/{kid}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'customers'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'customers'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/followers/{id}
select t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'customers'
  and t."owner_id" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'products'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'products'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/followers/{id}
select t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'products'
  and t."owner_id" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'users'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'users'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/followers/{id}
select t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'users'
  and t."owner_id" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/contracts/{id}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'contracts'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'contracts'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contract o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contracts/{id}/followers/{id}
select t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'contracts'
  and t."owner_id" = $3
  and exists (select 1 from contract o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/damages/{id}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'damages'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'damages'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from damage o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/damages/{id}/followers/{id}
select t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'damages'
  and t."owner_id" = $3
  and exists (select 1 from damage o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/documents/{id}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'documents'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'documents'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from document o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/documents/{id}/followers/{id}
select t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'documents'
  and t."owner_id" = $3
  and exists (select 1 from document o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/activities/{id}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'activities'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'activities'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from activity o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/activities/{id}/followers/{id}
select t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'activities'
  and t."owner_id" = $3
  and exists (select 1 from activity o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/finances/{id}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'finances'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'finances'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from finance_entry o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/finances/{id}/followers/{id}
select t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'finances'
  and t."owner_id" = $3
  and exists (select 1 from finance_entry o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/goals/{id}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'goals'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'goals'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from goal o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/goals/{id}/followers/{id}
select t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'goals'
  and t."owner_id" = $3
  and exists (select 1 from goal o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/contact-persons/{id}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'contact-persons'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'contact-persons'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact_person o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contact-persons/{id}/followers/{id}
select t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'contact-persons'
  and t."owner_id" = $3
  and exists (select 1 from contact_person o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/portals/{id}/followers
select (
  select count(*)::int
  from follower t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'portals'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from follower t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'portals'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from portal o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/portals/{id}/followers/{id}
select t.printed as doc
from follower t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'portals'
  and t."owner_id" = $3
  and exists (select 1 from portal o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/customers/{kid}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'customers'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'customers'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'customers' and o.del = 0) as there;

-- GET /v3/customers/{kid}/tags/{id}
select t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'customers'
  and t."owner_id" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'customers' and o.del = 0);

-- GET /v3/products/{kid}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'products'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'products'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'products' and o.del = 0) as there;

-- GET /v3/products/{kid}/tags/{id}
select t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'products'
  and t."owner_id" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'products' and o.del = 0);

-- GET /v3/users/{kid}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'users'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'users'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact o where o.org_id = $1 and o.id = $2 and o.section = 'users' and o.del = 0) as there;

-- GET /v3/users/{kid}/tags/{id}
select t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'users'
  and t."owner_id" = $3
  and exists (select 1 from contact o where o.org_id = $1 and o.id = $3 and o.section = 'users' and o.del = 0);

-- GET /v3/contracts/{id}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'contracts'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'contracts'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contract o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contracts/{id}/tags/{id}
select t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'contracts'
  and t."owner_id" = $3
  and exists (select 1 from contract o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/damages/{id}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'damages'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'damages'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from damage o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/damages/{id}/tags/{id}
select t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'damages'
  and t."owner_id" = $3
  and exists (select 1 from damage o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/documents/{id}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'documents'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'documents'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from document o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/documents/{id}/tags/{id}
select t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'documents'
  and t."owner_id" = $3
  and exists (select 1 from document o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/activities/{id}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'activities'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'activities'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from activity o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/activities/{id}/tags/{id}
select t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'activities'
  and t."owner_id" = $3
  and exists (select 1 from activity o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/finances/{id}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'finances'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'finances'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from finance_entry o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/finances/{id}/tags/{id}
select t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'finances'
  and t."owner_id" = $3
  and exists (select 1 from finance_entry o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/goals/{id}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'goals'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'goals'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from goal o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/goals/{id}/tags/{id}
select t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'goals'
  and t."owner_id" = $3
  and exists (select 1 from goal o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/contact-persons/{id}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'contact-persons'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'contact-persons'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from contact_person o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/contact-persons/{id}/tags/{id}
select t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'contact-persons'
  and t."owner_id" = $3
  and exists (select 1 from contact_person o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- GET /v3/portals/{id}/tags
select (
  select count(*)::int
  from tag_assignment t
  where t.org_id = $1 and t.del = 0
    and t."owner_section" = 'portals'
    and t."owner_id" = $2) as total, (
  select string_agg(i.doc, ',')
  from (
    select t.id, t.printed as doc
    from tag_assignment t
    where t.org_id = $1 and t.del = 0
      and t."owner_section" = 'portals'
      and t."owner_id" = $2
    order by t.id
    limit $3::int offset $4::bigint) i) as items, exists (select 1 from portal o where o.org_id = $1 and o.id = $2 and o.del = 0) as there;

-- GET /v3/portals/{id}/tags/{id}
select t.printed as doc
from tag_assignment t
where t.org_id = $1 and t.del = 0
  and t.id = $2
  and t."owner_section" = 'portals'
  and t."owner_id" = $3
  and exists (select 1 from portal o where o.org_id = $1 and o.id = $3 and o.del = 0);

-- insert customers
insert into contact (org_id, section, "id", "nummer", "betreuer", "kontakt_art", "anrede", "briefanrede", "name", "vorname", "titel", "namenszusatz", "nation", "geb", "geb_ort", "geb_name", "familienstand", "datum_heirat", "datum_scheidung", "datum_erstkontakt", "kommentar", "insert_datum", "edit_datum", extra, printed)
select $1::int, 'customers', v."id", v."nummer", v."betreuer", v."kontakt_art", v."anrede", v."briefanrede", v."name", v."vorname", v."titel", v."namenszusatz", v."nation", v."geb", v."geb_ort", v."geb_name", v."familienstand", v."datum_heirat", v."datum_scheidung", v."datum_erstkontakt", v."kommentar", v."insert_datum", v."edit_datum", v.extra,
(select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."id" as "kid", v."nummer" as "nummer", v."betreuer" as "betreuer", v."kontakt_art" as "kontakt_art", v."anrede" as "anrede", v."briefanrede" as "briefanrede", v."name" as "name", v."vorname" as "vorname", v."titel" as "titel", v."namenszusatz" as "namenszusatz", v."nation" as "nation", v."geb" as "geb", v."geb_ort" as "geb_ort", v."geb_name" as "geb_name", v."familienstand" as "familienstand", v."datum_heirat" as "datum_heirat", v."datum_scheidung" as "datum_scheidung", v."datum_erstkontakt" as "datum_erstkontakt", v."kommentar" as "kommentar", v."insert_datum"::date as "insert_datum", v."edit_datum"::date as "edit_datum") p) j)
from (select $2::int as "id", $3::text as "nummer", $4::int as "betreuer", $5::int as "kontakt_art", $6::text as "anrede", $7::text as "briefanrede", $8::text as "name", $9::text as "vorname", $10::text as "titel", $11::text as "namenszusatz", $12::text as "nation", $13::date as "geb", $14::text as "geb_ort", $15::text as "geb_name", $16::text as "familienstand", $17::date as "datum_heirat", $18::date as "datum_scheidung", $19::date as "datum_erstkontakt", $20::text as "kommentar", $21::timestamp(0) as "insert_datum", $22::timestamp(0) as "edit_datum", $23::text as extra) v
returning printed;

-- update customers
update contact t
set "nummer" = v."nummer", "betreuer" = v."betreuer", "kontakt_art" = v."kontakt_art", "anrede" = v."anrede", "briefanrede" = v."briefanrede", "name" = v."name", "vorname" = v."vorname", "titel" = v."titel", "namenszusatz" = v."namenszusatz", "nation" = v."nation", "geb" = v."geb", "geb_ort" = v."geb_ort", "geb_name" = v."geb_name", "familienstand" = v."familienstand", "datum_heirat" = v."datum_heirat", "datum_scheidung" = v."datum_scheidung", "datum_erstkontakt" = v."datum_erstkontakt", "kommentar" = v."kommentar", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum", extra = v.extra,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."id" as "kid", v."nummer" as "nummer", v."betreuer" as "betreuer", v."kontakt_art" as "kontakt_art", v."anrede" as "anrede", v."briefanrede" as "briefanrede", v."name" as "name", v."vorname" as "vorname", v."titel" as "titel", v."namenszusatz" as "namenszusatz", v."nation" as "nation", v."geb" as "geb", v."geb_ort" as "geb_ort", v."geb_name" as "geb_name", v."familienstand" as "familienstand", v."datum_heirat" as "datum_heirat", v."datum_scheidung" as "datum_scheidung", v."datum_erstkontakt" as "datum_erstkontakt", v."kommentar" as "kommentar", v."insert_datum"::date as "insert_datum", v."edit_datum"::date as "edit_datum") p) j)
from (select $2::int as "id", $3::text as "nummer", $4::int as "betreuer", $5::int as "kontakt_art", $6::text as "anrede", $7::text as "briefanrede", $8::text as "name", $9::text as "vorname", $10::text as "titel", $11::text as "namenszusatz", $12::text as "nation", $13::date as "geb", $14::text as "geb_ort", $15::text as "geb_name", $16::text as "familienstand", $17::date as "datum_heirat", $18::date as "datum_scheidung", $19::date as "datum_erstkontakt", $20::text as "kommentar", $21::timestamp(0) as "insert_datum", $22::timestamp(0) as "edit_datum", $23::text as extra) v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert products
insert into contact (org_id, section, "id", "nummer", "betreuer", "kontakt_art", "anrede", "briefanrede", "name", "vorname", "titel", "namenszusatz", "nation", "geb", "geb_ort", "geb_name", "familienstand", "datum_heirat", "datum_scheidung", "datum_erstkontakt", "kommentar", "insert_datum", "edit_datum", "kurzname", "kategorie", "vermittlernummer", "website", "notiz", extra, printed)
select $1::int, 'products', v."id", v."nummer", v."betreuer", v."kontakt_art", v."anrede", v."briefanrede", v."name", v."vorname", v."titel", v."namenszusatz", v."nation", v."geb", v."geb_ort", v."geb_name", v."familienstand", v."datum_heirat", v."datum_scheidung", v."datum_erstkontakt", v."kommentar", v."insert_datum", v."edit_datum", v."kurzname", v."kategorie", v."vermittlernummer", v."website", v."notiz", v.extra,
(select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."id" as "kid", v."nummer" as "nummer", v."betreuer" as "betreuer", v."kontakt_art" as "kontakt_art", v."anrede" as "anrede", v."briefanrede" as "briefanrede", v."name" as "name", v."vorname" as "vorname", v."titel" as "titel", v."namenszusatz" as "namenszusatz", v."nation" as "nation", v."geb" as "geb", v."geb_ort" as "geb_ort", v."geb_name" as "geb_name", v."familienstand" as "familienstand", v."datum_heirat" as "datum_heirat", v."datum_scheidung" as "datum_scheidung", v."datum_erstkontakt" as "datum_erstkontakt", v."kommentar" as "kommentar", v."insert_datum"::date as "insert_datum", v."edit_datum"::date as "edit_datum", v."kurzname" as "kurzname", v."kategorie" as "kategorie", v."vermittlernummer" as "vermittlernummer", v."website" as "website", v."notiz" as "notiz") p) j)
from (select $2::int as "id", $3::text as "nummer", $4::int as "betreuer", $5::int as "kontakt_art", $6::text as "anrede", $7::text as "briefanrede", $8::text as "name", $9::text as "vorname", $10::text as "titel", $11::text as "namenszusatz", $12::text as "nation", $13::date as "geb", $14::text as "geb_ort", $15::text as "geb_name", $16::text as "familienstand", $17::date as "datum_heirat", $18::date as "datum_scheidung", $19::date as "datum_erstkontakt", $20::text as "kommentar", $21::timestamp(0) as "insert_datum", $22::timestamp(0) as "edit_datum", $23::text as "kurzname", $24::text as "kategorie", $25::text as "vermittlernummer", $26::text as "website", $27::text as "notiz", $28::text as extra) v
returning printed;

-- update products
update contact t
set "nummer" = v."nummer", "betreuer" = v."betreuer", "kontakt_art" = v."kontakt_art", "anrede" = v."anrede", "briefanrede" = v."briefanrede", "name" = v."name", "vorname" = v."vorname", "titel" = v."titel", "namenszusatz" = v."namenszusatz", "nation" = v."nation", "geb" = v."geb", "geb_ort" = v."geb_ort", "geb_name" = v."geb_name", "familienstand" = v."familienstand", "datum_heirat" = v."datum_heirat", "datum_scheidung" = v."datum_scheidung", "datum_erstkontakt" = v."datum_erstkontakt", "kommentar" = v."kommentar", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum", "kurzname" = v."kurzname", "kategorie" = v."kategorie", "vermittlernummer" = v."vermittlernummer", "website" = v."website", "notiz" = v."notiz", extra = v.extra,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."id" as "kid", v."nummer" as "nummer", v."betreuer" as "betreuer", v."kontakt_art" as "kontakt_art", v."anrede" as "anrede", v."briefanrede" as "briefanrede", v."name" as "name", v."vorname" as "vorname", v."titel" as "titel", v."namenszusatz" as "namenszusatz", v."nation" as "nation", v."geb" as "geb", v."geb_ort" as "geb_ort", v."geb_name" as "geb_name", v."familienstand" as "familienstand", v."datum_heirat" as "datum_heirat", v."datum_scheidung" as "datum_scheidung", v."datum_erstkontakt" as "datum_erstkontakt", v."kommentar" as "kommentar", v."insert_datum"::date as "insert_datum", v."edit_datum"::date as "edit_datum", v."kurzname" as "kurzname", v."kategorie" as "kategorie", v."vermittlernummer" as "vermittlernummer", v."website" as "website", v."notiz" as "notiz") p) j)
from (select $2::int as "id", $3::text as "nummer", $4::int as "betreuer", $5::int as "kontakt_art", $6::text as "anrede", $7::text as "briefanrede", $8::text as "name", $9::text as "vorname", $10::text as "titel", $11::text as "namenszusatz", $12::text as "nation", $13::date as "geb", $14::text as "geb_ort", $15::text as "geb_name", $16::text as "familienstand", $17::date as "datum_heirat", $18::date as "datum_scheidung", $19::date as "datum_erstkontakt", $20::text as "kommentar", $21::timestamp(0) as "insert_datum", $22::timestamp(0) as "edit_datum", $23::text as "kurzname", $24::text as "kategorie", $25::text as "vermittlernummer", $26::text as "website", $27::text as "notiz", $28::text as extra) v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert users
insert into contact (org_id, section, "id", "nummer", "betreuer", "kontakt_art", "anrede", "briefanrede", "name", "vorname", "titel", "namenszusatz", "nation", "geb", "geb_ort", "geb_name", "familienstand", "datum_heirat", "datum_scheidung", "datum_erstkontakt", "kommentar", "insert_datum", "edit_datum", "email", "rolle", "lizenz", "lizenz_typ", "aktiv", "letzter_login", extra, printed)
select $1::int, 'users', v."id", v."nummer", v."betreuer", v."kontakt_art", v."anrede", v."briefanrede", v."name", v."vorname", v."titel", v."namenszusatz", v."nation", v."geb", v."geb_ort", v."geb_name", v."familienstand", v."datum_heirat", v."datum_scheidung", v."datum_erstkontakt", v."kommentar", v."insert_datum", v."edit_datum", v."email", v."rolle", v."lizenz", v."lizenz_typ", v."aktiv", v."letzter_login", v.extra,
(select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."id" as "kid", v."nummer" as "nummer", v."betreuer" as "betreuer", v."kontakt_art" as "kontakt_art", v."anrede" as "anrede", v."briefanrede" as "briefanrede", v."name" as "name", v."vorname" as "vorname", v."titel" as "titel", v."namenszusatz" as "namenszusatz", v."nation" as "nation", v."geb" as "geb", v."geb_ort" as "geb_ort", v."geb_name" as "geb_name", v."familienstand" as "familienstand", v."datum_heirat" as "datum_heirat", v."datum_scheidung" as "datum_scheidung", v."datum_erstkontakt" as "datum_erstkontakt", v."kommentar" as "kommentar", v."insert_datum"::date as "insert_datum", v."edit_datum"::date as "edit_datum", v."email" as "email", v."rolle" as "rolle", v."lizenz" as "lizenz", v."lizenz_typ" as "lizenz_typ", v."aktiv" as "aktiv", to_char(v."letzter_login" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "letzter_login") p) j)
from (select $2::int as "id", $3::text as "nummer", $4::int as "betreuer", $5::int as "kontakt_art", $6::text as "anrede", $7::text as "briefanrede", $8::text as "name", $9::text as "vorname", $10::text as "titel", $11::text as "namenszusatz", $12::text as "nation", $13::date as "geb", $14::text as "geb_ort", $15::text as "geb_name", $16::text as "familienstand", $17::date as "datum_heirat", $18::date as "datum_scheidung", $19::date as "datum_erstkontakt", $20::text as "kommentar", $21::timestamp(0) as "insert_datum", $22::timestamp(0) as "edit_datum", $23::text as "email", $24::text as "rolle", $25::boolean as "lizenz", $26::text as "lizenz_typ", $27::boolean as "aktiv", $28::timestamptz(3) as "letzter_login", $29::text as extra) v
returning printed;

-- update users
update contact t
set "nummer" = v."nummer", "betreuer" = v."betreuer", "kontakt_art" = v."kontakt_art", "anrede" = v."anrede", "briefanrede" = v."briefanrede", "name" = v."name", "vorname" = v."vorname", "titel" = v."titel", "namenszusatz" = v."namenszusatz", "nation" = v."nation", "geb" = v."geb", "geb_ort" = v."geb_ort", "geb_name" = v."geb_name", "familienstand" = v."familienstand", "datum_heirat" = v."datum_heirat", "datum_scheidung" = v."datum_scheidung", "datum_erstkontakt" = v."datum_erstkontakt", "kommentar" = v."kommentar", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum", "email" = v."email", "rolle" = v."rolle", "lizenz" = v."lizenz", "lizenz_typ" = v."lizenz_typ", "aktiv" = v."aktiv", "letzter_login" = v."letzter_login", extra = v.extra,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."id" as "kid", v."nummer" as "nummer", v."betreuer" as "betreuer", v."kontakt_art" as "kontakt_art", v."anrede" as "anrede", v."briefanrede" as "briefanrede", v."name" as "name", v."vorname" as "vorname", v."titel" as "titel", v."namenszusatz" as "namenszusatz", v."nation" as "nation", v."geb" as "geb", v."geb_ort" as "geb_ort", v."geb_name" as "geb_name", v."familienstand" as "familienstand", v."datum_heirat" as "datum_heirat", v."datum_scheidung" as "datum_scheidung", v."datum_erstkontakt" as "datum_erstkontakt", v."kommentar" as "kommentar", v."insert_datum"::date as "insert_datum", v."edit_datum"::date as "edit_datum", v."email" as "email", v."rolle" as "rolle", v."lizenz" as "lizenz", v."lizenz_typ" as "lizenz_typ", v."aktiv" as "aktiv", to_char(v."letzter_login" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "letzter_login") p) j)
from (select $2::int as "id", $3::text as "nummer", $4::int as "betreuer", $5::int as "kontakt_art", $6::text as "anrede", $7::text as "briefanrede", $8::text as "name", $9::text as "vorname", $10::text as "titel", $11::text as "namenszusatz", $12::text as "nation", $13::date as "geb", $14::text as "geb_ort", $15::text as "geb_name", $16::text as "familienstand", $17::date as "datum_heirat", $18::date as "datum_scheidung", $19::date as "datum_erstkontakt", $20::text as "kommentar", $21::timestamp(0) as "insert_datum", $22::timestamp(0) as "edit_datum", $23::text as "email", $24::text as "rolle", $25::boolean as "lizenz", $26::text as "lizenz_typ", $27::boolean as "aktiv", $28::timestamptz(3) as "letzter_login", $29::text as extra) v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert addresses
insert into address (org_id, "id", "kid", "art", "bezeichnung", "adresszusatz", "strasse", "plz", "ort", "bundesland", "insert_datum", "edit_datum", printed)
select $1::int, v."id", v."kid", v."art", v."bezeichnung", v."adresszusatz", v."strasse", v."plz", v."ort", v."bundesland", v."insert_datum", v."edit_datum",
(select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."art" as "art", v."bezeichnung" as "bezeichnung", v."adresszusatz" as "adresszusatz", v."strasse" as "strasse", v."plz" as "plz", v."ort" as "ort", v."bundesland" as "bundesland", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::int as "kid", $4::int as "art", $5::text as "bezeichnung", $6::text as "adresszusatz", $7::text as "strasse", $8::text as "plz", $9::text as "ort", $10::text as "bundesland", $11::timestamp(0) as "insert_datum", $12::timestamp(0) as "edit_datum") v
returning printed;

-- update addresses
update address t
set "kid" = v."kid", "art" = v."art", "bezeichnung" = v."bezeichnung", "adresszusatz" = v."adresszusatz", "strasse" = v."strasse", "plz" = v."plz", "ort" = v."ort", "bundesland" = v."bundesland", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum",
printed = (select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."art" as "art", v."bezeichnung" as "bezeichnung", v."adresszusatz" as "adresszusatz", v."strasse" as "strasse", v."plz" as "plz", v."ort" as "ort", v."bundesland" as "bundesland", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::int as "kid", $4::int as "art", $5::text as "bezeichnung", $6::text as "adresszusatz", $7::text as "strasse", $8::text as "plz", $9::text as "ort", $10::text as "bundesland", $11::timestamp(0) as "insert_datum", $12::timestamp(0) as "edit_datum") v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert contacts
insert into contact_detail (org_id, "id", "kid", "art", "wert", "werbung", "insert_datum", "edit_datum", printed)
select $1::int, v."id", v."kid", v."art", v."wert", v."werbung", v."insert_datum", v."edit_datum",
(select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."art" as "art", v."wert" as "wert", v."werbung" as "werbung", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::int as "kid", $4::text as "art", $5::text as "wert", $6::smallint as "werbung", $7::timestamp(0) as "insert_datum", $8::timestamp(0) as "edit_datum") v
returning printed;

-- update contacts
update contact_detail t
set "kid" = v."kid", "art" = v."art", "wert" = v."wert", "werbung" = v."werbung", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum",
printed = (select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."art" as "art", v."wert" as "wert", v."werbung" as "werbung", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::int as "kid", $4::text as "art", $5::text as "wert", $6::smallint as "werbung", $7::timestamp(0) as "insert_datum", $8::timestamp(0) as "edit_datum") v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert banking
insert into bank_account (org_id, "id", "kid", "typ", "inhaber", "nummer", "iban", "bic", "institut", "insert_datum", "edit_datum", printed)
select $1::int, v."id", v."kid", v."typ", v."inhaber", v."nummer", v."iban", v."bic", v."institut", v."insert_datum", v."edit_datum",
(select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."typ" as "typ", v."inhaber" as "inhaber", v."nummer" as "nummer", v."iban" as "iban", v."bic" as "bic", v."institut" as "institut", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::int as "kid", $4::text as "typ", $5::text as "inhaber", $6::text as "nummer", $7::text as "iban", $8::text as "bic", $9::text as "institut", $10::timestamp(0) as "insert_datum", $11::timestamp(0) as "edit_datum") v
returning printed;

-- update banking
update bank_account t
set "kid" = v."kid", "typ" = v."typ", "inhaber" = v."inhaber", "nummer" = v."nummer", "iban" = v."iban", "bic" = v."bic", "institut" = v."institut", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum",
printed = (select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."typ" as "typ", v."inhaber" as "inhaber", v."nummer" as "nummer", v."iban" as "iban", v."bic" as "bic", v."institut" as "institut", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::int as "kid", $4::text as "typ", $5::text as "inhaber", $6::text as "nummer", $7::text as "iban", $8::text as "bic", $9::text as "institut", $10::timestamp(0) as "insert_datum", $11::timestamp(0) as "edit_datum") v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert numbers
insert into contact_number (org_id, "id", "kid", "art", "wert", "insert_datum", "edit_datum", printed)
select $1::int, v."id", v."kid", v."art", v."wert", v."insert_datum", v."edit_datum",
(select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."art" as "art", v."wert" as "wert", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::int as "kid", $4::int as "art", $5::text as "wert", $6::timestamp(0) as "insert_datum", $7::timestamp(0) as "edit_datum") v
returning printed;

-- update numbers
update contact_number t
set "kid" = v."kid", "art" = v."art", "wert" = v."wert", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum",
printed = (select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."art" as "art", v."wert" as "wert", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::int as "kid", $4::int as "art", $5::text as "wert", $6::timestamp(0) as "insert_datum", $7::timestamp(0) as "edit_datum") v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert identity
insert into identity_document (org_id, "id", "kid", "art", "behoerde", "ausgestellt", "gueltig", "insert_datum", "edit_datum", printed)
select $1::int, v."id", v."kid", v."art", v."behoerde", v."ausgestellt", v."gueltig", v."insert_datum", v."edit_datum",
(select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."art" as "art", v."behoerde" as "behoerde", v."ausgestellt" as "ausgestellt", v."gueltig" as "gueltig", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::int as "kid", $4::text as "art", $5::text as "behoerde", $6::date as "ausgestellt", $7::date as "gueltig", $8::timestamp(0) as "insert_datum", $9::timestamp(0) as "edit_datum") v
returning printed;

-- update identity
update identity_document t
set "kid" = v."kid", "art" = v."art", "behoerde" = v."behoerde", "ausgestellt" = v."ausgestellt", "gueltig" = v."gueltig", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum",
printed = (select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."art" as "art", v."behoerde" as "behoerde", v."ausgestellt" as "ausgestellt", v."gueltig" as "gueltig", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::int as "kid", $4::text as "art", $5::text as "behoerde", $6::date as "ausgestellt", $7::date as "gueltig", $8::timestamp(0) as "insert_datum", $9::timestamp(0) as "edit_datum") v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert jobs
insert into job (org_id, "id", "kid", "arbeitgeber", "beruf", "berufsstatus", "datum_eintritt", "datum_austritt", "insert_datum", "edit_datum", printed)
select $1::int, v."id", v."kid", v."arbeitgeber", v."beruf", v."berufsstatus", v."datum_eintritt", v."datum_austritt", v."insert_datum", v."edit_datum",
(select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."arbeitgeber" as "arbeitgeber", v."beruf" as "beruf", v."berufsstatus" as "berufsstatus", v."datum_eintritt" as "datum_eintritt", v."datum_austritt" as "datum_austritt", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::int as "kid", $4::text as "arbeitgeber", $5::text as "beruf", $6::text as "berufsstatus", $7::date as "datum_eintritt", $8::date as "datum_austritt", $9::timestamp(0) as "insert_datum", $10::timestamp(0) as "edit_datum") v
returning printed;

-- update jobs
update job t
set "kid" = v."kid", "arbeitgeber" = v."arbeitgeber", "beruf" = v."beruf", "berufsstatus" = v."berufsstatus", "datum_eintritt" = v."datum_eintritt", "datum_austritt" = v."datum_austritt", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum",
printed = (select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."arbeitgeber" as "arbeitgeber", v."beruf" as "beruf", v."berufsstatus" as "berufsstatus", v."datum_eintritt" as "datum_eintritt", v."datum_austritt" as "datum_austritt", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::int as "kid", $4::text as "arbeitgeber", $5::text as "beruf", $6::text as "berufsstatus", $7::date as "datum_eintritt", $8::date as "datum_austritt", $9::timestamp(0) as "insert_datum", $10::timestamp(0) as "edit_datum") v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert contracts
insert into contract (org_id, "id", "kid", "sparte", "nummer", "gesellschaft", "beitrag", "intervall", "beginn", "ablauf", "status", "bemerkung", "gd_abr_firma", "archiv", "insert_datum", "edit_datum", extra, printed)
select $1::int, v."id", v."kid", v."sparte", v."nummer", v."gesellschaft", v."beitrag", v."intervall", v."beginn", v."ablauf", v."status", v."bemerkung", v."gd_abr_firma", v."archiv", v."insert_datum", v."edit_datum", v.extra,
(select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."kid" as "kid", v."sparte" as "sparte", v."nummer" as "nummer", v."nummer" as "vertragsnummer", v."gesellschaft" as "gesellschaft", v."beitrag"::text as "beitrag", v."intervall" as "intervall", v."beginn" as "beginn", v."ablauf" as "ablauf", v."status" as "status", v."bemerkung" as "bemerkung", v."gd_abr_firma" as "gd_abr_firma", v."archiv" as "archiv", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as "id", $3::int as "kid", $4::int as "sparte", $5::text as "nummer", $6::text as "gesellschaft", $7::numeric(15,2) as "beitrag", $8::text as "intervall", $9::date as "beginn", $10::date as "ablauf", $11::text as "status", $12::text as "bemerkung", $13::int as "gd_abr_firma", $14::smallint as "archiv", $15::timestamp(0) as "insert_datum", $16::timestamp(0) as "edit_datum", $17::text as extra) v
returning printed;

-- update contracts
update contract t
set "kid" = v."kid", "sparte" = v."sparte", "nummer" = v."nummer", "gesellschaft" = v."gesellschaft", "beitrag" = v."beitrag", "intervall" = v."intervall", "beginn" = v."beginn", "ablauf" = v."ablauf", "status" = v."status", "bemerkung" = v."bemerkung", "gd_abr_firma" = v."gd_abr_firma", "archiv" = v."archiv", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum", extra = v.extra,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."kid" as "kid", v."sparte" as "sparte", v."nummer" as "nummer", v."nummer" as "vertragsnummer", v."gesellschaft" as "gesellschaft", v."beitrag"::text as "beitrag", v."intervall" as "intervall", v."beginn" as "beginn", v."ablauf" as "ablauf", v."status" as "status", v."bemerkung" as "bemerkung", v."gd_abr_firma" as "gd_abr_firma", v."archiv" as "archiv", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as "id", $3::int as "kid", $4::int as "sparte", $5::text as "nummer", $6::text as "gesellschaft", $7::numeric(15,2) as "beitrag", $8::text as "intervall", $9::date as "beginn", $10::date as "ablauf", $11::text as "status", $12::text as "bemerkung", $13::int as "gd_abr_firma", $14::smallint as "archiv", $15::timestamp(0) as "insert_datum", $16::timestamp(0) as "edit_datum", $17::text as extra) v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert persons
insert into contract_person (org_id, "id", "kid", "vid", "pid", "art", "person_art", "name", "person_name", "beschreibung", "ranking", "insert_datum", "edit_datum", printed)
select $1::int, v."id", v."kid", v."vid", v."pid", v."art", v."person_art", v."name", v."person_name", v."beschreibung", v."ranking", v."insert_datum", v."edit_datum",
(select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."vid" as "vid", v."pid" as "pid", v."art" as "art", v."person_art" as "person_art", v."name" as "name", v."person_name" as "person_name", v."beschreibung" as "beschreibung", v."ranking" as "ranking", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::int as "kid", $4::int as "vid", $5::int as "pid", $6::int as "art", $7::text as "person_art", $8::text as "name", $9::text as "person_name", $10::text as "beschreibung", $11::int as "ranking", $12::timestamp(0) as "insert_datum", $13::timestamp(0) as "edit_datum") v
returning printed;

-- update persons
update contract_person t
set "kid" = v."kid", "vid" = v."vid", "pid" = v."pid", "art" = v."art", "person_art" = v."person_art", "name" = v."name", "person_name" = v."person_name", "beschreibung" = v."beschreibung", "ranking" = v."ranking", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum",
printed = (select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."vid" as "vid", v."pid" as "pid", v."art" as "art", v."person_art" as "person_art", v."name" as "name", v."person_name" as "person_name", v."beschreibung" as "beschreibung", v."ranking" as "ranking", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::int as "kid", $4::int as "vid", $5::int as "pid", $6::int as "art", $7::text as "person_art", $8::text as "name", $9::text as "person_name", $10::text as "beschreibung", $11::int as "ranking", $12::timestamp(0) as "insert_datum", $13::timestamp(0) as "edit_datum") v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert tariffs
insert into contract_tariff (org_id, "id", "kid", "vid", "ranking", "name", "tarif_id", "insert_datum", "edit_datum", printed)
select $1::int, v."id", v."kid", v."vid", v."ranking", v."name", v."tarif_id", v."insert_datum", v."edit_datum",
(select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."vid" as "vid", v."ranking" as "ranking", v."name" as "name", v."tarif_id" as "tarif_id", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::int as "kid", $4::int as "vid", $5::int as "ranking", $6::text as "name", $7::int as "tarif_id", $8::timestamp(0) as "insert_datum", $9::timestamp(0) as "edit_datum") v
returning printed;

-- update tariffs
update contract_tariff t
set "kid" = v."kid", "vid" = v."vid", "ranking" = v."ranking", "name" = v."name", "tarif_id" = v."tarif_id", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum",
printed = (select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."vid" as "vid", v."ranking" as "ranking", v."name" as "name", v."tarif_id" as "tarif_id", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::int as "kid", $4::int as "vid", $5::int as "ranking", $6::text as "name", $7::int as "tarif_id", $8::timestamp(0) as "insert_datum", $9::timestamp(0) as "edit_datum") v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert damages
insert into damage (org_id, "id", "kid", "vid", "art", "nummer", "nummer_intern", "anschrift_strasse", "anschrift_plz", "anschrift_ort", "datum_schaden", "datum_meldung_makler", "datum_meldung_gesellschaft", "datum_erledigt", "polizei_dienststelle", "polizei_nummer", "betrag", "reserve", "leistung", "serviceportal", "draft", "insert_datum", "edit_datum", extra, printed)
select $1::int, v."id", v."kid", v."vid", v."art", v."nummer", v."nummer_intern", v."anschrift_strasse", v."anschrift_plz", v."anschrift_ort", v."datum_schaden", v."datum_meldung_makler", v."datum_meldung_gesellschaft", v."datum_erledigt", v."polizei_dienststelle", v."polizei_nummer", v."betrag", v."reserve", v."leistung", v."serviceportal", v."draft", v."insert_datum", v."edit_datum", v.extra,
(select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."kid" as "kid", v."vid" as "vid", v."art" as "art", v."nummer" as "nummer", v."nummer_intern" as "nummer_intern", v."anschrift_strasse" as "anschrift_strasse", v."anschrift_plz" as "anschrift_plz", v."anschrift_ort" as "anschrift_ort", v."datum_schaden" as "datum_schaden", v."datum_meldung_makler" as "datum_meldung_makler", v."datum_meldung_gesellschaft" as "datum_meldung_gesellschaft", v."datum_erledigt" as "datum_erledigt", v."polizei_dienststelle" as "polizei_dienststelle", v."polizei_nummer" as "polizei_nummer", v."betrag"::text as "betrag", v."reserve"::text as "reserve", v."leistung"::text as "leistung", v."serviceportal" as "serviceportal", v."draft" as "draft", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as "id", $3::int as "kid", $4::int as "vid", $5::text as "art", $6::text as "nummer", $7::text as "nummer_intern", $8::text as "anschrift_strasse", $9::text as "anschrift_plz", $10::text as "anschrift_ort", $11::date as "datum_schaden", $12::date as "datum_meldung_makler", $13::date as "datum_meldung_gesellschaft", $14::date as "datum_erledigt", $15::text as "polizei_dienststelle", $16::text as "polizei_nummer", $17::numeric(15,2) as "betrag", $18::numeric(15,2) as "reserve", $19::numeric(15,2) as "leistung", $20::smallint as "serviceportal", $21::smallint as "draft", $22::timestamp(0) as "insert_datum", $23::timestamp(0) as "edit_datum", $24::text as extra) v
returning printed;

-- update damages
update damage t
set "kid" = v."kid", "vid" = v."vid", "art" = v."art", "nummer" = v."nummer", "nummer_intern" = v."nummer_intern", "anschrift_strasse" = v."anschrift_strasse", "anschrift_plz" = v."anschrift_plz", "anschrift_ort" = v."anschrift_ort", "datum_schaden" = v."datum_schaden", "datum_meldung_makler" = v."datum_meldung_makler", "datum_meldung_gesellschaft" = v."datum_meldung_gesellschaft", "datum_erledigt" = v."datum_erledigt", "polizei_dienststelle" = v."polizei_dienststelle", "polizei_nummer" = v."polizei_nummer", "betrag" = v."betrag", "reserve" = v."reserve", "leistung" = v."leistung", "serviceportal" = v."serviceportal", "draft" = v."draft", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum", extra = v.extra,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."kid" as "kid", v."vid" as "vid", v."art" as "art", v."nummer" as "nummer", v."nummer_intern" as "nummer_intern", v."anschrift_strasse" as "anschrift_strasse", v."anschrift_plz" as "anschrift_plz", v."anschrift_ort" as "anschrift_ort", v."datum_schaden" as "datum_schaden", v."datum_meldung_makler" as "datum_meldung_makler", v."datum_meldung_gesellschaft" as "datum_meldung_gesellschaft", v."datum_erledigt" as "datum_erledigt", v."polizei_dienststelle" as "polizei_dienststelle", v."polizei_nummer" as "polizei_nummer", v."betrag"::text as "betrag", v."reserve"::text as "reserve", v."leistung"::text as "leistung", v."serviceportal" as "serviceportal", v."draft" as "draft", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as "id", $3::int as "kid", $4::int as "vid", $5::text as "art", $6::text as "nummer", $7::text as "nummer_intern", $8::text as "anschrift_strasse", $9::text as "anschrift_plz", $10::text as "anschrift_ort", $11::date as "datum_schaden", $12::date as "datum_meldung_makler", $13::date as "datum_meldung_gesellschaft", $14::date as "datum_erledigt", $15::text as "polizei_dienststelle", $16::text as "polizei_nummer", $17::numeric(15,2) as "betrag", $18::numeric(15,2) as "reserve", $19::numeric(15,2) as "leistung", $20::smallint as "serviceportal", $21::smallint as "draft", $22::timestamp(0) as "insert_datum", $23::timestamp(0) as "edit_datum", $24::text as extra) v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert documents
insert into document (org_id, "id", "kid", "name", "extension", "size", "datum", "ordner", "vid", "schaden", "nr", "url", "dir", "aws", "kundenportal", "is_eml", "protect", "has_error", "ai_status", "insert_datum", "edit_datum", extra, printed)
select $1::int, v."id", v."kid", v."name", v."extension", v."size", v."datum", v."ordner", v."vid", v."schaden", v."nr", v."url", v."dir", v."aws", v."kundenportal", v."is_eml", v."protect", v."has_error", v."ai_status", v."insert_datum", v."edit_datum", v.extra,
(select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."kid" as "kid", v."name" as "name", v."extension" as "extension", v."size" as "size", v."datum" as "datum", v."ordner" as "ordner", v."vid" as "vid", v."schaden" as "schaden", v."nr" as "nr", v."url" as "url", v."dir" as "dir", v."aws" as "aws", v."kundenportal" as "kundenportal", v."is_eml" as "is_eml", v."protect" as "protect", v."has_error" as "has_error", v."ai_status" as "ai_status", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as "id", $3::int as "kid", $4::text as "name", $5::text as "extension", $6::int as "size", $7::date as "datum", $8::int as "ordner", $9::int as "vid", $10::int as "schaden", $11::int as "nr", $12::text as "url", $13::text as "dir", $14::int as "aws", $15::smallint as "kundenportal", $16::smallint as "is_eml", $17::smallint as "protect", $18::smallint as "has_error", $19::int as "ai_status", $20::timestamp(0) as "insert_datum", $21::timestamp(0) as "edit_datum", $22::text as extra) v
returning printed;

-- update documents
update document t
set "kid" = v."kid", "name" = v."name", "extension" = v."extension", "size" = v."size", "datum" = v."datum", "ordner" = v."ordner", "vid" = v."vid", "schaden" = v."schaden", "nr" = v."nr", "url" = v."url", "dir" = v."dir", "aws" = v."aws", "kundenportal" = v."kundenportal", "is_eml" = v."is_eml", "protect" = v."protect", "has_error" = v."has_error", "ai_status" = v."ai_status", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum", extra = v.extra,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."kid" as "kid", v."name" as "name", v."extension" as "extension", v."size" as "size", v."datum" as "datum", v."ordner" as "ordner", v."vid" as "vid", v."schaden" as "schaden", v."nr" as "nr", v."url" as "url", v."dir" as "dir", v."aws" as "aws", v."kundenportal" as "kundenportal", v."is_eml" as "is_eml", v."protect" as "protect", v."has_error" as "has_error", v."ai_status" as "ai_status", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as "id", $3::int as "kid", $4::text as "name", $5::text as "extension", $6::int as "size", $7::date as "datum", $8::int as "ordner", $9::int as "vid", $10::int as "schaden", $11::int as "nr", $12::text as "url", $13::text as "dir", $14::int as "aws", $15::smallint as "kundenportal", $16::smallint as "is_eml", $17::smallint as "protect", $18::smallint as "has_error", $19::int as "ai_status", $20::timestamp(0) as "insert_datum", $21::timestamp(0) as "edit_datum", $22::text as extra) v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert folders
insert into document_folder (org_id, "id", "name", "parent_id", "kid", "kundenportal", "protect", "datum", "insert_datum", "edit_datum", printed)
select $1::int, v."id", v."name", v."parent_id", v."kid", v."kundenportal", v."protect", v."datum", v."insert_datum", v."edit_datum",
(select row_to_json(p)::text from (select v."id" as "id", v."name" as "name", v."parent_id" as "parent_id", v."kid" as "kid", v."kundenportal" as "kundenportal", v."protect" as "protect", v."datum" as "datum", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::text as "name", $4::int as "parent_id", $5::int as "kid", $6::smallint as "kundenportal", $7::smallint as "protect", $8::date as "datum", $9::timestamp(0) as "insert_datum", $10::timestamp(0) as "edit_datum") v
returning printed;

-- update folders
update document_folder t
set "name" = v."name", "parent_id" = v."parent_id", "kid" = v."kid", "kundenportal" = v."kundenportal", "protect" = v."protect", "datum" = v."datum", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum",
printed = (select row_to_json(p)::text from (select v."id" as "id", v."name" as "name", v."parent_id" as "parent_id", v."kid" as "kid", v."kundenportal" as "kundenportal", v."protect" as "protect", v."datum" as "datum", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::text as "name", $4::int as "parent_id", $5::int as "kid", $6::smallint as "kundenportal", $7::smallint as "protect", $8::date as "datum", $9::timestamp(0) as "insert_datum", $10::timestamp(0) as "edit_datum") v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert inbox/documents
insert into inbox_document (org_id, "id", "name", "extension", "size", "datum", "betreff", "absender", "kid", "vid", "schaden", "url", "dir", "aws", "state", "document_id", "insert_datum", "edit_datum", printed)
select $1::int, v."id", v."name", v."extension", v."size", v."datum", v."betreff", v."absender", v."kid", v."vid", v."schaden", v."url", v."dir", v."aws", v."state", v."document_id", v."insert_datum", v."edit_datum",
(select row_to_json(p)::text from (select v."id" as "id", v."name" as "name", v."extension" as "extension", v."size" as "size", v."datum" as "datum", v."betreff" as "betreff", v."absender" as "absender", v."kid" as "kid", v."vid" as "vid", v."schaden" as "schaden", v."url" as "url", v."dir" as "dir", v."aws" as "aws", v."state" as "state", v."document_id" as "document_id", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::text as "name", $4::text as "extension", $5::int as "size", $6::date as "datum", $7::text as "betreff", $8::text as "absender", $9::int as "kid", $10::int as "vid", $11::int as "schaden", $12::text as "url", $13::text as "dir", $14::int as "aws", $15::text as "state", $16::int as "document_id", $17::timestamp(0) as "insert_datum", $18::timestamp(0) as "edit_datum") v
returning printed;

-- update inbox/documents
update inbox_document t
set "name" = v."name", "extension" = v."extension", "size" = v."size", "datum" = v."datum", "betreff" = v."betreff", "absender" = v."absender", "kid" = v."kid", "vid" = v."vid", "schaden" = v."schaden", "url" = v."url", "dir" = v."dir", "aws" = v."aws", "state" = v."state", "document_id" = v."document_id", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum",
printed = (select row_to_json(p)::text from (select v."id" as "id", v."name" as "name", v."extension" as "extension", v."size" as "size", v."datum" as "datum", v."betreff" as "betreff", v."absender" as "absender", v."kid" as "kid", v."vid" as "vid", v."schaden" as "schaden", v."url" as "url", v."dir" as "dir", v."aws" as "aws", v."state" as "state", v."document_id" as "document_id", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::text as "name", $4::text as "extension", $5::int as "size", $6::date as "datum", $7::text as "betreff", $8::text as "absender", $9::int as "kid", $10::int as "vid", $11::int as "schaden", $12::text as "url", $13::text as "dir", $14::int as "aws", $15::text as "state", $16::int as "document_id", $17::timestamp(0) as "insert_datum", $18::timestamp(0) as "edit_datum") v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert activities
insert into activity (org_id, "id", "kid", "kategorie", "titel", "start", "ende", "status", "verantwortlich", "ersteller", "erledigt_am", "erledigt_kid", "beschreibung", "insert_datum", "edit_datum", extra, printed)
select $1::int, v."id", v."kid", v."kategorie", v."titel", v."start", v."ende", v."status", v."verantwortlich", v."ersteller", v."erledigt_am", v."erledigt_kid", v."beschreibung", v."insert_datum", v."edit_datum", v.extra,
(select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."kid" as "kid", v."kategorie" as "kategorie", v."titel" as "titel", to_char(v."start", 'YYYY-MM-DD HH24:MI:SS') as "start", to_char(v."ende", 'YYYY-MM-DD HH24:MI:SS') as "ende", v."status" as "status", v."verantwortlich" as "verantwortlich", v."ersteller" as "ersteller", to_char(v."erledigt_am", 'YYYY-MM-DD HH24:MI:SS') as "erledigt_am", v."erledigt_kid" as "erledigt_kid", v."beschreibung" as "beschreibung", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as "id", $3::int as "kid", $4::int as "kategorie", $5::text as "titel", $6::timestamp(0) as "start", $7::timestamp(0) as "ende", $8::int as "status", $9::int as "verantwortlich", $10::int as "ersteller", $11::timestamp(0) as "erledigt_am", $12::int as "erledigt_kid", $13::text as "beschreibung", $14::timestamp(0) as "insert_datum", $15::timestamp(0) as "edit_datum", $16::text as extra) v
returning printed;

-- update activities
update activity t
set "kid" = v."kid", "kategorie" = v."kategorie", "titel" = v."titel", "start" = v."start", "ende" = v."ende", "status" = v."status", "verantwortlich" = v."verantwortlich", "ersteller" = v."ersteller", "erledigt_am" = v."erledigt_am", "erledigt_kid" = v."erledigt_kid", "beschreibung" = v."beschreibung", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum", extra = v.extra,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."kid" as "kid", v."kategorie" as "kategorie", v."titel" as "titel", to_char(v."start", 'YYYY-MM-DD HH24:MI:SS') as "start", to_char(v."ende", 'YYYY-MM-DD HH24:MI:SS') as "ende", v."status" as "status", v."verantwortlich" as "verantwortlich", v."ersteller" as "ersteller", to_char(v."erledigt_am", 'YYYY-MM-DD HH24:MI:SS') as "erledigt_am", v."erledigt_kid" as "erledigt_kid", v."beschreibung" as "beschreibung", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as "id", $3::int as "kid", $4::int as "kategorie", $5::text as "titel", $6::timestamp(0) as "start", $7::timestamp(0) as "ende", $8::int as "status", $9::int as "verantwortlich", $10::int as "ersteller", $11::timestamp(0) as "erledigt_am", $12::int as "erledigt_kid", $13::text as "beschreibung", $14::timestamp(0) as "insert_datum", $15::timestamp(0) as "edit_datum", $16::text as extra) v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert finances
insert into finance_entry (org_id, "id", "kid", "bereich", "ek_art", "bezeichnung", "betrag", "est", "zahlweise", "beginn", "ende", "stkl", "zkf", "gwv", "vwl", "vwl_ag", "fb", "re4", "bemerkung", "draft", "insert_datum", "edit_datum", extra, printed)
select $1::int, v."id", v."kid", v."bereich", v."ek_art", v."bezeichnung", v."betrag", v."est", v."zahlweise", v."beginn", v."ende", v."stkl", v."zkf", v."gwv", v."vwl", v."vwl_ag", v."fb", v."re4", v."bemerkung", v."draft", v."insert_datum", v."edit_datum", v.extra,
(select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."kid" as "kid", v."bereich" as "bereich", v."ek_art" as "ek_art", v."bezeichnung" as "bezeichnung", v."betrag"::text as "betrag", v."est"::text as "est", v."zahlweise" as "zahlweise", v."beginn" as "beginn", v."ende" as "ende", v."stkl" as "stkl", v."zkf"::text as "zkf", v."gwv"::text as "gwv", v."vwl"::text as "vwl", v."vwl_ag"::text as "vwl_ag", v."fb"::text as "fb", v."re4"::text as "re4", v."bemerkung" as "bemerkung", v."draft" as "draft", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as "id", $3::int as "kid", $4::int as "bereich", $5::int as "ek_art", $6::text as "bezeichnung", $7::numeric(15,2) as "betrag", $8::numeric(15,5) as "est", $9::text as "zahlweise", $10::date as "beginn", $11::date as "ende", $12::int as "stkl", $13::numeric(15,5) as "zkf", $14::numeric(15,2) as "gwv", $15::numeric(15,2) as "vwl", $16::numeric(15,2) as "vwl_ag", $17::numeric(15,2) as "fb", $18::numeric(15,5) as "re4", $19::text as "bemerkung", $20::smallint as "draft", $21::timestamp(0) as "insert_datum", $22::timestamp(0) as "edit_datum", $23::text as extra) v
returning printed;

-- update finances
update finance_entry t
set "kid" = v."kid", "bereich" = v."bereich", "ek_art" = v."ek_art", "bezeichnung" = v."bezeichnung", "betrag" = v."betrag", "est" = v."est", "zahlweise" = v."zahlweise", "beginn" = v."beginn", "ende" = v."ende", "stkl" = v."stkl", "zkf" = v."zkf", "gwv" = v."gwv", "vwl" = v."vwl", "vwl_ag" = v."vwl_ag", "fb" = v."fb", "re4" = v."re4", "bemerkung" = v."bemerkung", "draft" = v."draft", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum", extra = v.extra,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."kid" as "kid", v."bereich" as "bereich", v."ek_art" as "ek_art", v."bezeichnung" as "bezeichnung", v."betrag"::text as "betrag", v."est"::text as "est", v."zahlweise" as "zahlweise", v."beginn" as "beginn", v."ende" as "ende", v."stkl" as "stkl", v."zkf"::text as "zkf", v."gwv"::text as "gwv", v."vwl"::text as "vwl", v."vwl_ag"::text as "vwl_ag", v."fb"::text as "fb", v."re4"::text as "re4", v."bemerkung" as "bemerkung", v."draft" as "draft", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as "id", $3::int as "kid", $4::int as "bereich", $5::int as "ek_art", $6::text as "bezeichnung", $7::numeric(15,2) as "betrag", $8::numeric(15,5) as "est", $9::text as "zahlweise", $10::date as "beginn", $11::date as "ende", $12::int as "stkl", $13::numeric(15,5) as "zkf", $14::numeric(15,2) as "gwv", $15::numeric(15,2) as "vwl", $16::numeric(15,2) as "vwl_ag", $17::numeric(15,2) as "fb", $18::numeric(15,5) as "re4", $19::text as "bemerkung", $20::smallint as "draft", $21::timestamp(0) as "insert_datum", $22::timestamp(0) as "edit_datum", $23::text as extra) v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert goals
insert into goal (org_id, "id", "kid", "type", "subject", "priority", "end", "value", "payment", "description", "draft", "insert_datum", "edit_datum", extra, printed)
select $1::int, v."id", v."kid", v."type", v."subject", v."priority", v."end", v."value", v."payment", v."description", v."draft", v."insert_datum", v."edit_datum", v.extra,
(select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."kid" as "kid", v."type" as "type", v."subject" as "subject", v."priority" as "priority", v."end" as "end", v."value"::text as "value", v."payment" as "payment", v."description" as "description", v."draft" as "draft", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as "id", $3::int as "kid", $4::int as "type", $5::text as "subject", $6::int as "priority", $7::date as "end", $8::numeric(15,2) as "value", $9::text as "payment", $10::text as "description", $11::smallint as "draft", $12::timestamp(0) as "insert_datum", $13::timestamp(0) as "edit_datum", $14::text as extra) v
returning printed;

-- update goals
update goal t
set "kid" = v."kid", "type" = v."type", "subject" = v."subject", "priority" = v."priority", "end" = v."end", "value" = v."value", "payment" = v."payment", "description" = v."description", "draft" = v."draft", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum", extra = v.extra,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."kid" as "kid", v."type" as "type", v."subject" as "subject", v."priority" as "priority", v."end" as "end", v."value"::text as "value", v."payment" as "payment", v."description" as "description", v."draft" as "draft", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as "id", $3::int as "kid", $4::int as "type", $5::text as "subject", $6::int as "priority", $7::date as "end", $8::numeric(15,2) as "value", $9::text as "payment", $10::text as "description", $11::smallint as "draft", $12::timestamp(0) as "insert_datum", $13::timestamp(0) as "edit_datum", $14::text as extra) v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert contact-persons
insert into contact_person (org_id, "id", "kid", "anrede", "vorname", "name", "position", "bereich", "email", "telefon", "mobil", "insert_datum", "edit_datum", extra, printed)
select $1::int, v."id", v."kid", v."anrede", v."vorname", v."name", v."position", v."bereich", v."email", v."telefon", v."mobil", v."insert_datum", v."edit_datum", v.extra,
(select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."kid" as "kid", v."anrede" as "anrede", v."vorname" as "vorname", v."name" as "name", v."position" as "position", v."bereich" as "bereich", v."email" as "email", v."telefon" as "telefon", v."mobil" as "mobil", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as "id", $3::int as "kid", $4::text as "anrede", $5::text as "vorname", $6::text as "name", $7::text as "position", $8::text as "bereich", $9::text as "email", $10::text as "telefon", $11::text as "mobil", $12::timestamp(0) as "insert_datum", $13::timestamp(0) as "edit_datum", $14::text as extra) v
returning printed;

-- update contact-persons
update contact_person t
set "kid" = v."kid", "anrede" = v."anrede", "vorname" = v."vorname", "name" = v."name", "position" = v."position", "bereich" = v."bereich", "email" = v."email", "telefon" = v."telefon", "mobil" = v."mobil", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum", extra = v.extra,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."kid" as "kid", v."anrede" as "anrede", v."vorname" as "vorname", v."name" as "name", v."position" as "position", v."bereich" as "bereich", v."email" as "email", v."telefon" as "telefon", v."mobil" as "mobil", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as "id", $3::int as "kid", $4::text as "anrede", $5::text as "vorname", $6::text as "name", $7::text as "position", $8::text as "bereich", $9::text as "email", $10::text as "telefon", $11::text as "mobil", $12::timestamp(0) as "insert_datum", $13::timestamp(0) as "edit_datum", $14::text as extra) v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert portals
insert into portal (org_id, "id", "kid", "art", "name", "url", "user", "pass", "zusatz", "insert_datum", "edit_datum", extra, printed)
select $1::int, v."id", v."kid", v."art", v."name", v."url", v."user", v."pass", v."zusatz", v."insert_datum", v."edit_datum", v.extra,
(select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."kid" as "kid", v."art" as "art", v."name" as "name", v."url" as "url", v."user" as "user", case when v."pass" <> '' then '********' else v."pass" end as "pass", v."zusatz" as "zusatz", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as "id", $3::int as "kid", $4::text as "art", $5::text as "name", $6::text as "url", $7::text as "user", $8::text as "pass", $9::text as "zusatz", $10::timestamp(0) as "insert_datum", $11::timestamp(0) as "edit_datum", $12::text as extra) v
returning printed;

-- update portals
update portal t
set "kid" = v."kid", "art" = v."art", "name" = v."name", "url" = v."url", "user" = v."user", "pass" = v."pass", "zusatz" = v."zusatz", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum", extra = v.extra,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, v.extra as extra from (select v."id" as "id", v."kid" as "kid", v."art" as "art", v."name" as "name", v."url" as "url", v."user" as "user", case when v."pass" <> '' then '********' else v."pass" end as "pass", v."zusatz" as "zusatz", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as "id", $3::int as "kid", $4::text as "art", $5::text as "name", $6::text as "url", $7::text as "user", $8::text as "pass", $9::text as "zusatz", $10::timestamp(0) as "insert_datum", $11::timestamp(0) as "edit_datum", $12::text as extra) v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert system/tags
insert into tag (org_id, "id", "kid", "tag", "freigabe", "insert_datum", "insert_user_id", printed)
select $1::int, v."id", v."kid", v."tag", v."freigabe", v."insert_datum", v."insert_user_id",
(select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."tag" as "tag", v."freigabe" as "freigabe", v."insert_datum"::date as "insert_datum", v."insert_user_id" as "insert_user_id") p)
from (select $2::int as "id", $3::int as "kid", $4::text as "tag", $5::int as "freigabe", $6::timestamp(0) as "insert_datum", $7::int as "insert_user_id") v
returning printed;

-- update system/tags
update tag t
set "kid" = v."kid", "tag" = v."tag", "freigabe" = v."freigabe", "insert_datum" = v."insert_datum", "insert_user_id" = v."insert_user_id",
printed = (select row_to_json(p)::text from (select v."id" as "id", v."kid" as "kid", v."tag" as "tag", v."freigabe" as "freigabe", v."insert_datum"::date as "insert_datum", v."insert_user_id" as "insert_user_id") p)
from (select $2::int as "id", $3::int as "kid", $4::text as "tag", $5::int as "freigabe", $6::timestamp(0) as "insert_datum", $7::int as "insert_user_id") v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert comments
insert into comment (org_id, "id", "owner_section", "owner_id", "text", "autor_kid", "insert_datum", "edit_datum", printed)
select $1::int, v."id", v."owner_section", v."owner_id", v."text", v."autor_kid", v."insert_datum", v."edit_datum",
(select row_to_json(p)::text from (select v."id" as "id", v."owner_section" as "owner_section", v."owner_id" as "owner_id", v."text" as "text", v."autor_kid" as "autor_kid", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::text as "owner_section", $4::int as "owner_id", $5::text as "text", $6::int as "autor_kid", $7::timestamp(0) as "insert_datum", $8::timestamp(0) as "edit_datum") v
returning printed;

-- update comments
update comment t
set "owner_section" = v."owner_section", "owner_id" = v."owner_id", "text" = v."text", "autor_kid" = v."autor_kid", "insert_datum" = v."insert_datum", "edit_datum" = v."edit_datum",
printed = (select row_to_json(p)::text from (select v."id" as "id", v."owner_section" as "owner_section", v."owner_id" as "owner_id", v."text" as "text", v."autor_kid" as "autor_kid", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(v."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as "id", $3::text as "owner_section", $4::int as "owner_id", $5::text as "text", $6::int as "autor_kid", $7::timestamp(0) as "insert_datum", $8::timestamp(0) as "edit_datum") v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert followers
insert into follower (org_id, "id", "owner_section", "owner_id", "kid_user", "insert_datum", printed)
select $1::int, v."id", v."owner_section", v."owner_id", v."kid_user", v."insert_datum",
(select row_to_json(p)::text from (select v."id" as "id", v."owner_section" as "owner_section", v."owner_id" as "owner_id", v."kid_user" as "kid_user", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum") p)
from (select $2::int as "id", $3::text as "owner_section", $4::int as "owner_id", $5::int as "kid_user", $6::timestamp(0) as "insert_datum") v
returning printed;

-- update followers
update follower t
set "owner_section" = v."owner_section", "owner_id" = v."owner_id", "kid_user" = v."kid_user", "insert_datum" = v."insert_datum",
printed = (select row_to_json(p)::text from (select v."id" as "id", v."owner_section" as "owner_section", v."owner_id" as "owner_id", v."kid_user" as "kid_user", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum") p)
from (select $2::int as "id", $3::text as "owner_section", $4::int as "owner_id", $5::int as "kid_user", $6::timestamp(0) as "insert_datum") v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- insert tags
insert into tag_assignment (org_id, "id", "owner_section", "owner_id", "tag_id", "insert_datum", printed)
select $1::int, v."id", v."owner_section", v."owner_id", v."tag_id", v."insert_datum",
(select row_to_json(p)::text from (select v."id" as "id", v."owner_section" as "owner_section", v."owner_id" as "owner_id", v."tag_id" as "tag_id", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum") p)
from (select $2::int as "id", $3::text as "owner_section", $4::int as "owner_id", $5::int as "tag_id", $6::timestamp(0) as "insert_datum") v
returning printed;

-- update tags
update tag_assignment t
set "owner_section" = v."owner_section", "owner_id" = v."owner_id", "tag_id" = v."tag_id", "insert_datum" = v."insert_datum",
printed = (select row_to_json(p)::text from (select v."id" as "id", v."owner_section" as "owner_section", v."owner_id" as "owner_id", v."tag_id" as "tag_id", to_char(v."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum") p)
from (select $2::int as "id", $3::text as "owner_section", $4::int as "owner_id", $5::int as "tag_id", $6::timestamp(0) as "insert_datum") v
where t.org_id = $1 and t.id = v.id
returning t.printed;

-- merge addresses.kid
update address t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", v.id as "kid", t."art" as "art", t."bezeichnung" as "bezeichnung", t."adresszusatz" as "adresszusatz", t."strasse" as "strasse", t."plz" as "plz", t."ort" as "ort", t."bundesland" as "bundesland", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0;

-- merge addresses.kid
update address t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", v.id as "kid", t."art" as "art", t."bezeichnung" as "bezeichnung", t."adresszusatz" as "adresszusatz", t."strasse" as "strasse", t."plz" as "plz", t."ort" as "ort", t."bundesland" as "bundesland", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0;

-- merge contacts.kid
update contact_detail t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", v.id as "kid", t."art" as "art", t."wert" as "wert", t."werbung" as "werbung", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0;

-- merge contacts.kid
update contact_detail t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", v.id as "kid", t."art" as "art", t."wert" as "wert", t."werbung" as "werbung", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0;

-- merge banking.kid
update bank_account t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", v.id as "kid", t."typ" as "typ", t."inhaber" as "inhaber", t."nummer" as "nummer", t."iban" as "iban", t."bic" as "bic", t."institut" as "institut", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0;

-- merge banking.kid
update bank_account t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", v.id as "kid", t."typ" as "typ", t."inhaber" as "inhaber", t."nummer" as "nummer", t."iban" as "iban", t."bic" as "bic", t."institut" as "institut", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0;

-- merge numbers.kid
update contact_number t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", v.id as "kid", t."art" as "art", t."wert" as "wert", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0;

-- merge numbers.kid
update contact_number t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", v.id as "kid", t."art" as "art", t."wert" as "wert", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0;

-- merge identity.kid
update identity_document t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", v.id as "kid", t."art" as "art", t."behoerde" as "behoerde", t."ausgestellt" as "ausgestellt", t."gueltig" as "gueltig", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0;

-- merge identity.kid
update identity_document t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", v.id as "kid", t."art" as "art", t."behoerde" as "behoerde", t."ausgestellt" as "ausgestellt", t."gueltig" as "gueltig", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0;

-- merge jobs.kid
update job t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", v.id as "kid", t."arbeitgeber" as "arbeitgeber", t."beruf" as "beruf", t."berufsstatus" as "berufsstatus", t."datum_eintritt" as "datum_eintritt", t."datum_austritt" as "datum_austritt", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0;

-- merge jobs.kid
update job t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", v.id as "kid", t."arbeitgeber" as "arbeitgeber", t."beruf" as "beruf", t."berufsstatus" as "berufsstatus", t."datum_eintritt" as "datum_eintritt", t."datum_austritt" as "datum_austritt", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0;

-- merge contracts.kid
update contract t
set "kid" = v.id,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, t.extra as extra from (select t."id" as "id", v.id as "kid", t."sparte" as "sparte", t."nummer" as "nummer", t."nummer" as "vertragsnummer", t."gesellschaft" as "gesellschaft", t."beitrag"::text as "beitrag", t."intervall" as "intervall", t."beginn" as "beginn", t."ablauf" as "ablauf", t."status" as "status", t."bemerkung" as "bemerkung", t."gd_abr_firma" as "gd_abr_firma", t."archiv" as "archiv", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0;

-- merge contracts.kid
update contract t
set "kid" = v.id,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, t.extra as extra from (select t."id" as "id", v.id as "kid", t."sparte" as "sparte", t."nummer" as "nummer", t."nummer" as "vertragsnummer", t."gesellschaft" as "gesellschaft", t."beitrag"::text as "beitrag", t."intervall" as "intervall", t."beginn" as "beginn", t."ablauf" as "ablauf", t."status" as "status", t."bemerkung" as "bemerkung", t."gd_abr_firma" as "gd_abr_firma", t."archiv" as "archiv", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0;

-- merge persons.kid
update contract_person t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", v.id as "kid", t."vid" as "vid", t."pid" as "pid", t."art" as "art", t."person_art" as "person_art", t."name" as "name", t."person_name" as "person_name", t."beschreibung" as "beschreibung", t."ranking" as "ranking", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0;

-- merge persons.kid
update contract_person t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", v.id as "kid", t."vid" as "vid", t."pid" as "pid", t."art" as "art", t."person_art" as "person_art", t."name" as "name", t."person_name" as "person_name", t."beschreibung" as "beschreibung", t."ranking" as "ranking", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0;

-- merge persons.pid
update contract_person t
set "pid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", t."kid" as "kid", t."vid" as "vid", v.id as "pid", t."art" as "art", t."person_art" as "person_art", t."name" as "name", t."person_name" as "person_name", t."beschreibung" as "beschreibung", t."ranking" as "ranking", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."pid" = $3::int and t.del = 0;

-- merge persons.pid
update contract_person t
set "pid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", t."kid" as "kid", t."vid" as "vid", v.id as "pid", t."art" as "art", t."person_art" as "person_art", t."name" as "name", t."person_name" as "person_name", t."beschreibung" as "beschreibung", t."ranking" as "ranking", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."pid" = $3::int and t.del <> 0;

-- merge tariffs.kid
update contract_tariff t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", v.id as "kid", t."vid" as "vid", t."ranking" as "ranking", t."name" as "name", t."tarif_id" as "tarif_id", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0;

-- merge tariffs.kid
update contract_tariff t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", v.id as "kid", t."vid" as "vid", t."ranking" as "ranking", t."name" as "name", t."tarif_id" as "tarif_id", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0;

-- merge damages.kid
update damage t
set "kid" = v.id,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, t.extra as extra from (select t."id" as "id", v.id as "kid", t."vid" as "vid", t."art" as "art", t."nummer" as "nummer", t."nummer_intern" as "nummer_intern", t."anschrift_strasse" as "anschrift_strasse", t."anschrift_plz" as "anschrift_plz", t."anschrift_ort" as "anschrift_ort", t."datum_schaden" as "datum_schaden", t."datum_meldung_makler" as "datum_meldung_makler", t."datum_meldung_gesellschaft" as "datum_meldung_gesellschaft", t."datum_erledigt" as "datum_erledigt", t."polizei_dienststelle" as "polizei_dienststelle", t."polizei_nummer" as "polizei_nummer", t."betrag"::text as "betrag", t."reserve"::text as "reserve", t."leistung"::text as "leistung", t."serviceportal" as "serviceportal", t."draft" as "draft", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0;

-- merge damages.kid
update damage t
set "kid" = v.id,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, t.extra as extra from (select t."id" as "id", v.id as "kid", t."vid" as "vid", t."art" as "art", t."nummer" as "nummer", t."nummer_intern" as "nummer_intern", t."anschrift_strasse" as "anschrift_strasse", t."anschrift_plz" as "anschrift_plz", t."anschrift_ort" as "anschrift_ort", t."datum_schaden" as "datum_schaden", t."datum_meldung_makler" as "datum_meldung_makler", t."datum_meldung_gesellschaft" as "datum_meldung_gesellschaft", t."datum_erledigt" as "datum_erledigt", t."polizei_dienststelle" as "polizei_dienststelle", t."polizei_nummer" as "polizei_nummer", t."betrag"::text as "betrag", t."reserve"::text as "reserve", t."leistung"::text as "leistung", t."serviceportal" as "serviceportal", t."draft" as "draft", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0;

-- merge documents.kid
update document t
set "kid" = v.id,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, t.extra as extra from (select t."id" as "id", v.id as "kid", t."name" as "name", t."extension" as "extension", t."size" as "size", t."datum" as "datum", t."ordner" as "ordner", t."vid" as "vid", t."schaden" as "schaden", t."nr" as "nr", t."url" as "url", t."dir" as "dir", t."aws" as "aws", t."kundenportal" as "kundenportal", t."is_eml" as "is_eml", t."protect" as "protect", t."has_error" as "has_error", t."ai_status" as "ai_status", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0;

-- merge documents.kid
update document t
set "kid" = v.id,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, t.extra as extra from (select t."id" as "id", v.id as "kid", t."name" as "name", t."extension" as "extension", t."size" as "size", t."datum" as "datum", t."ordner" as "ordner", t."vid" as "vid", t."schaden" as "schaden", t."nr" as "nr", t."url" as "url", t."dir" as "dir", t."aws" as "aws", t."kundenportal" as "kundenportal", t."is_eml" as "is_eml", t."protect" as "protect", t."has_error" as "has_error", t."ai_status" as "ai_status", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0;

-- merge folders.kid
update document_folder t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", t."name" as "name", t."parent_id" as "parent_id", v.id as "kid", t."kundenportal" as "kundenportal", t."protect" as "protect", t."datum" as "datum", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int;

-- merge inbox/documents.kid
update inbox_document t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", t."name" as "name", t."extension" as "extension", t."size" as "size", t."datum" as "datum", t."betreff" as "betreff", t."absender" as "absender", v.id as "kid", t."vid" as "vid", t."schaden" as "schaden", t."url" as "url", t."dir" as "dir", t."aws" as "aws", t."state" as "state", t."document_id" as "document_id", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0;

-- merge inbox/documents.kid
update inbox_document t
set "kid" = v.id,
printed = (select row_to_json(p)::text from (select t."id" as "id", t."name" as "name", t."extension" as "extension", t."size" as "size", t."datum" as "datum", t."betreff" as "betreff", t."absender" as "absender", v.id as "kid", t."vid" as "vid", t."schaden" as "schaden", t."url" as "url", t."dir" as "dir", t."aws" as "aws", t."state" as "state", t."document_id" as "document_id", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0;

-- merge activities.kid
update activity t
set "kid" = v.id,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, t.extra as extra from (select t."id" as "id", v.id as "kid", t."kategorie" as "kategorie", t."titel" as "titel", to_char(t."start", 'YYYY-MM-DD HH24:MI:SS') as "start", to_char(t."ende", 'YYYY-MM-DD HH24:MI:SS') as "ende", t."status" as "status", t."verantwortlich" as "verantwortlich", t."ersteller" as "ersteller", to_char(t."erledigt_am", 'YYYY-MM-DD HH24:MI:SS') as "erledigt_am", t."erledigt_kid" as "erledigt_kid", t."beschreibung" as "beschreibung", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0;

-- merge activities.kid
update activity t
set "kid" = v.id,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, t.extra as extra from (select t."id" as "id", v.id as "kid", t."kategorie" as "kategorie", t."titel" as "titel", to_char(t."start", 'YYYY-MM-DD HH24:MI:SS') as "start", to_char(t."ende", 'YYYY-MM-DD HH24:MI:SS') as "ende", t."status" as "status", t."verantwortlich" as "verantwortlich", t."ersteller" as "ersteller", to_char(t."erledigt_am", 'YYYY-MM-DD HH24:MI:SS') as "erledigt_am", t."erledigt_kid" as "erledigt_kid", t."beschreibung" as "beschreibung", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0;

-- merge finances.kid
update finance_entry t
set "kid" = v.id,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, t.extra as extra from (select t."id" as "id", v.id as "kid", t."bereich" as "bereich", t."ek_art" as "ek_art", t."bezeichnung" as "bezeichnung", t."betrag"::text as "betrag", t."est"::text as "est", t."zahlweise" as "zahlweise", t."beginn" as "beginn", t."ende" as "ende", t."stkl" as "stkl", t."zkf"::text as "zkf", t."gwv"::text as "gwv", t."vwl"::text as "vwl", t."vwl_ag"::text as "vwl_ag", t."fb"::text as "fb", t."re4"::text as "re4", t."bemerkung" as "bemerkung", t."draft" as "draft", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0;

-- merge finances.kid
update finance_entry t
set "kid" = v.id,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, t.extra as extra from (select t."id" as "id", v.id as "kid", t."bereich" as "bereich", t."ek_art" as "ek_art", t."bezeichnung" as "bezeichnung", t."betrag"::text as "betrag", t."est"::text as "est", t."zahlweise" as "zahlweise", t."beginn" as "beginn", t."ende" as "ende", t."stkl" as "stkl", t."zkf"::text as "zkf", t."gwv"::text as "gwv", t."vwl"::text as "vwl", t."vwl_ag"::text as "vwl_ag", t."fb"::text as "fb", t."re4"::text as "re4", t."bemerkung" as "bemerkung", t."draft" as "draft", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0;

-- merge goals.kid
update goal t
set "kid" = v.id,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, t.extra as extra from (select t."id" as "id", v.id as "kid", t."type" as "type", t."subject" as "subject", t."priority" as "priority", t."end" as "end", t."value"::text as "value", t."payment" as "payment", t."description" as "description", t."draft" as "draft", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del = 0;

-- merge goals.kid
update goal t
set "kid" = v.id,
printed = (select case when j.extra is null then j.doc else left(j.doc, -1) || ',' || substr(j.extra, 2) end from (select row_to_json(p)::text as doc, t.extra as extra from (select t."id" as "id", v.id as "kid", t."type" as "type", t."subject" as "subject", t."priority" as "priority", t."end" as "end", t."value"::text as "value", t."payment" as "payment", t."description" as "description", t."draft" as "draft", to_char(t."insert_datum", 'YYYY-MM-DD HH24:MI:SS') as "insert_datum", to_char(t."edit_datum", 'YYYY-MM-DD HH24:MI:SS') as "edit_datum") p) j)
from (select $2::int as id) v
where t.org_id = $1 and t."kid" = $3::int and t.del <> 0;
