-- On a cluster, looking for due deliveries asks every range: workers look where this has moved, and seldom otherwise
-- (src/db/announce.ts). A sequence is cheap to move and to read, and lies on the coordinator alone.
create sequence delivery_announced_seq;
