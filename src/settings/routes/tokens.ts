/** API tokens of the organisation (rules 6, 11). */
import { z } from 'zod';
import { answer, changeOf, done, field, listed, listOf, listQuery, type Routes, time } from './route.ts';

const scopes = listOf(z.string().max(60), 100);
const addresses = listOf(z.string().trim().min(1).max(60), 200);
const expires = field.time.nullable();

const issued = answer({ token_id: z.number(), token: z.string() });

/** What the list of tokens can be sorted by. */
export const tokenSorts = ['name', 'expires_at', 'last_used_at', 'created_at'] as const;

export const tokenRoutes = {
  'GET /scopes': {
    answer: answer({ families: z.array(answer({ name: z.string(), actions: z.array(z.string()) })) }),
    about: 'A family is what a scope is about: `{name: "customers", actions: ["read", "write"]}`.',
  },
  'GET /tokens': {
    query: listQuery(tokenSorts),
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
      }),
    ),
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
    about: 'The token is shown this once.',
  },
  'PATCH /tokens/:id': {
    body: changeOf(z.strictObject({ name: field.name, scopes, expires_at: expires, addresses }).partial()),
    answer: done,
  },
  'POST /tokens/:id/revoke': { answer: done },
  'POST /tokens/:id/reissue': { answer: issued, about: 'The old string is refused from then on.' },
  'DELETE /tokens/:id': { answer: done },
} satisfies Routes;
