/** Signing in and out, and the one-time links that begin an account or renew its password. */
import { z } from 'zod';
import { passkeyAssertion, requestOptions } from './passkey.ts';
import { answer, done, field, type Routes, requiredActions, time } from './route.ts';

const credentials = z.strictObject({
  email: z.string().trim().min(1).max(255),
  password: z.string().min(1).max(200),
  code: z.string().trim().max(40).optional(),
  org_id: field.id.optional(),
});

const session = z.union([
  answer({ signed_in: z.literal(false), sso: z.boolean() }),
  answer({
    signed_in: z.literal(true),
    csrf: z.string(),
    must: z.enum(requiredActions).nullable(),
    user: answer({
      kid: z.number(),
      name: z.string(),
      email: z.string(),
      rolle: z.string().nullable(),
      administrator: z.boolean(),
      totp: z.boolean(),
      passkeys: z.number(),
      proof: z.enum(['password', 'issuer', 'proved']),
      scopes: z.array(z.string()),
    }),
    organisation: answer({
      org_id: z.number(),
      name: z.string(),
      time_zone: z.string(),
      logo: z.string().nullable(),
    }),
  }),
]);

/** One of those that an address fits, in the error `organisation_required`. */
export interface OrganisationChoice {
  readonly org_id: number;
  readonly name: string;
}

const invitation = answer({
  kind: z.enum(['invitation', 'reset']),
  email: z.string(),
  name: z.string(),
  organisation: z.string(),
  expires_at: time,
});

export const sessionRoutes = {
  'GET /session': {
    who: 'anyone',
    answer: session,
    about:
      '`user.name` is first and last name. `must` is a duty: see above. `user.scopes` are those of its role, with which it calls `/v3`. `sso`: an organisation of the installation has a sign-in with the work account. `organisation.logo` is the name of its logo, for `GET /organisation/logo`. `user.proof`: how the user gives a proof, see `POST /sso/proof`.',
  },
  'POST /session': {
    who: 'anyone',
    body: credentials,
    answer: session,
    about:
      '`code` is a code of the app or a recovery code. 401 `login_failed` (one message for all causes), 401 `code_required` (second factor; `data` has `totp` and `passkeys` of the user) or `code_invalid`, 403 `local_passwords_off`, 409 `organisation_required` with `organisations: [{org_id, name}]` in `data` where the address fits several, 429 `too_many_logins` with `Retry-After` (failures in ten minutes: 10 of an address at an account, 50 of an address or IPv6 /64, 20 at an account from unknown browsers, 5 of a second factor; shared by all processes; [decision 0010](decisions/0010-throttle-logins.md)). Needs no CSRF header; `Origin` is checked all the same.',
  },
  'POST /session/challenge': {
    who: 'anyone',
    answer: requestOptions,
    about:
      'The WebAuthn options for the use of a passkey. The challenge is in a cookie, and good for one use within five minutes. 409 `passkeys_unavailable` where the page is reached without https (but for localhost) or by an IP address.',
  },
  'POST /session/passkey': {
    who: 'anyone',
    body: passkeyAssertion,
    answer: session,
    about:
      'Signs in by a passkey alone, which its device has unlocked by fingerprint, face or PIN: no password, no code. 401 `passkey_failed` (one message for all causes), 429 `too_many_logins` (failures in ten minutes: 10 of an address at a user, 50 of an address or IPv6 /64).',
  },
  'DELETE /session': {
    who: 'user',
    during: ['password', 'factor'],
    answer: answer({ success: z.literal(true), leave: z.string().nullable() }),
    about: '`leave`: the page that ends the session at the issuer as well, after a sign-in with the work account.',
  },
  'GET /invitations/:secret': {
    who: 'anyone',
    answer: invitation,
    about: '404 `unknown_invitation` where it is unknown, used, or older than 7 days (reset: 24 hours).',
  },
  'POST /invitations/:secret': {
    who: 'anyone',
    body: z.strictObject({ password: field.password }),
    answer: answer({ success: z.literal(true), email: z.string() }),
    about:
      'Issues at `password`: its length, `common_password`, and `own_name` (the name or address of the user, or the name of the organisation). A second factor stays; sessions end.',
  },
  'GET /forgotten-password': {
    who: 'anyone',
    answer: answer({ mailed: z.boolean() }),
    about: '`mailed`: there is a mail server (`SMTP_URL`), so that a link can be asked for.',
  },
  'POST /forgotten-password': {
    who: 'anyone',
    body: z.strictObject({ email: field.email }),
    answer: done,
    about:
      'Mails a one-time link, valid for an hour, to users with this address and a password: one mail with a link for each organisation. The answer is the same for every address; the mail is sent afterwards. Older links stay valid. 409 `mail_not_configured` without a mail server; 429 `too_many_mails` with `Retry-After` (in an hour: 3 of an address, known or not, 20 from a client address or IPv6 /64; shared by all processes).',
  },
} satisfies Routes;
