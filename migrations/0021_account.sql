-- The organisation's logo, a small picture that was looked at before it was stored. Its name is its hash with the ending of
-- its kind, so that a browser may keep it for as long as it has this name (docs/settings-api.md).
alter table organisation add column logo bytea;
alter table organisation add column logo_name text;
-- While one process tells of a token's end no other does; what failed is tried again later (docs/operating.md).
alter table api_token add column expiry_telling_until timestamptz;
