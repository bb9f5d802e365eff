-- The grams of older versions: of one, two and three characters.

-- FNV-1a over one, two and three letters of a line, from a seed of organisation and record kind; int4 as JavaScript has it.
with recursive seed as (
  select distinct org_id, section, org_id || '/' || section as name, 0 as at, 2166136261::bigint as seed from search_entry
  union all
  select org_id, section, name, at + 1, ((seed # ascii(substr(name, at + 1, 1))) * 16777619) & 4294967295
  from seed where at < length(name)
)
update search_entry s set grams = g.grams
from (
  select e.org_id, e.section, e.id, e.part, e.part_id, array_agg(distinct ((w.h # 2147483648) - 2147483648)::int order by ((w.h # 2147483648) - 2147483648)::int) as grams
  from (
    select t.*, d.seed from search_entry t
    join seed d on d.org_id = t.org_id and d.section = t.section and d.at = length(d.name)
  ) e
  cross join lateral string_to_table(e.text, e'\n') line
  cross join lateral (
    select ascii(l) as a, ascii(lead(l) over (order by n)) as b, ascii(lead(l, 2) over (order by n)) as c
    from string_to_table(line, null) with ordinality x(l, n)
  ) letter
  cross join lateral (select ((e.seed # a) * 16777619) & 4294967295 as one) h1
  cross join lateral (select ((h1.one # b) * 16777619) & 4294967295 as two) h2
  cross join lateral (select ((h2.two # c) * 16777619) & 4294967295 as three) h3
  cross join lateral (values (h1.one), (h2.two), (h3.three)) w(h)
  where w.h is not null
  group by e.org_id, e.section, e.id, e.part, e.part_id
) g
where (s.org_id, s.section, s.id, s.part, s.part_id) = (g.org_id, g.section, g.id, g.part, g.part_id);

-- A record's own entry has the grams of its parts too.
insert into search_entry as s (org_id, section, id, part, part_id, text, grams)
select p.org_id, p.section, p.id, '', 0, '', array_agg(distinct gram order by gram)
from search_entry p, unnest(p.grams) gram
where p.part <> ''
group by p.org_id, p.section, p.id
on conflict (org_id, section, id, part, part_id) do update
set grams = array(select distinct unnest(s.grams || excluded.grams) order by 1);
