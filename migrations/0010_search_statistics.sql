-- What searches need where tables are distributed: Citus takes no subquery in ON CONFLICT, and statistics are those of
-- shards, on the workers.

-- Grams of two entries, each once, ascending.
create function merged_grams(known int[], added int[]) returns int[]
language sql immutable parallel safe
as $$
  select array(select distinct unnest(known || added) order by 1)
$$;

-- Which share of the entries has a gram, and which is of an organisation's record kind (`org_id/section`), as PostgreSQL
-- knows for its plans. All entries of an organisation are in one table: `search_entry`, or one shard of it.
drop function search_kind_shares();
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

-- PostgreSQL shows such statistics to the owner of the tables alone, and the service may connect as another role.
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
