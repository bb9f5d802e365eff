-- Deliveries are found per webhook: what is due by time, the log by number. Fewer indexes for a change's commit to fill.
alter table webhook_delivery add column resent boolean not null default false;
drop index webhook_delivery_due;
drop index webhook_delivery_of;
drop index webhook_delivery_by_id;
drop index webhook_delivery_age;
alter table webhook_delivery drop constraint webhook_delivery_pkey;
alter table webhook_delivery add primary key (org_id, webhook_id, id);
create index webhook_delivery_queue on webhook_delivery (org_id, webhook_id, next_attempt_at, id) where state = 'pending';
create index webhook_delivery_age on webhook_delivery using brin (event_at);
-- How many places the last claim got; an upsert has no other way to return it.
alter table webhook_budget add column granted int not null default 0;
