-- The end that a token's string carries itself, which no change of the row can put off; `infinity` where it carries none
-- (docs/rules/access.md 6.3). Null: a version issued it that did not note this; then it is the end that the row has.
alter table api_token add column issued_until timestamptz;
