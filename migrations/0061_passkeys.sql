-- Passkeys of users (rules 8.2, docs/decisions/0053): a sign-in with the fingerprint, face or PIN of a device.
create table passkey (
  org_id int not null,
  kid int not null,
  -- As the authenticator chose it, base64url.
  id text not null,
  public_key text not null,
  -- How often the authenticator has signed; 0 where it does not count.
  counter bigint not null,
  name text not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (org_id, kid, id),
  constraint passkey_organisation foreign key (org_id) references organisation (org_id) on delete cascade
);
-- distribute: passkey
-- When the last challenge that a passkey of the user answered was issued (milliseconds): each is taken once.
alter table credential add column challenge_at bigint;
