-- Messages (rules 16.25): the state of the e-mail that a document is. Rows follow their document: its contact, contract and damage are
-- theirs.
create sequence message_id_seq as int;
create table message (
  org_id int not null,
  id int not null,
  document_id int not null,
  activity_id int not null,
  state text not null check (state in ('none', 'queued', 'sent', 'failed')),
  recipients text[] not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  tries int not null default 0,
  next_attempt_at timestamptz(3) not null,
  leased_until timestamptz(3),
  error text,
  primary key (org_id, id)
);
-- distribute: message
create index message_document on message (org_id, document_id);
create index message_created on message (org_id, created_at);
create index message_queued on message (next_attempt_at) where state = 'queued';
