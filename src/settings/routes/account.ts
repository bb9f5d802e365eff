/** Own account of a user: password, second factor and sessions. */
import { z } from 'zod';
import { creationOptions, passkeyAssertion, passkeyAttestation } from './passkey.ts';
import { answer, changeOf, done, field, items, type Routes, time } from './route.ts';

/** Reauthentication: a passkey; or the password (none for a user without one who has proved it at the issuer) and, with a second factor, a code. */
export const proof = {
  password: z.string().min(1).max(200).optional(),
  code: z.string().trim().max(40).optional(),
  passkey: passkeyAssertion.optional(),
} as const;

/** The own name. */
const profile = answer({ vorname: z.string().nullable(), name: z.string().nullable() });

const recoveryCodes = z.array(z.string());

const passkey = answer({ id: z.string(), name: z.string(), created_at: time, used_at: time.nullable() });

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
      passkeys: z.array(passkey),
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
    body: z.strictObject({
      current: proof.password,
      code: proof.code,
      passkey: proof.passkey,
      password: field.password,
    }),
    answer: done,
    about:
      'Proof: `current` and `code`, or `passkey`. Issues at `password`: `common_password`, `own_name`, `same_password`. Other sessions and one-time links end.',
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
  'POST /account/passkeys/challenge': {
    who: 'user',
    during: ['factor'],
    body: z.strictObject(proof),
    answer: creationOptions,
    about:
      'Proof. The WebAuthn options for a new passkey, good for one use within five minutes in this session. 409 `passkeys_unavailable`, `too_many_passkeys`.',
  },
  'POST /account/passkeys': {
    who: 'user',
    during: ['factor'],
    body: z.strictObject({ name: z.string().trim().max(60).optional(), passkey: passkeyAttestation }),
    answer: answer({ success: z.literal(true), recovery_codes: recoveryCodes }),
    about:
      'The passkey is a second factor, and signs in alone. Without a `name` it has that of the browser. `recovery_codes`: ten where the user had none, shown this once; else empty. Other sessions end. 401 `passkey_failed`, 409 `too_many_passkeys`.',
  },
  'POST /account/passkeys/remove': {
    who: 'user',
    body: z.strictObject({ id: passkeyAssertion.shape.id, ...proof }),
    answer: done,
    about: 'Proof. Recovery codes end with the last part of the second factor, other sessions with each.',
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
