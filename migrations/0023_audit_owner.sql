-- What happened to a part of a contact was noted below `contacts`, whichever kind of contact it was, so that the
-- history of contract 2 showed the addresses of customer 2. The kind is named now.
update audit_entry e set owner_section = c.section
from contact c
where c.org_id = e.org_id and c.id = e.owner_id and e.owner_section = 'contacts';
