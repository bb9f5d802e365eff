-- The trace of the call that made the event (W3C traceparent), so that a delivery belongs to it whoever makes it, and
-- whenever. Null: it has none, or a version wrote the row that did not keep it.
alter table webhook_delivery add column traceparent text;
