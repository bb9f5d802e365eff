-- A record's own entry has the grams of its parts, so that what a change takes away stays in it: somebody else's words may need it.
-- A record that is changed again and again would have more grams with each word, and each change would write all of them.

-- Grams of a text, as the service makes them (src/derive/search-grams.ts).
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

-- Leaves a record's own entry with the grams of what is there, where it has very many: few entries have, and one in so many writes of
-- those looks. The transaction holds the entry: whoever writes a part meanwhile brings its grams afterwards, and what was brought before
-- is seen by the statement that looks, which begins behind the lock.
-- `own` are those of the record's own text; null where the writer does not know them.
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
    -- A long text takes longer than it saves.
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

-- Brings grams of a part to the own entry of its record.
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

-- As before, and with an eye on how many grams a record's own entry has.
create or replace function write_search_entry(organisation int, kind text, record int, part_path text, part_number int,
  new_text text, new_grams int[], is_new boolean)
returns void
language plpgsql
as $$
declare
  merged int;
begin
  perform 1 from search_block where org_id = organisation and section = kind and last_id >= record limit 1;
  if found then
    perform note_search_change(organisation, kind, record, part_path, part_number, case when not is_new then new_text end);
  end if;
  if is_new then
    -- A new record has no entry yet. Not looking for one saves a fifth of what the entry costs.
    insert into search_entry (org_id, section, id, part, part_id, text, grams)
    values (organisation, kind, record, part_path, part_number, new_text, new_grams);
  elsif part_path = '' then
    -- A record's own entry has the grams of its parts as well.
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
