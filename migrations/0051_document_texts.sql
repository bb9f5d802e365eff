-- PDFs whose text is not read yet: the worker makes it a part of the search entry of the document (docs/decisions/0056).
create table document_text_job (
  org_id int not null,
  -- Of the document.
  id int not null,
  created_at timestamptz(3) not null,
  leased_until timestamptz(3),
  tries smallint not null default 0,
  primary key (org_id, id)
);
-- distribute: document_text_job
create index document_text_job_queue on document_text_job (created_at);
insert into document_text_job (org_id, id, created_at)
select d.org_id, d.id, d.insert_datum at time zone 'UTC'
from document d
where d.del = 0 and lower(d.extension) = 'pdf';
