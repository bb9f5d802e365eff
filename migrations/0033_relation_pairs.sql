-- Who is Rechtsanwalt and Steuerberater of somebody has that one as Mandant twice: a relation is there once when its types are
-- the same in both directions. Rows of a program of before have null and are compared by the rest.
alter table relation add column reverse_beziehung int;
update relation r
set reverse_beziehung = m.beziehung
from relation m
where m.org_id = r.org_id and m.id = r.reverse_id;
create unique index relation_pair on relation (org_id, kid, kid_beziehung, beziehung, reverse_beziehung) nulls not distinct;
drop index relation_once;
