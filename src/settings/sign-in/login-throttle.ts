/**
 * Throttle of guesses at passwords and codes: failures count by account and by address, in the database for all
 * processes. Unknown accounts count like known ones. A guesser with many addresses uses up the limit of an account
 * for unknown browsers; a trusted device has a counter of its own, so that no user is locked out of the browser in
 * daily use (rules 8.2).
 */

import type { Owner } from '../../access/credentials/passwords.ts';
import { hashOf } from '../../access/credentials/random-secret.ts';
import { failureKey } from '../../access/network/ip-addresses.ts';
import { ApiError, fail, retryAfter } from '../../errors/api-error.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { emailKey } from '../../shared/email.ts';
import { sql } from '../../sql/sql.ts';
import type { SettingsCall } from '../request/settings-call.ts';
import { isDeviceOf, type TrustedDevice } from '../session/trusted-devices.ts';

const WINDOW_MS = 600_000;

/** Failures allowed within ten minutes. */
const ALLOWED = {
  /** Of one address at one account. */
  pair: 10,
  /** Of one address (IPv6: /64) at all accounts. */
  address: 50,
  /** At one account, from browsers that have never signed in to it. */
  account: 20,
  /** At one of several accounts with one address, where only the address was named, likewise. */
  several: 20,
  /** From one browser that has. */
  browser: 10,
  /** Codes of one account, from browsers that have never signed in to it: six digits are few. */
  factor: 5,
} as const;

/** Limits of mails per hour, whether or not there is a recipient. */
const MAILS = {
  /** Links to one account. */
  'mail-to': 3,
  /** Links requested from one address (IPv6: /64). */
  'mail-from': 20,
  /** Test mails of one user. */
  'mail-test': 5,
  /** Tests of the mailboxes and the mail server of one organisation. */
  'server-test': 60,
  /** Links that administrators have sent to one address. */
  'mail-invited': 3,
  /** Links that administrators of one organisation have sent. */
  'mail-inviting': 100,
} as const;

type Here = Pick<SettingsCall, 'db' | 'now' | 'address'>;

/** A failure counter. */
export interface Count {
  readonly id: string;
  readonly allowed: number;
  readonly withinMs: number;
}

const countOf = (by: keyof typeof ALLOWED, what: string): Count => ({
  id: hashOf(`${by} ${what}`),
  allowed: ALLOWED[by],
  withinMs: WINDOW_MS,
});

const mailsOf = (by: keyof typeof MAILS, what: string): Count => ({
  id: hashOf(`${by} ${what}`),
  allowed: MAILS[by],
  withinMs: HOUR_MS,
});

/** Counters of a link that is requested for an e-mail address. */
export const countsOfLink = ({ address }: Pick<Here, 'address'>, email: string): Count[] => [
  mailsOf('mail-from', failureKey(address)),
  mailsOf('mail-to', emailKey(email)),
];

/** Counts of a test mail. */
export const countsOfTestMail = (orgId: number, kid: number): Count[] => [mailsOf('mail-test', `${orgId} ${kid}`)];

/** Counts of a test of a mailbox or of the own mail server. */
export const countsOfServerTest = (orgId: number): Count[] => [mailsOf('server-test', String(orgId))];

/** Counts of a link that an administrator has sent. */
export const countsOfInvitation = (orgId: number, email: string): Count[] => [
  mailsOf('mail-inviting', String(orgId)),
  mailsOf('mail-invited', emailKey(email)),
];

/** The counter of the client address. */
export const countOfAddress = ({ address }: Pick<Here, 'address'>): Count => countOf('address', failureKey(address));

/** Counts of a password. @param browser the known browser it came from */
export const countsOfPassword = (here: Here, email: string, browser: TrustedDevice | null): Count[] => {
  const account = emailKey(email);
  const from = countOfAddress(here);
  return browser === null
    ? [countOf('pair', `${failureKey(here.address)} ${account}`), from, countOf('account', account)]
    : [countOf('browser', browser.id), from];
};

/** Counts of a code that follows the right password. */
export const countsOfCode = (owner: Owner, browser: TrustedDevice | null): Count[] =>
  isDeviceOf(browser, owner) ? [] : [countOf('factor', `${owner.orgId} ${owner.kid}`)];

/**
 * Counts of a passkey. A signature cannot be guessed: an account has no count for unknown browsers, by which others could
 * keep its user out.
 * @param owner the user that it names
 */
export const countsOfPasskey = (here: Here, { orgId, kid }: Owner): Count[] => [
  countOf('pair', `${failureKey(here.address)} ${orgId} ${kid}`),
  countOfAddress(here),
];

