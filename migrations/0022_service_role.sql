-- What searches compare (src/operations/gram-frequencies.ts): PostgreSQL shows such statistics to the owner of the tables
-- alone, and the service may connect as another role.
create function search_kind_shares() returns table (value text, share float8)
language sql stable security definer set search_path from current
as $$
  select most_common_vals[n][1] || '/' || most_common_vals[n][2], most_common_freqs[n]
  from pg_catalog.pg_stats_ext, pg_catalog.generate_subscripts(most_common_freqs, 1) n
  where statistics_schemaname = current_schema() and statistics_name = 'search_entry_kinds'
$$;
revoke execute on function search_kind_shares() from public;
