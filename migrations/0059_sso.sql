-- Sign-in by OpenID Connect (rules 8.6): the issuer of an organisation, and the accounts there that users are bound to.
create table sso (
  org_id int not null,
  issuer text not null,
  client_id text not null,
  client_secret text,
  active boolean not null,
  local_passwords boolean not null,
  trust_emails boolean not null,
  trust_factor boolean not null,
  create_role text,
  create_domains text[] not null,
  primary key (org_id)
);
-- distribute: sso

-- A user who signs in at the issuer alone has no password.
alter table credential alter column password_hash drop not null;
alter table credential add column sso_issuer text, add column sso_subject text;
create unique index credential_sso on credential (org_id, sso_issuer, sso_subject) where sso_subject is not null;

-- Null: signed in with a password; else whether the issuer's second factor counts. When the user last proved it is them.
alter table session add column sso_factor boolean, add column proved_at timestamptz(3);
