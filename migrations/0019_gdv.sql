-- GDV deliveries: the lines of records, and choices of a Sparte (docs/gdv.md).

-- A record in a delivery of an insurer; the undo of an import takes its rows back.
create table gdv_delivery (
  org_id int not null,
  section text not null,
  record_id int not null,
  -- VU-Nummer of the insurer.
  vu text not null,
  job_id int not null,
  -- Day of the delivery.
  delivered date not null,
  -- Lines as text, joined by line feeds; null for records without.
  lines text,
  primary key (org_id, section, record_id, vu, job_id)
);
-- distribute: gdv_delivery
create index gdv_delivery_job on gdv_delivery (org_id, job_id);

-- The Sparte that a person chose where several share a GDV Sparte.
create table gdv_sparte (
  org_id int not null,
  -- JSON: VU-Nummer, GDV Sparte, Wagnisart, product.
  key text not null,
  sparte int not null,
  primary key (org_id, key)
);
-- distribute: gdv_sparte
