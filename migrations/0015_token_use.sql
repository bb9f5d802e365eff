-- Where a token was used last, and whether somebody was told that it ends soon (docs/settings-api.md).
alter table api_token add column last_used_address text;
alter table api_token add column expiry_told_at timestamptz;
-- Those of whom nobody knows yet that they end.
create index api_token_untold on api_token (expires_at)
  where expires_at is not null and revoked_at is null and expiry_told_at is null;
