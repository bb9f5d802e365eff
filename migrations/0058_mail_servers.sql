-- Mail servers that organisations send their messages by (rules 16.28); others send by that of the installation.
create table mail_server (
  org_id int not null,
  host text not null,
  port int not null,
  tls text not null check (tls in ('tls', 'starttls', 'none')),
  username text not null,
  password text,
  sender text not null,
  primary key (org_id)
);
-- distribute: mail_server
