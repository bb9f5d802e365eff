-- Notes that a record of a packed block was changed (operations/search/pack-search.ts), before its entry is. As a function,
-- because Citus plans an INSERT of what a SELECT finds anew each time, and slowly; the look and the note are each plain
-- statements for one organisation.
create function note_search_change(organisation int, kind text, record int, part_path text, part_number int, new_text text)
returns void
language plpgsql
as $$
begin
  perform 1 from search_block where org_id = organisation and section = kind and last_id >= record limit 1;
  if not found then
    return;
  end if;
  -- Null: the entry goes, or there is none yet.
  if new_text is not null then
    perform 1 from search_entry
    where org_id = organisation and section = kind and id = record and part = part_path and part_id = part_number
      and text = new_text;
    if found then
      return;
    end if;
  end if;
  insert into search_changed (org_id, section, id) values (organisation, kind, record);
end
$$;
