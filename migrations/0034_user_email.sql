-- Two addresses are one by the same rule as in the service (src/email.ts): ASCII letters without regard to case, on every server.
drop index contact_user_email;
create unique index contact_user_email on contact (org_id, lower(email collate "C")) where section = 'users' and del = 0;
