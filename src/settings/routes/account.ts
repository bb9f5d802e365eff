/** What users do for themselves: password, second factor and sessions. */
import { z } from 'zod';
import { answer, done, field, items, type Routes, time } from './route.ts';

/** What proves that the browser is still used by its user. */
const proof = {
  password: z.string().min(1).max(200),
  code: z.string().trim().max(40).optional(),
} as const;

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
      rolle: z.string().nullable(),
      totp: z.boolean(),
      recovery_codes: z.number(),
      letzter_login: time.nullable(),
      password_changed_at: time.nullable(),
      sessions: z.number(),
    }),
    about: '`recovery_codes`: how many are left.',
  },
  'POST /account/password': {
    who: 'user',
    during: ['password', 'factor'],
    body: z.strictObject({ current: proof.password, code: proof.code, password: field.password }),
    answer: done,
    about: 'Proof: `current`, `code`. Issues at `password`: `common_password`, `own_name`, `same_password`.',
  },
  'POST /account/totp': {
    who: 'user',
    during: ['factor'],
    body: z.strictObject(proof),
    answer: answer({ secret: z.string(), uri: z.string() }),
    about: 'Proof. Not in force yet; a factor that is on goes on until the new one is confirmed.',
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
} satisfies Routes;
