/** API tokens of the organisation (rules 6, 11). */
import { z } from 'zod';
import { answer, changeOf, done, field, listed, listOf, listQuery, type Routes, time } from './route.ts';

const scopes = listOf(z.string().max(60), 100);
const addresses = listOf(z.string().trim().min(1).max(60), 200);
const expires = field.time.nullable();

const issued = answer({ token_id: z.number(), token: z.string() });

/** Sort keys of the list of tokens. */
export const tokenSorts = ['name', 'expires_at', 'last_used_at', 'created_at'] as const;

/** `soon` are those of the valid ones that end within thirty days. */
export const tokenStates = ['valid', 'soon', 'expired', 'revoked'] as const;

/** How many tokens one call may end. */
const MOST_AT_ONCE = 200;

export const tokenRoutes = {
  'GET /scopes': {
    answer: answer({ families: z.array(answer({ name: z.string(), actions: z.array(z.string()) })) }),
    about: 'A family groups the scopes of a subject: `{name: "customers", actions: ["read", "write"]}`.',
  },
  'GET /tokens': {
    query: {
      ...listQuery(tokenSorts),
      state: '`valid`, `soon` (valid, and expires within 30 days), `expired` or `revoked`',
      scope: '`v3:customers:read`',
      user: 'a `user_kid`',
    },
    answer: listed(
      answer({
        token_id: z.number(),
        name: z.string(),
        user_kid: z.number(),
        user_name: z.string().nullable(),
        scopes: z.array(z.string()),
        addresses: z.array(z.string()),
        expires_at: time.nullable(),
        revoked_at: time.nullable(),
        created_at: time,
        last_used_at: time.nullable(),
        last_used_address: z.string().nullable(),
      }),
    ),
    about: '`last_used_address`: where the token was used last; noted once a minute.',
  },
  'POST /tokens': {
    body: z.strictObject({
      name: field.name,
      user_kid: field.id,
      scopes,
      expires_at: expires.default(null),
      addresses: addresses.default([]),
    }),
    status: 201,
    answer: issued,
    about: 'The token is shown this once. An `expires_at` in the past is refused.',
  },
  'POST /tokens/revoke': {
    body: z.strictObject({ token_ids: listOf(field.id, MOST_AT_ONCE, 1) }),
    answer: answer({ revoked: z.number() }),
    about: 'All or none. `revoked`: how many were valid until now; ids that are not there are passed over.',
  },
  'PATCH /tokens/:id': {
    body: changeOf(z.strictObject({ name: field.name, scopes, expires_at: expires, addresses }).partial()),
    answer: done,
    about:
      '409 `later_than_issued` where `expires_at` is later than the end that the token was issued with, which its string carries: `reissue` gives it a later one. 409 `already_revoked`.',
  },
  'POST /tokens/:id/revoke': { answer: done },
  'POST /tokens/:id/reissue': {
    body: z.strictObject({ expires_at: expires }).partial(),
    answer: issued,
    about:
      'The old string is refused from then on. `expires_at`: the end of the new one; without it that of the token. 409 `already_revoked`.',
  },
  'DELETE /tokens/:id': { answer: done },
} satisfies Routes;
