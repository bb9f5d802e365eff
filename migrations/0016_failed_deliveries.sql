-- What failed is listed, counted and sent again beside many that were delivered. Deliveries begin as pending, so the
-- commit of a change does not fill it.
create index webhook_delivery_failed on webhook_delivery (org_id, webhook_id, id)
  where state = 'failed';
