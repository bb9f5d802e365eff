-- Search keys for erasures: the records that stored answers name, and the contracts of erased customers.

-- `section/id` of the records that the request and its answer name; null in rows of the version before.
alter table idempotency_key add column about text[];

-- Keyed hashes of insurer and number of the contracts, so that the next delivery of the insurer does not bring the customer back.
alter table erasure add column contracts text[] not null default '{}';
