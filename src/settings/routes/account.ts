/** Own account of a user: password, second factor and sessions. */
import { z } from 'zod';
import { answer, changeOf, done, field, items, type Routes, time } from './route.ts';

/** Reauthentication: password and, with a second factor, a code. */
export const proof = {
  password: z.string().min(1).max(200),
  code: z.string().trim().max(40).optional(),
} as const;

/** The own name. */
const profile = answer({ vorname: z.string().nullable(), name: z.string().nullable() });

const recoveryCodes = z.array(z.string());

/** A browser that is signed in. */
export const openSession = answer({
  id: z.string(),
  created_at: time,
  used_at: time,
  address: z.string().nullable(),
  browser: z.string().nullable(),
  /** The one that asks. */
  current: z.boolean(),
});

export const accountRoutes = {
  'GET /account': {
    who: 'user',
    during: ['password', 'factor'],
    answer: answer({
      kid: z.number(),
      email: z.string(),
      name: z.string(),
      profile,
      rolle: z.string().nullable(),
      totp: z.boolean(),
      recovery_codes: z.number(),
      letzter_login: time.nullable(),
      password_changed_at: time.nullable(),
      sessions: z.number(),
    }),
    about: '`name` is first and last name, `profile` has them apart. `recovery_codes`: how many are left.',
  },
  'PATCH /account': {
    who: 'user',
    body: changeOf(z.strictObject({ vorname: z.string().trim().max(255).nullable(), name: field.name }).partial()),
    answer: done,
    about: 'The own name, as `profile` shows it: a change of the user as the REST API would make it.',
  },
  'POST /account/password': {
    who: 'user',
    during: ['password', 'factor'],
    body: z.strictObject({ current: proof.password, code: proof.code, password: field.password }),
    answer: done,
    about:
      'Proof: `current`, `code`. Issues at `password`: `common_password`, `own_name`, `same_password`. Other sessions and one-time links end.',
  },
  'POST /account/totp': {
    who: 'user',
    during: ['factor'],
    body: z.strictObject(proof),
    answer: answer({ secret: z.string(), uri: z.string() }),
    about: 'Proof. Not in force yet; an active factor stays until the new one is confirmed.',
  },
  'POST /account/totp/confirm': {
    who: 'user',
    during: ['factor'],
    body: z.strictObject({ code: z.string().trim().min(1).max(40) }),
    answer: answer({ success: z.literal(true), recovery_codes: recoveryCodes }),
    about:
      '`code` is one of the new secret; else the issue `code_invalid`. The ten recovery codes are shown this once.',
  },
  'POST /account/totp/off': { who: 'user', body: z.strictObject(proof), answer: done, about: 'Proof.' },
  'POST /account/recovery-codes': {
    who: 'user',
    body: z.strictObject(proof),
    answer: answer({ recovery_codes: recoveryCodes }),
    about: 'Proof. The old ones end. 404 without a factor.',
  },
  'GET /account/sessions': {
    who: 'user',
    answer: items(openSession),
    about: '`current`: the one that asks.',
  },
  'DELETE /account/sessions': { who: 'user', answer: done, about: 'All others.' },
  'DELETE /account/sessions/:session': { who: 'user', answer: done },
  'GET /account/calendar': {
    who: 'user',
    answer: answer({ active: z.boolean() }),
    about: 'Whether the user has a calendar address.',
  },
  'POST /account/calendar': {
    who: 'user',
    answer: answer({ url: z.string() }),
    about:
      'A new secret address (`/calendar/{secret}.ics`) for calendar programs, shown this once. The one before ends.',
  },
  'DELETE /account/calendar': { who: 'user', answer: done, about: 'The address ends.' },
} satisfies Routes;
