/** A database's schema as text: PostgreSQL's catalogue, one object per line, the same on 15 to 18. */
import type pg from 'pg';

/** Objects of extensions are theirs, as are the names of roles: the owner is called `owner`. */
const IN_SCHEMA = `
  with own as (
    select c.* from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  ), granted as (
    select c.oid, string_agg(
      case a.grantee when 0 then 'public' when c.relowner then 'owner' else pg_get_userbyid(a.grantee) end || ':' || a.privilege_type,
      ' ' order by a.grantee, a.privilege_type) as rights
    from own c, aclexplode(c.relacl) a
    group by c.oid
  )`;

const STATEMENTS = [
  "select 'extension ' || extname as line from pg_extension where extname <> 'plpgsql'",
  `${IN_SCHEMA}
  select concat_ws(' ', case relkind when 'r' then 'table' when 'S' then 'sequence' when 'i' then 'index' else 'other ' || relkind::text end,
    relname, relpersistence::text, reloptions::text, 'rights ' || rights) as line
  from own left join granted using (oid) where relkind <> 'i'`,
  `${IN_SCHEMA}
  select concat_ws(' ', 'column', c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then 'not null' end,
    'default ' || pg_get_expr(d.adbin, d.adrelid),
    case when a.attstorage <> t.typstorage then 'storage ' || a.attstorage::text end,
    'statistics ' || nullif(a.attstattarget, -1),
    nullif(a.attidentity::text, ''), nullif(a.attgenerated::text, ''), a.attacl::text) as line
  from own c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind = 'r'`,
  // Since 18 a column that is not null has a constraint too; the columns say so already.
  `${IN_SCHEMA}
  select concat_ws(' ', 'constraint', c.relname || '.' || k.conname, pg_get_constraintdef(k.oid), case when not k.convalidated then 'not valid' end) as line
  from own c join pg_constraint k on k.conrelid = c.oid and k.contype <> 'n'`,
  `${IN_SCHEMA}
  select 'index ' || pg_get_indexdef(oid) as line from own where relkind = 'i'`,
  `select concat_ws(' ', 'sequence', sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size) as line
  from pg_sequences where schemaname = 'public'`,
  "select 'statistics ' || pg_get_statisticsobjdef(oid) as line from pg_statistic_ext where stxnamespace = 'public'::regnamespace",
  `select concat_ws(' ', 'function', regexp_replace(pg_get_functiondef(p.oid), '\\s+', ' ', 'g'),
    (select 'rights ' || string_agg(case a.grantee when 0 then 'public' when p.proowner then 'owner' else pg_get_userbyid(a.grantee) end || ':' || a.privilege_type, ' ')
      from aclexplode(p.proacl) a)) as line
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
  "select concat_ws(' ', 'trigger', tgrelid::regclass, pg_get_triggerdef(oid)) as line from pg_trigger where not tgisinternal",
  "select concat_ws(' ', 'policy', polrelid::regclass, polname) as line from pg_policy",
];

/** The schema `public`, sorted; the order of columns is left out, because statements name them. */
export const catalogue = async (client: pg.ClientBase): Promise<string[]> => {
  const lines: string[] = [];
  for (const text of STATEMENTS)
    for (const { line } of (await client.query<{ line: string }>(text)).rows)
      lines.push(line.replaceAll('public.', ''));
  return lines.sort();
};
