/** Users of the organisation, their role and their login. */
import { z } from 'zod';
import { openSession } from './account.ts';
import { option } from './fields.ts';
import { answer, changeOf, done, field, items, listed, listQuery, type Routes, time } from './route.ts';

/** Whose second factor an organisation requires. */
const factorRequired = ['nobody', 'administrators', 'everybody'] as const;

const text = z.string().trim().max(255);
const person = z.strictObject({
  email: field.email,
  vorname: text.nullish(),
  name: text,
  rolle: z.string().max(60).nullable(),
  lizenz: z.boolean(),
  lizenz_typ: z.string().max(60).nullish(),
});

const user = answer({
  kid: z.number(),
  vorname: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string(),
  rolle: z.string().nullable(),
  lizenz: z.boolean(),
  lizenz_typ: z.string().nullable(),
  aktiv: z.boolean(),
  letzter_login: time.nullable(),
  has_password: z.boolean(),
  work_account: z.boolean(),
  totp: z.boolean(),
  passkeys: z.number(),
  lacks_factor: z.boolean(),
  sessions: z.number(),
  invited_until: time.nullable(),
});

const link = { link: z.string(), expires_at: time.nullable(), mailed: z.boolean() } as const;

/** Sort keys of the list of users. */
export const userSorts = ['name', 'email', 'rolle', 'letzter_login'] as const;

export const userRoutes = {
  'GET /users': {
    query: { ...listQuery(userSorts), active: '`true`: those who may sign in' },
    answer: listed(user).extend({
      roles: z.array(option),
      licence_types: z.array(option),
      second_factor: z.enum(factorRequired),
      without_factor: answer({ administrators: z.number(), everybody: z.number() }),
      licences: answer({ used: z.number(), limit: z.number() }),
    }),
    about:
      '`second_factor`: whose second factor the organisation requires. `lacks_factor`: it is required of this user, who has none. `without_factor`: how many who can sign in have none.',
  },
  'POST /users': { body: person, status: 201, answer: answer({ kid: z.number(), ...link }) },
  'PATCH /users/:kid': {
    body: changeOf(person.extend({ aktiv: z.boolean(), revoke_tokens: z.boolean() }).partial()),
    answer: done,
    about:
      '409 `last_administrator` where the last administrator who can sign in would be demoted, deactivated or get another address. The REST API answers the same. `revoke_tokens`: the tokens that act for the user are revoked in the same transaction; else they go on.',
  },
  'DELETE /users/:kid': {
    query: { revoke_tokens: '`true`: the tokens that act for the user are revoked with it' },
    answer: done,
    about: '409 `last_administrator`.',
  },
  'POST /users/:kid/invitation': {
    answer: answer({ kind: z.enum(['invitation', 'reset', 'work-account']), ...link }),
    about:
      '`reset` where the user has a password; `work-account` (the page of the sign-in, without an end) where the organisation has switched passwords off.',
  },
  'GET /users/:kid/sessions': { answer: items(openSession) },
  'DELETE /users/:kid/sessions': { answer: done },
  'DELETE /users/:kid/sessions/:session': { answer: done },
  'DELETE /users/:kid/factor': {
    answer: done,
    about:
      'The second factor is taken away: app, passkeys and recovery codes. Sessions end. 404 without one; 403 `own_factor` for the own one.',
  },
  'DELETE /users/:kid/work-account': {
    answer: done,
    about:
      'Releases the user from their account at the issuer; the next sign-in with a verified e-mail address binds them again. Sessions end. 404 without one.',
  },
  'PUT /second-factor': { body: changeOf(z.strictObject({ required_of: z.enum(factorRequired) })), answer: done },
} satisfies Routes;
