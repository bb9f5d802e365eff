/** Shared by login and own account: locked caller, failures in the audit log, and reauthentication. */
import { findPasskey } from '../../access/credentials/passkeys.ts';
import { loadHash, lockPassword, lockUser, type Named } from '../../access/credentials/passwords.ts';
import { lockSession, type Session } from '../../access/sessions/find-session.ts';
import type { Tx } from '../../db/database.ts';
import { ApiError, fail, invalid } from '../../errors/api-error.ts';
import { type Acting, userEvent } from '../../operations/users/user-audit-events.ts';
import { sql } from '../../sql/sql.ts';
import type { SettingsCall } from '../request/settings-call.ts';
import type { PasskeyAssertion } from '../routes/passkey.ts';
import { findTrustedDevice } from '../session/trusted-devices.ts';
import {
  countOfAddress,
  countsOfCode,
  countsOfPasskey,
  countsOfPassword,
  isWrongGuess,
  throttleAttempt,
} from './login-throttle.ts';
import { checkPasskey } from './passkey-ceremony.ts';
import { consumeCode } from './second-factor.ts';

type Caller = Pick<SettingsCall, 'now' | 'requestId' | 'session'>;

/** The author of an act: the user of the session, or another one without a session. */
export const acting = (
  { now, requestId, session }: Caller,
  orgId: number = session.orgId,
  userKid: number | null = session?.kid,
): Acting => ({ orgId, tokenId: null, userKid, requestId, now });

type Failing = Caller & Pick<SettingsCall, 'db' | 'address'>;

/** Why an attempt failed; a caller with the right password of a user who may not sign in learns no more than others. */
const reasonOf = (fits: boolean, error: unknown): string => {
  const codes =
    error instanceof ApiError ? [error.code, ...(error.extra.issues ?? []).map(({ code }) => code)] : ([] as string[]);
  if (codes.includes('code_invalid')) return 'code';
  if (codes.includes('passkey_failed')) return ((error as Error).cause as Error).message;
  return fits ? 'inactive' : 'password';
};

/**
 * Writes failed attempts to the audit logs of the named users. For an unknown user as much is written elsewhere, so
 * that a response takes equally long.
 * @param address the client address; null where the organisation must not see it
 */
export const auditFailedLogin = async (
  here: Failing,
  named: readonly Pick<Named, 'orgId' | 'kid' | 'fits'>[],
  address: string | null,
  error?: unknown,
): Promise<void> => {
  const entries = named.map(({ orgId, kid, fits }) =>
    userEvent(acting(here, orgId, here.session?.kid ?? null), kid, 'sign-in-failed', {
      reason: [null, reasonOf(fits, error)],
      ...(address === null ? {} : { address: [null, address] }),
    }),
  );
  const instead = sql`update login_failure set since = since where id = ${countOfAddress(here).id}`;
  await here.db.transaction((tx) => tx.finish(entries.length ? entries : [instead]));
};

/** A proof: a passkey, or the password with a code; and the field of the body that holds the password. */
export interface ReauthProof {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
  readonly path?: string;
}

/**
 * Locks the caller until the transaction ends: user, password and session, in the usual lock order. Values read
 * before the transaction may have changed.
 * @returns the stored password hash
 * @throws 401 `not_signed_in` where the session has ended, or the user may no longer sign in
 */
export const lockCaller = async (tx: Tx, session: Session): Promise<string | null> => {
  const [email, stored, goesOn] = await Promise.all([
    lockUser(tx, session),
    lockPassword(tx, session),
    lockSession(tx, session),
  ]);
  if (email === null || !goesOn) throw fail('not_signed_in');
  return stored;
};

const wrongPassword = (path: string) =>
  invalid([{ path: [path], code: 'wrong_password', message: 'This is not the current password.' }]);

const missingProof = (path: string) =>
  invalid([{ path: [path], code: 'invalid_type', message: 'Send the password, or a passkey.' }]);