/** Count of a password at one of several accounts that have the address which was named. */
export const countAmongSeveral = ({ orgId, kid }: Owner): Count => countOf('several', `${orgId} ${kid}`);

/** The state of a counter: failures, and start of its window (milliseconds since 1970). */
interface Counted {
  readonly failures: number;
  readonly since: number;
}

/** Counts once more. */
const oneMore = async (
  { db, now }: Pick<Here, 'db' | 'now'>,
  { id, withinMs }: Count,
): Promise<Counted | undefined> => {
  const at = new Date(now()).toISOString();
  const since = new Date(now() - withinMs).toISOString();
  const [row] = await db.coordinator.transaction((tx) =>
    tx.run<Counted>(sql`insert into login_failure as f (id, failures, since) values (${id}, 1, ${at})
      on conflict (id) do update set failures = case when f.since > ${since}::timestamptz then f.failures + 1 else 1 end,
        since = case when f.since > ${since}::timestamptz then f.since else excluded.since end
      returning failures, extract(epoch from since)::float8 * 1000 as since`),
  );
  return row;
};

/** Whole seconds until the window of an exhausted counter ends. */
const secondsLeft = ({ now }: Pick<Here, 'now'>, { since }: Counted, { withinMs }: Count): number =>
  Math.max(1, Math.ceil((since + withinMs - now()) / 1000));

/** Reads counters without writing. @returns the seconds until the first exhausted one resets; 0 for none */
const usedUp = async (here: Pick<Here, 'db' | 'now'>, counts: readonly Count[]): Promise<number> => {
  if (!counts.length) return 0;
  const rows = await here.db.coordinator.read<Counted & Pick<Count, 'id'>>(
    sql`select id, failures, extract(epoch from since)::float8 * 1000 as since from login_failure
      where id = any(${counts.map(({ id }) => id)}::text[])`,
  );
  for (const one of counts) {
    const row = rows.find(({ id }) => id === one.id);
    const isOver = row && row.failures >= one.allowed && row.since + one.withinMs > here.now();
    if (isOver) return secondsLeft(here, row, one);
  }
  return 0;
};

/**
 * Counts an attempt before it is checked, so that concurrent attempts are all counted. A refused attempt is not
 * counted: otherwise one client could create a row for each account it names.
 * @throws 429 beyond the limit
 */
export const count = async (
  here: Pick<Here, 'db' | 'now'>,
  counts: readonly Count[],
  code: 'too_many_logins' | 'too_many_mails' = 'too_many_logins',
): Promise<void> => {
  const wait = await usedUp(here, counts);
  if (wait) throw fail(code, retryAfter(wait));
  for (const one of counts) {
    const row = await oneMore(here, one);
    if (row && row.failures > one.allowed) throw fail(code, retryAfter(secondsLeft(here, row, one)));
  }
};

/** Counts once more. @returns by how much it is too often; 0 where it is not */
export const countBeyond = async (here: Pick<Here, 'db' | 'now'>, one: Count): Promise<number> =>
  Math.max(0, ((await oneMore(here, one))?.failures ?? 0) - one.allowed);

/** Subtracts an attempt that was no failure. */
export const subtract = async ({ db }: Here, counts: readonly Count[]): Promise<void> => {
  const ids = counts.map(({ id }) => id);
  if (!ids.length) return;
  await db.coordinator.transaction((tx) =>
    tx.run(sql`update login_failure set failures = greatest(failures - 1, 0) where id = any(${ids}::text[])`),
  );
};

const GUESSES = new Set([
  ...['login_failed', 'code_invalid', 'wrong_password', 'passkey_failed'],
  ...['sso_not_offered', 'sso_answer_invalid', 'sso_no_user', 'sso_other_account'],
]);

/** Whether an error says that a password, a code or a passkey was wrong. */
export const isWrongGuess = (error: unknown): boolean =>
  error instanceof ApiError &&
  (GUESSES.has(error.code) || (error.extra.issues ?? []).some(({ code }) => GUESSES.has(code)));

/**
 * Runs the check of a password or a code. An attempt that was no wrong guess is subtracted again.
 * @throws 429 `too_many_logins` after too many failures; else the errors of the check
 */
export const throttleAttempt = async <T>(here: Here, counts: readonly Count[], work: () => Promise<T>): Promise<T> => {
  await count(here, counts);
  try {
    const result = await work();
    await subtract(here, counts);
    return result;
  } catch (error) {
    if (!isWrongGuess(error)) await subtract(here, counts);
    throw error;
  }
};
