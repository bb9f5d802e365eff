-- Requests of an organisation, counted by hour: for the page "Plan and usage" of the settings. Nothing of a request but its route.

-- The last 7 days by token and route. Token 0 counts the sessions of signed-in users. Half of each page stays free, so that an
-- update is HOT.
create table request_count (
  org_id int not null,
  hour timestamptz(0) not null,
  token_id int not null,
  method text not null,
  route text not null,
  status smallint not null,
  requests bigint not null,
  primary key (org_id, hour, token_id, method, route, status)
) with (fillfactor = 50);
-- distribute: request_count
create index request_count_hour on request_count (hour);

-- The last 90 days: all requests, those that were refused (4xx) and those that failed (5xx).
create table request_total (
  org_id int not null,
  hour timestamptz(0) not null,
  requests bigint not null,
  refused bigint not null,
  failed bigint not null,
  primary key (org_id, hour)
) with (fillfactor = 50);
-- distribute: request_total
create index request_total_hour on request_total (hour);