/** A user without a password has to prove it at the issuer first. */
const unproved = (path: string) =>
  invalid([{ path: [path], code: 'issuer_proof_required', message: 'Confirm with your work account that it is you.' }]);

const wrongCode = (given: string | undefined) =>
  given
    ? invalid([
        { path: ['code'], code: 'code_invalid', message: 'The code is wrong, has expired or has already been used.' },
      ])
    : invalid([{ path: ['code'], code: 'code_required', message: 'Enter a code of the authenticator app.' }]);

/** A reauthentication whose password matched, with the stored hash of that moment. */
interface Proved extends Pick<ReauthProof, 'code'> {
  readonly path: string;
  readonly stored: string;
}

/** In place of the hash of a user without a password, who has proved it at the issuer. */
const PROVED = '';

/** Locks the caller, consumes the code where a factor is active, runs the work and commits. */
const prove = (
  here: SettingsCall<unknown>,
  { path, stored, code }: Proved,
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> => {
  const { db, session, now } = here;
  return db.transaction(async (tx) => {
    if (((await lockCaller(tx, session)) ?? PROVED) !== stored) throw wrongPassword(path);
    const taken = await consumeCode(tx, session.orgId, session.kid, code ?? '', now());
    if (taken === null) throw wrongCode(code);
    if (taken === 'recovery-code') {
      await tx.run(userEvent(acting(here), session.kid, 'recovery-code-used'));
    }
    return work(tx);
  });
};

/** Locks the caller, takes the challenge of the passkey, runs the work and commits. */
const proveByPasskey = async (
  here: SettingsCall<unknown>,
  assertion: PasskeyAssertion,
  prepare: () => Promise<(tx: Tx) => Promise<unknown>>,
): Promise<unknown> => {
  const { db, session } = here;
  const { take } = await checkPasskey(here, await findPasskey(db, session, assertion.id), assertion);
  const work = await prepare();
  return db.transaction(async (tx) => {
    await lockCaller(tx, session);
    await take(tx);
    return work(tx);
  });
};

/**
 * Runs work that requires a passkey of the user, which is the whole proof; or the password (without one a proof at the issuer, docs/decisions/0054) and,
 * with an active factor, a code, under the throttle of the login.
 * Password and session are locked during the work and unchanged since their check.
 * @param prepare prepares the work after the password matched, before the transaction
 * @returns the result of the work
 * @throws 400 `validation_failed` naming `wrong_password`, `issuer_proof_required`, `code_required` or `code_invalid`; 401 `not_signed_in`,
 * `passkey_failed`; 429 `too_many_logins`
 */
export const requireReauth = async <T>(
  here: SettingsCall<unknown>,
  { password, code, passkey, path = 'password' }: ReauthProof,
  prepare: () => Promise<(tx: Tx) => Promise<T>>,
): Promise<T> => {
  const { db, session } = here;
  const { orgId, kid, email } = session;
  if (!passkey && session.proof === 'issuer') throw unproved(path);
  if (!passkey && session.proof === 'password' && password === undefined) throw missingProof(path);
  const browser = await findTrustedDevice(here, email, orgId);
  const checked = async (): Promise<unknown> => {
    if (passkey) return proveByPasskey(here, passkey, prepare);
    const stored = session.proof === 'proved' ? PROVED : await loadHash(db, session, password ?? '');
    if (stored === null) throw wrongPassword(path);
    const work = await prepare();
    const counts = code ? countsOfCode(session, browser) : [];
    return throttleAttempt(here, counts, () => prove(here, { path, stored, code }, work));
  };
  const guessed = passkey ? countsOfPasskey(here, session) : countsOfPassword(here, email, browser);
  const done = throttleAttempt(here, guessed, checked).catch(async (error: unknown) => {
    if (isWrongGuess(error)) await auditFailedLogin(here, [{ orgId, kid, fits: false }], here.address, error);
    throw error;
  });
  return (await done) as T;
};
