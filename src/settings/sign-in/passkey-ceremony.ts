/**
 * Passkeys (WebAuthn): challenges, and the check of signatures (docs/decisions/0053). A challenge is stored in a cookie
 * that the key ring has encrypted; the user's row says which ones were taken.
 */
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { type Passkey, takeChallenge, usePasskey } from '../../access/credentials/passkeys.ts';
import type { Owner } from '../../access/credentials/passwords.ts';
import { cookieName, cookieOptions } from '../../access/sessions/cookies.ts';
import { pageOrigin } from '../../access/sessions/csrf.ts';
import type { Tx } from '../../db/database.ts';
import type { SecretPlace } from '../../db/encryption/key-ring.ts';
import { type ApiError, fail } from '../../errors/api-error.ts';
import { MINUTE_MS } from '../../shared/durations.ts';
import type { SettingsCall } from '../request/settings-call.ts';
import type { PasskeyAssertion, PasskeyAttestation } from '../routes/passkey.ts';

const COOKIE = 'broker_crm_challenge';
const CHALLENGE_MS = 5 * MINUTE_MS;
/** EdDSA, ES256 and RS256 (COSE). */
export const ALGORITHMS = [-8, -7, -257];

type Here = Pick<SettingsCall<unknown>, 'config' | 'db' | 'reply' | 'secure' | 'now'>;

/** Loaded with the first use: a service whose users have no passkeys does without its 27 MB. */
const library = () => import('@simplewebauthn/server');

/** Why a passkey was refused, for the audit log; the caller gets one message for all causes. */
export const refused = (why: 'passkey' | 'passkey-copied' | 'inactive', cause?: unknown): ApiError =>
  fail('passkey_failed', { cause: new Error(why, { cause }) });

/** The page that passkeys belong to. */
interface RelyingParty {
  readonly origin: string;
  /** Its host. */
  readonly id: string;
}

/**
 * The page of a call. Browsers make passkeys for names alone, and only where the connection is encrypted or local.
 * @throws 409 `passkeys_unavailable`
 */
export const relyingParty = ({ config, reply, secure }: Here): RelyingParty => {
  const page = pageOrigin(reply.request.headers, config.publicUrl, secure);
  const { origin, hostname, protocol } = URL.canParse(page) ? new URL(page) : new URL('http://unknown.invalid');
  const isNamed = protocol === 'https:' && !hostname.startsWith('[') && !isIP(hostname);
  if (!isNamed && hostname !== 'localhost') throw fail('passkeys_unavailable');
  return { origin, id: hostname };
};

const placeOf = (subject: string): SecretPlace => ({ org: 0, table: 'challenge', column: 'issued', row: subject });

/**
 * Issues a challenge as a cookie.
 * @param subject the session that a passkey is added in; empty for the use of one
 * @returns base64url
 */
export const issueChallenge = ({ db, reply, secure, now }: Here, subject = ''): string => {
  const value = db.keyRing.encrypt(placeOf(subject), `${now()} ${randomBytes(16).toString('base64url')}`);
  reply.setCookie(cookieName(COOKIE, secure), value, { ...cookieOptions(secure), maxAge: CHALLENGE_MS / 1000 });
  return Buffer.from(value).toString('base64url');
};

/** The issued challenge of a browser. */
interface Challenge {
  readonly challenge: string;
  /** Milliseconds since 1970. */
  readonly issued: number;
}

/** @throws 401 `passkey_failed` where there is none, it was issued for something else, or five minutes ago */
const challengeOf = ({ db, reply, secure, now }: Here, subject = ''): Challenge => {
  const name = cookieName(COOKIE, secure);
  const value = reply.request.cookies[name] ?? '';
  reply.clearCookie(name, cookieOptions(secure));
  try {
    const issued = Number(db.keyRing.decrypt(placeOf(subject), value).split(' ')[0]);
    if (now() - issued < CHALLENGE_MS) return { challenge: Buffer.from(value).toString('base64url'), issued };
  } catch (error) {
    throw refused('passkey', error);
  }
  throw refused('passkey');
};

/** Runs a check of the library, whose exceptions name the mistake. @throws 401 `passkey_failed` */
const checked = async <T extends { readonly verified: boolean }>(verify: () => Promise<T>): Promise<T> => {
  const result = await verify().catch((error: unknown) => {
    throw refused('passkey', error);
  });
  if (!result.verified) throw refused('passkey');
  return result;
};

/**
 * Checks the data that a passkey has signed: challenge, origin, host, user verification, signature.
 * @param passkey null where the user has none of this id
 * @returns it, and `take` for the challenge in the transaction of the work that it proves; a counter that did not grow
 * is refused there
 * @throws 401 `passkey_failed`
 */
export const checkPasskey = async (
  here: Here,
  passkey: Passkey | null,
  { id, ...signed }: PasskeyAssertion,
): Promise<{ passkey: Passkey; take: (tx: Tx) => Promise<void> }> => {
  const party = relyingParty(here);
  const { challenge, issued } = challengeOf(here);
  if (!passkey) throw refused('passkey');
  const { verifyAuthenticationResponse } = await library();
  const { authenticationInfo } = await checked(() =>
    verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // Compared below, under a lock and once the signature is known to be good.
      credential: { id, publicKey: Buffer.from(passkey.key, 'base64url'), counter: 0 },
      requireUserVerification: true,
    }),
  );
  const take = async (tx: Tx): Promise<void> => {
    if (!(await takeChallenge(tx, passkey, issued))) throw refused('passkey');
    if (!(await usePasskey(tx, passkey, authenticationInfo.newCounter, here.now()))) throw refused('passkey-copied');
  };
  return { passkey, take };
};

/** A passkey that was made and checked. */
export interface NewPasskey extends Pick<Passkey, 'id' | 'key'> {
  readonly counter: number;
  /** Takes its challenge. @throws 401 `passkey_failed` where it was taken before */
  readonly take: (tx: Tx, owner: Owner) => Promise<void>;
}

/** Checks a new passkey, whose challenge was issued for `subject`. @throws 401 `passkey_failed` */
export const checkNewPasskey = async (
  here: Here,
  subject: string,
  { id, ...made }: PasskeyAttestation,
): Promise<NewPasskey> => {
  const party = relyingParty(here);
  const { challenge, issued } = challengeOf(here, subject);
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await checked(() =>
    verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response: made, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!registrationInfo) throw refused('passkey');
  const { credential } = registrationInfo;
  return {
    id: credential.id,
    key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    take: async (tx, owner) => {
      if (!(await takeChallenge(tx, owner, issued))) throw refused('passkey');
    },
  };
};
