-- The search index (docs/decisions/0008).

-- One row for each record and each of its parts, with the section and id of the record, so that a part is written without
-- reading the others. All words of a query must occur in the rows of one record.
create table search_entry (
  org_id int not null,
  section text not null,
  id int not null,
  -- '' for the record itself, otherwise the name of the part.
  part text not null,
  part_id int not null,
  text text not null,
  -- Hashed trigrams, different for each organisation and record kind: the posting lists of an organisation do not grow with
  -- other organisations.
  grams int[] not null,
  primary key (org_id, section, id, part, part_id)
);
-- A query looks up its rarest grams, so the statistics must know the frequent ones.
alter table search_entry alter column grams set statistics 500;
-- Share of an organisation's record kind in all entries: the frequency of a gram is compared with it.
create statistics search_entry_kinds (mcv) on org_id, section from search_entry;
-- distribute: search_entry
create index search_entry_grams on search_entry using gin (grams);

-- Union of two gram arrays, ascending. PL/pgSQL caches its plan, and usually the entry has all grams already.
create function merged_grams(known int[], added int[]) returns int[]
language plpgsql immutable parallel safe
as $$
begin
  if known @> added then
    return known;
  end if;
  return array(select distinct unnest(known || added) order by 1);
end
$$;

-- Grams of a text, as the service makes them.
create function grams_of(organisation int, kind text, of_text text) returns int[]
language plpgsql immutable parallel safe
as $$
declare
  prime constant bigint := 16777619;
  seed bigint := 2166136261;
  single bigint;
  pair bigint;
  letter int;
  gram bigint;
  made int[] := '{}';
begin
  foreach letter in array array(select ascii(c) from regexp_split_to_table(organisation || '/' || kind, '') c) loop
    seed := ((seed # letter) * prime) & 4294967295;
  end loop;
  foreach letter in array array(select ascii(c) from regexp_split_to_table(of_text, '') c) loop
    if letter = 10 then
      single := null;
      pair := null;
    else
      if pair is not null then
        gram := ((pair # letter) * prime) & 4294967295;
        made := made || (case when gram > 2147483647 then gram - 4294967296 else gram end)::int;
      end if;
      pair := ((single # letter) * prime) & 4294967295;
      single := ((seed # letter) * prime) & 4294967295;
    end if;
  end loop;
  return array(select distinct unnest(made) order by 1);
end
$$;

-- The entry of a record contains the grams of its parts, so a change leaves stale grams in it. One in 16 writes of an entry
-- with more than 500 grams recalculates them. The transaction has locked the entry: grams that a concurrent writer of a part
-- adds come later, earlier ones are visible to the statement.
-- `own`: grams of the record's own text; null where the writer does not know them.
create function drop_stale_grams(organisation int, kind text, record int, merged int, own int[]) returns void
language plpgsql
as $$
declare
  own_text text;
  needed int[];
begin
  if merged <= 500 or random() >= 1.0 / 16 then
    return;
  end if;
  if own is null then
    select s.text into own_text
    from search_entry s
    where s.org_id = organisation and s.section = kind and s.id = record and s.part = '' and s.part_id = 0;
    -- For a long text the calculation costs more than it saves.
    if length(own_text) > 20000 then
      return;
    end if;
    own := grams_of(organisation, kind, own_text);
  end if;
  select array(
    select g.gram
    from (
      select unnest(own)
      union
      select unnest(s.grams)
      from search_entry s
      where s.org_id = organisation and s.section = kind and s.id = record and s.part <> ''
    ) g(gram)
    order by 1) into needed;
  update search_entry s
  set grams = needed
  where s.org_id = organisation and s.section = kind and s.id = record and s.part = '' and s.part_id = 0
    and s.grams <> needed;
end
$$;

-- Adds grams of a part to the entry of its record.
create function merge_search_grams(organisation int, kind text, record int, new_grams int[]) returns void
language plpgsql
as $$
declare
  merged int;
begin
  insert into search_entry as s (org_id, section, id, part, part_id, text, grams)
  values (organisation, kind, record, '', 0, '', new_grams)
  on conflict (org_id, section, id, part, part_id) do update
  set grams = merged_grams(s.grams, excluded.grams)
  returning cardinality(s.grams) into merged;
  perform drop_stale_grams(organisation, kind, record, merged, null);
end
$$;

-- Writes the search text of a record or part.
create function write_search_entry(organisation int, kind text, record int, part_path text, part_number int,
  new_text text, new_grams int[], is_new boolean)
returns void
language plpgsql
as $$
declare
  merged int;
begin
  if is_new then
    -- A new record has no entry yet: a plain INSERT costs a fifth less.
    insert into search_entry (org_id, section, id, part, part_id, text, grams)
    values (organisation, kind, record, part_path, part_number, new_text, new_grams);
  elsif part_path = '' then
    -- The entry of the record also has the grams of its parts.
    insert into search_entry as s (org_id, section, id, part, part_id, text, grams)
    values (organisation, kind, record, part_path, part_number, new_text, new_grams)
    on conflict (org_id, section, id, part, part_id) do update
    set text = excluded.text, grams = merged_grams(s.grams, excluded.grams)
    where s.text <> excluded.text
    returning cardinality(s.grams) into merged;
    if found then
      perform drop_stale_grams(organisation, kind, record, merged, new_grams);
    end if;
  else
    insert into search_entry as s (org_id, section, id, part, part_id, text, grams)
    values (organisation, kind, record, part_path, part_number, new_text, new_grams)
    on conflict (org_id, section, id, part, part_id) do update
    set text = excluded.text, grams = excluded.grams
    where s.text <> excluded.text;
  end if;
end
$$;

-- Shares of the entries with a gram, and of an organisation's record kind (`org_id/section`), from the statistics of
-- PostgreSQL. All entries of an organisation are in one table: `search_entry`, or one shard of it.
create function search_shares_here() returns table (what text, value text, share float8)
language sql stable security definer set search_path from current
as $$
  select 'gram', g.value::text, g.share
  from pg_catalog.pg_stats, unnest(most_common_elems::text::int[], most_common_elem_freqs) g (value, share)
  where schemaname = current_schema() and tablename ~ '^search_entry(_\d+)?$' and attname = 'grams'
  union all
  select 'kind', most_common_vals[n][1] || '/' || most_common_vals[n][2], most_common_freqs[n]
  from pg_catalog.pg_stats_ext, pg_catalog.generate_subscripts(most_common_freqs, 1) n
  where statistics_schemaname = current_schema() and statistics_name ~ '^search_entry_kinds(_\d+)?$'
$$;
revoke execute on function search_shares_here() from public;

-- The same from all nodes of a cluster. Only the owner of the tables may read statistics; the service may be another role.
create function search_shares() returns table (what text, value text, share float8)
language plpgsql stable security definer set search_path from current
as $$
begin
  if to_regproc('run_command_on_workers') is null then
    return query select * from search_shares_here();
  else
    return query execute 'select s.what, s.value, s.share
      from run_command_on_workers(''select coalesce(json_agg(s), ''''[]'''') from search_shares_here() s'') worker,
        json_to_recordset(worker.result::json) s (what text, value text, share float8)
      where worker.success';
  end if;
end
$$;
revoke execute on function search_shares() from public;
