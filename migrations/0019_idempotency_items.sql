-- What a request with an `Idempotency-Key` did is kept in the transaction that does it: its answer as item -1, the
-- outcomes of the items of a batch as 0 and up. So there is no answer that belongs to nothing, and no write without
-- its answer. A request that waits for its answer has no row; a batch that runs has one without status.
delete from idempotency_key where status is null;
alter table idempotency_key drop constraint idempotency_key_pkey;
alter table idempotency_key add column item smallint not null default -1;
alter table idempotency_key add primary key (org_id, token_id, key, item);
alter table idempotency_key drop column request_id;
alter table idempotency_key drop column writes;
