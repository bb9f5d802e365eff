-- Workers poll for due deliveries on a cluster as on one server.
drop sequence delivery_announced_seq;
