/** Signing in with the work account, and the issuer of the organisation (rules 8.15). */
import { z } from 'zod';
import { proof } from './account.ts';
import { answer, changeOf, done, field, listOf, type Routes } from './route.ts';

const MAX_DOMAINS = 50;

const settings = {
  issuer: z.string().trim().min(1).max(500),
  client_id: z.string().trim().min(1).max(500),
  active: z.boolean(),
  local_passwords: z.boolean(),
  trust_emails: z.boolean(),
  trust_factor: z.boolean(),
  create_role: z.string().max(60).nullable(),
  create_domains: listOf(
    z
      .string()
      .trim()
      .toLowerCase()
      .min(1)
      .max(253)
      .regex(/^[^\s@]+$/, 'must be a domain such as example.com'),
    MAX_DOMAINS,
  ),
};

/** A path of this site. Browsers read `//` and `/\` as the address of another one. */
const to = z
  .string()
  .max(1000)
  .regex(/^\/(?:[!-.0-[\]-~][!-~]*)?$/, 'must be a path of this site such as /customers/7')
  .optional();

const page = answer({ url: z.string() });

export const ssoRoutes = {
  'POST /sso/start': {
    who: 'anyone',
    body: z.strictObject({ email: z.string().trim().min(1).max(255).optional(), org_id: field.id.optional(), to }),
    answer: page,
    about:
      '`url` is the page of the issuer, to which the browser goes; a cookie of ten minutes ties the answer to it. `to` is the page to be shown afterwards, which the callback answers. 404 `sso_not_offered` (an address without a user, or an organisation without an issuer; counts as a failed attempt), 409 `organisation_required` as `POST /session`, but with the hosts of the issuers as names, `sso_unreachable`.',
  },
  'POST /sso/callback': {
    who: 'anyone',
    body: z.strictObject({ query: z.string().max(8000) }),
    limit: 16 * 1024,
    answer: z.union([
      answer({ next: z.enum(['session', 'code', 'proved']), to: z.string() }),
      answer({
        next: z.literal('tested'),
        email: z.string().nullable(),
        name: z.string().nullable(),
        creates: z.string().nullable(),
      }),
    ]),
    about:
      '`query` is that of the address which the issuer has sent the browser to. `next`: there is a session; a code of the second factor is missing (`POST /sso/code`); the proof is given; or the test has worked. `to` is the page that was asked for. In a test `name` is the user who would be signed in, `creates` the role of one who would be created. 403 `sso_denied`, `sso_answer_invalid`, `sso_no_email`, `sso_email_unverified`, `sso_no_user`, `sso_user_inactive`, `sso_other_account`; 409 `sso_expired`, `sso_unreachable`, `sso_client_refused`, `sso_request_refused`. In a test `said` has the words of the issuer.',
  },
  'POST /sso/code': {
    who: 'anyone',
    body: z.strictObject({ code: z.string().trim().min(1).max(40) }),
    answer: answer({ next: z.enum(['session', 'code']), to: z.string() }),
    about: 'A code of the app or a recovery code. 401 `code_invalid`, 409 `sso_expired`.',
  },
  'POST /sso/proof': {
    who: 'user',
    during: ['factor'],
    body: z.strictObject({ to }),
    answer: page,
    about:
      'For a user without a password: signs in at the issuer again (`max_age=0`). For ten minutes the session then needs no `password` where a proof is asked for; before, the issue is `issuer_proof_required`.',
  },
  'GET /sso': {
    answer: answer({
      settings: answer(settings).nullable(),
      redirect_uri: z.string(),
      signed_out_uri: z.string(),
      link: z.string(),
    }),
    about:
      '`redirect_uri` and `signed_out_uri` are registered at the issuer. `link` is the page at which users of the organisation sign in. The client secret is never answered.',
  },
  'PUT /sso': {
    body: changeOf(z.strictObject({ ...settings, client_secret: z.string().min(1).max(500).optional(), ...proof })),
    answer: done,
    about:
      'Proof. Another issuer or client needs its secret: issue `required`; another issuer releases all users from their accounts. Issues: `invalid_issuer`, `last_administrator` at `local_passwords` where no administrator has a password.',
  },
  'POST /sso/remove': { body: z.strictObject(proof), answer: done, about: 'Proof. 404 without an issuer.' },
  'POST /sso/test': {
    answer: page,
    about:
      'Begins a sign-in that neither signs in nor binds a user: `POST /sso/callback` says whether it works. Works before the issuer is active. Errors as there; limited as the test of a mailbox.',
  },
} satisfies Routes;
