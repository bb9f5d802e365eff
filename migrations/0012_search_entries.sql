-- Writes the text that a record or a part of it is found by, and notes the change: one call where there were two
-- statements, which every write pays for (operations/search/search-projection.ts).
create function write_search_entry(organisation int, kind text, record int, part_path text, part_number int,
  new_text text, new_grams int[], is_new boolean)
returns void
language plpgsql
as $$
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
    where s.text <> excluded.text;
  else
    insert into search_entry as s (org_id, section, id, part, part_id, text, grams)
    values (organisation, kind, record, part_path, part_number, new_text, new_grams)
    on conflict (org_id, section, id, part, part_id) do update
    set text = excluded.text, grams = excluded.grams
    where s.text <> excluded.text;
  end if;
end
$$;
