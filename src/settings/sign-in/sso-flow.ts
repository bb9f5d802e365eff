/**
 * State of a sign-in at the issuer between its steps: an encrypted cookie of the browser that began it. So an answer of
 * the issuer counts in that browser alone, and no table has to be pruned (docs/decisions/0054).
 */
import { cookieName, cookieOptions } from '../../access/sessions/cookies.ts';
import type { Allows } from '../../operations/mailboxes/imap.ts';
import { beginAtIssuer, type Flow, leavePage } from '../../operations/sso/issuer.ts';
import { readSsoClient, type SsoClient } from '../../operations/sso/sso-settings.ts';
import { addressRule } from '../../webhooks/public-address.ts';
import type { SettingsCall } from '../request/settings-call.ts';

type Here = SettingsCall<unknown>;

const COOKIE = 'broker_crm_sso';
const PLACE = { org: 0, table: 'cookie', column: COOKIE, row: 0 };
const VALID_S = 600;

/** Why a user is at the issuer: to sign in, to try the settings, or to prove that it is them. */
export type Purpose = 'sign-in' | 'test' | 'proof';

/** The page that the user asked for, a path of this site. */
interface Target {
  readonly to: string;
}

/** At the issuer. */
interface AtIssuer extends Flow, Target {
  readonly step: 'issuer';
  readonly purpose: Purpose;
  readonly org: number;
  readonly issuer: string;
  readonly client: string;
  /** Id of the session that asks for a proof. */
  readonly session: string | null;
}

/** Back from the issuer; the code of the local second factor is missing. */
interface AtCode extends Target {
  readonly step: 'code';
  readonly org: number;
  readonly kid: number;
  readonly issuer: string;
  readonly subject: string;
}

type State = AtIssuer | AtCode;

/** Which private addresses an issuer may have. */
export const allowedBy = ({ config }: Pick<Here, 'config'>): Allows => addressRule(config.webhookAllowedNetworks);

/** The address that the issuer sends the browser back to. */
export const redirectOf = ({ origin }: Pick<Here, 'origin'>): string => `${origin}/sso/callback`;

/** Stores the state in the browser. */
export const keepState = ({ db, reply, secure, now }: Here, state: State): void => {
  const sealed = db.keyRing.encrypt(PLACE, JSON.stringify({ ...state, until: now() + VALID_S * 1000 }));
  reply.setCookie(cookieName(COOKIE, secure), sealed, { ...cookieOptions(secure), maxAge: VALID_S });
};

/** Forgets the state. */
export const dropState = ({ reply, secure }: Here): void => {
  reply.clearCookie(cookieName(COOKIE, secure), cookieOptions(secure));
};

/** The state of one step; null without one, or where it is too old. */
export const stateOf = <Step extends State['step']>(
  { db, reply, secure, now }: Here,
  step: Step,
): (State & { readonly step: Step }) | null => {
  try {
    const sealed = reply.request.cookies[cookieName(COOKIE, secure)] ?? '';
    const state = JSON.parse(db.keyRing.decrypt(PLACE, sealed)) as State & { readonly until: number };
    return state.step === step && state.until > now() ? (state as typeof state & { step: Step }) : null;
  } catch {
    return null;
  }
};

/** Begins a sign-in. @param more the address that the user has typed, and the page asked for @returns the page of the issuer @throws 409 `sso_unreachable` */
export const begin = async (
  here: Here,
  sso: SsoClient,
  purpose: Purpose,
  { email, to = '/' }: { readonly email?: string | undefined; readonly to?: string | undefined } = {},
): Promise<{ url: string }> => {
  const { url, flow } = await beginAtIssuer(sso, allowedBy(here), {
    redirect: redirectOf(here),
    email,
    fresh: purpose === 'proof',
    test: purpose === 'test',
  });
  const { orgId, issuer, client_id: client } = sso;
  const session = purpose === 'proof' ? here.session.id : null;
  keepState(here, { step: 'issuer', purpose, org: orgId, issuer, client, session, to, ...flow });
  return { url };
};

/** The page that ends the session at the issuer of a user who has signed in there; else null. */
export const issuerLeavePage = async (here: Here): Promise<string | null> => {
  const { db, session, origin } = here;
  const sso = session.sso ? await readSsoClient(db, session.orgId) : null;
  if (!sso?.active) return null;
  return leavePage(sso, allowedBy(here), { email: session.email, back: `${origin}/login` }).catch(() => null);
};
