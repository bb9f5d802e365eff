/** What signing in and the own account share: who acts, failures in the audit log, and the proof of being oneself. */
import { holdOwner, holdPassword, type Named, storedOf } from '../access/passwords.ts';
import { lockSession, type Session } from '../access/sessions.ts';
import type { Tx } from '../db/database.ts';
import { ApiError, fail, invalid } from '../errors.ts';
import { type Acting, userEvent } from '../operations/users/user-events.ts';
import { sql } from '../sql.ts';
import { attempt, countOfAddress, countsOfCode, countsOfPassword, isWrongGuess } from './attempts.ts';
import type { SettingsCall } from './call.ts';
import { knownBrowser } from './known-browsers.ts';
import { takeCode } from './second-factor.ts';

type Caller = Pick<SettingsCall, 'now' | 'requestId' | 'session'>;

/** Who acts: the user of the session, or another where there is none yet. */
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
  return fits ? 'inactive' : 'password';
};

/**
 * Writes failed attempts to the audit logs of those that were named, while they are known. For nobody as much is written
 * elsewhere, so that an answer takes as long as for a user.
 * @param address from where; null where that is nothing for them
 */
export const noteFailure = async (
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

/** A proof, and the field of the body that holds the password. */
export interface Proof {
  readonly password: string;
  readonly code?: string | undefined;
  readonly path?: string;
}

/**
 * Holds who acts until the transaction ends: the user, what is stored of the password, and the session, in the order in
 * which others lock them. What was looked at before the transaction may have changed since.
 * @returns what is stored of the password now
 * @throws 401 `not_signed_in` where the session has ended, or the user may no longer sign in
 */
export const holdCaller = async (tx: Tx, session: Session): Promise<string | null> => {
  const [email, stored, goesOn] = await Promise.all([
    holdOwner(tx, session),
    holdPassword(tx, session),
    lockSession(tx, session),
  ]);
  if (email === null || !goesOn) throw fail('not_signed_in');
  return stored;
};

const wrongPassword = (path: string) =>
  invalid([{ path: [path], code: 'wrong_password', message: 'This is not the current password.' }]);

const wrongCode = (given: string | undefined) =>
  given
    ? invalid([
        { path: ['code'], code: 'code_invalid', message: 'The code is wrong, has expired or has already been used.' },
      ])
    : invalid([{ path: ['code'], code: 'code_required', message: 'Enter a code of the authenticator app.' }]);

/** A proof whose password was right: what was stored of it then. */
interface Proved extends Pick<Proof, 'code'> {
  readonly path: string;
  readonly stored: string;
}

/** Holds what was proved, takes the code where a factor is on, does the work and commits. */
const prove = (
  here: SettingsCall<unknown>,
  { path, stored, code }: Proved,
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> => {
  const { db, session, now } = here;
  return db.transaction(async (tx) => {
    if ((await holdCaller(tx, session)) !== stored) throw wrongPassword(path);
    const taken = await takeCode(tx, session.orgId, session.kid, code ?? '', now());
    if (taken === null) throw wrongCode(code);
    if (taken === 'recovery-code') {
      await tx.run(userEvent(acting(here), session.kid, 'recovery-code-used'));
    }
    return work(tx);
  });
};

/**
 * Does work that needs the user's password and, where a factor is on, a code, within the brake on guessing that the
 * login has. Password and session are held while the work is done: neither may have changed since they were looked at.
 * @param prepare makes the work ready once the password has proved right, before the transaction
 * @returns what the work returns
 * @throws 400 `validation_failed` naming `wrong_password`, `code_required` or `code_invalid`; 401 `not_signed_in`; 429
 *   `too_many_logins`
 */
export const proven = async <T>(
  here: SettingsCall<unknown>,
  { password, code, path = 'password' }: Proof,
  prepare: () => Promise<(tx: Tx) => Promise<T>>,
): Promise<T> => {
  const { db, session } = here;
  const { orgId, kid, email } = session;
  const browser = await knownBrowser(here, email, orgId);
  const checked = async (): Promise<unknown> => {
    const stored = await storedOf(db, session, password);
    if (stored === null) throw wrongPassword(path);
    const work = await prepare();
    const counts = code ? countsOfCode(session, browser) : [];
    return attempt(here, counts, () => prove(here, { path, stored, code }, work));
  };
  const done = attempt(here, countsOfPassword(here, email, browser), checked).catch(async (error: unknown) => {
    if (isWrongGuess(error)) await noteFailure(here, [{ orgId, kid, fits: false }], here.address, error);
    throw error;
  });
  return (await done) as T;
};
